package dev.assay.cli;

import dev.assay.core.run.Run;
import dev.assay.runner.check.Finding;
import dev.assay.runner.check.RunVerifier;
import dev.assay.runner.job.BundleLookup;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Derives a run again.
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Derives every case of a run again from (bundle, point, seed), and judges kept answers again.")
final class VerifyCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      paramLabel = "RUN",
      description =
          "A run's folder, its run.json, its id, or a reproduction package, unpacked or as .tar.zst.")
  String run = "";

  @Option(
      names = "--bundle",
      paramLabel = "DIR",
      description =
          "Folder of the bundle that the run was made with, or one that holds it. A package holds its own.")
  @Nullable Path bundle;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Where runs lie (default: ${DEFAULT-VALUE}).")
  Path runs = Path.of("runs");

  @Option(names = "--json", description = "Print the findings as JSON.")
  boolean json;

  VerifyCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    if (!PackagedRun.isPackage(Path.of(run))) {
      return verify(run);
    }
    try (var unpacked = PackagedRun.unpack(Path.of(run))) {
      return verify(unpacked.run());
    }
  }

  private int verify(String named) {
    RunFolder folder = RunReader.require(named, runs);
    Run recorded = RunReader.read(folder);
    String reference =
        "%s@%s".formatted(recorded.job().bundleName(), recorded.job().bundleVersion());
    Path found = BundleLookup.require(bundleOf(folder), reference, null);
    List<Finding> findings;
    try (var progress = wiring.progress()) {
      findings =
          new RunVerifier(wiring.machine())
              .verify(
                  recorded, folder, found, point -> progress.stage("deriving " + point + " again"));
    }
    return new FindingPrinter(wiring.terminal()).print(findings, json);
  }

  /// A package has the bundle beside the run.
  private @Nullable Path bundleOf(RunFolder folder) {
    Path packaged = folder.path().resolve("bundle");
    return bundle == null && Files.isRegularFile(packaged.resolve("bundle.toml"))
        ? packaged
        : bundle;
  }
}
