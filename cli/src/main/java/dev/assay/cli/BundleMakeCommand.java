package dev.assay.cli;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.Surroundings;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.source.TreeCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Makes a point directory.
@Command(
    name = "make",
    mixinStandardHelpOptions = true,
    description = "Runs a bundle's make in its container and writes the point directory.",
    footer = {"", "Example: assay bundle make text/frequencies@1 point --point short --seeds 1-3"})
final class BundleMakeCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      description = "The bundle's folder, or NAME@VERSION.")
  String bundle = ".";

  @Option(
      names = "--point",
      required = true,
      paramLabel = "NAME",
      description = "The point's name.")
  String point = "";

  @Option(
      names = "--seeds",
      paramLabel = "SEEDS",
      description = "Seeds, as in 1,4,7-20. Without, the bar's sample.")
  @Nullable String seeds;

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      defaultValue = "point",
      description =
          "The point directory to be written (default: ${DEFAULT-VALUE}); must not exist.")
  Path out = Path.of("point");

  BundleMakeCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    if (Files.exists(out)) {
      throw new AssayException(
          ErrorCode.USAGE, "%s exists; name another folder after the bundle.".formatted(out));
    }
    try (var session =
        BundleSession.open(
            NamedBundle.folder(bundle),
            wiring.machine(),
            Surroundings.usual(wiring.machine().allCpus()))) {
      Point asked =
          session
              .spec()
              .findPoint(point)
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.USAGE,
                      "%s has no point '%s'; it has %s."
                          .formatted(
                              session.spec().id(),
                              point,
                              session.spec().points().stream()
                                  .map(Point::name)
                                  .collect(Collectors.joining(", ")))));
      if (session.spec().protocol() == Protocol.PROGRAM) {
        return prepare(session, asked);
      }
      Seeds wanted = seeds == null ? session.spec().sample().seeds() : SolutionOptions.seeds(seeds);
      var outcome = session.make(asked, wanted.values());
      if (outcome.fault() != null) {
        throw new AssayException(
            ErrorCode.BUNDLE_FAILED, outcome.fault() + "\n" + readLog(session.log()));
      }
      int cases = session.inspect(asked, wanted.values()).cases().size();
      TreeCopy.copy(session.directory(), out);
      wiring
          .terminal()
          .out()
          .println("%s: %d cases of %s at %s".formatted(out, cases, session.spec().id(), point));
      return 0;
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be written: %s".formatted(out, e), e);
    }
  }

  /// A workload is one input, so there are no seeds.
  private int prepare(BundleSession session, Point asked) throws IOException {
    if (seeds != null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--seeds %s: %s measures whole programs, and each of its points is one workload. Leave the option out."
              .formatted(seeds, session.spec().id()));
    }
    Workload workload = session.spec().requireProgram().at(asked.name());
    var workloads = session.workloads();
    var prepared = workloads.prepare(workload);
    if (prepared.fault() != null) {
      throw new AssayException(ErrorCode.BUNDLE_FAILED, prepared.fault());
    }
    TreeCopy.copy(workloads.folder(workload), out);
    wiring
        .terminal()
        .out()
        .println(
            "%s: the workload %s of %s; a program's output belongs in out/%s/%s"
                .formatted(
                    out,
                    point,
                    session.spec().id(),
                    PreparedWorkloads.CASE,
                    PreparedWorkloads.OUTPUT));
    return 0;
  }

  static String readLog(Path log) throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }
}
