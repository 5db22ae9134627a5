package dev.assay.cli;

import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Verification;
import dev.assay.core.wire.JsonCodec;
import dev.assay.core.wire.PointManifest;
import dev.assay.core.wire.Verdicts;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.Surroundings;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.source.TreeCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Judges a point directory.
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Runs a bundle's verify in its container over a point directory with answers in out/.")
final class BundleVerifyCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      description = "The bundle's folder, or NAME@VERSION.")
  String bundle = ".";

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "The point directory; verdicts.json is written into it.")
  Path directory = Path.of(".");

  @Option(names = "--json", description = "Print verdicts.json instead of a line per case.")
  boolean json;

  BundleVerifyCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    if (!Files.isRegularFile(directory.resolve("manifest.json"))) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s is no point directory: it has no manifest.json. Make one with assay bundle make."
              .formatted(directory));
    }
    try (var session =
        BundleSession.open(
            NamedBundle.folder(bundle),
            wiring.machine(),
            Surroundings.usual(wiring.machine().allCpus()))) {
      if (session.spec().protocol() == Protocol.PROGRAM) {
        return verifyOutput(session);
      }
      TreeCopy.copy(directory, session.directory());
      Files.deleteIfExists(session.directory().resolve("verdicts.json"));
      var outcome = session.verify();
      if (outcome.fault() != null) {
        throw new AssayException(
            ErrorCode.BUNDLE_FAILED,
            outcome.fault() + "\n" + BundleMakeCommand.readLog(session.log()));
      }
      int count =
          PointManifest.parse(BundleFile.read(session.directory().resolve("manifest.json")))
              .cases();
      byte[] file = BundleFile.read(session.directory().resolve("verdicts.json"));
      List<Verification> verdicts = Verdicts.parse(file, count).cases();
      Files.copy(
          session.directory().resolve("verdicts.json"),
          directory.resolve("verdicts.json"),
          StandardCopyOption.REPLACE_EXISTING);
      print(verdicts, file);
      return verdicts.stream().allMatch(Verification::passed) ? 0 : 1;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be verified: %s".formatted(directory, e), e);
    }
  }

  private int verifyOutput(BundleSession session) throws IOException {
    Path output =
        directory.resolve("out").resolve(PreparedWorkloads.CASE).resolve(PreparedWorkloads.OUTPUT);
    if (!Files.isRegularFile(output)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s is missing; it is where the program's output belongs.".formatted(output));
    }
    var workloads = session.workloads();
    Workload workload = workloads.adopt(directory);
    Verification verdict = workloads.verify(workload, output, "verify.log").verification();
    String file =
        JsonCodec.toLine(
            Map.of(
                "cases",
                List.of(
                    Map.of(
                        "i",
                        0,
                        "passed",
                        verdict.passed(),
                        "metrics",
                        verdict.metrics(),
                        "note",
                        verdict.note()))));
    Files.writeString(directory.resolve("verdicts.json"), file + "\n");
    print(List.of(verdict), file.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return verdict.passed() ? 0 : 1;
  }

  private void print(List<Verification> verdicts, byte[] file) {
    var out = wiring.terminal().out();
    if (json) {
      out.println(new String(file, java.nio.charset.StandardCharsets.UTF_8).strip());
      return;
    }
    for (int i = 0; i < verdicts.size(); i++) {
      Verification one = verdicts.get(i);
      out.println(
          "case %d  %s  %s %s"
              .formatted(
                  i,
                  one.passed() ? "passed" : "refused",
                  one.metrics().isEmpty() ? "" : one.metrics(),
                  one.note())
              .stripTrailing());
    }
    long passed = verdicts.stream().filter(Verification::passed).count();
    out.println("%d of %d cases passed".formatted(passed, verdicts.size()));
  }
}
