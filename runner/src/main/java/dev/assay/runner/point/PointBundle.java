package dev.assay.runner.point;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Verification;
import dev.assay.core.wire.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a bundle does at one point: it makes the cases, and verifies answers to them. What became
/// of its processes is kept, also when they failed.
public final class PointBundle {
  private final BundleSpec spec;
  private final BundleCommands commands;
  private final Path directory;
  private final PointRunner.Logs logs;
  private final Point point;
  private final List<PlannedCase> planned;
  private @Nullable ProcessResult make;
  private @Nullable ProcessResult verify;

  /// @param directory the bundle's DIR on the host
  public PointBundle(
      BundleSpec spec,
      BundleCommands commands,
      Path directory,
      PointRunner.Logs logs,
      Point point,
      List<PlannedCase> planned) {
    this.spec = spec;
    this.commands = commands;
    this.directory = directory;
    this.logs = logs;
    this.point = point;
    this.planned = List.copyOf(planned);
  }

  /// Makes the cases, and holds them to the signature.
  ///
  /// @param clock for the stages `make` and `inspect`
  /// @throws dev.assay.core.error.AssayException `BUNDLE_FAILED` when it did it wrong
  public PointDirectory.Inspected make(Clock clock) throws IOException {
    clock.enter("make");
    String log = point.name() + ".make.log";
    var outcome =
        commands.make(
            point,
            planned.stream().map(PlannedCase::seed).toList(),
            logs.file(log),
            logs.recordedAs(log));
    make = outcome.process();
    if (outcome.fault() != null) {
      throw BundleFile.fault(outcome.fault());
    }
    clock.enter("inspect");
    return new PointDirectory(directory, spec.signature()).inspect(point, planned);
  }

  /// Verifies the answers that lie in DIR.
  ///
  /// @param log its name
  /// @param whose begins the sentence of a fault; empty for the first process of the point
  /// @return what it says of each case
  /// @throws dev.assay.core.error.AssayException `BUNDLE_FAILED` when it did it wrong
  public List<Verification> verify(String log, String whose) throws IOException {
    var outcome = commands.verify(logs.file(log), logs.recordedAs(log));
    if (verify == null || outcome.fault() != null) {
      verify = outcome.process();
    }
    if (outcome.fault() != null) {
      throw BundleFile.fault(whose + outcome.fault());
    }
    byte[] file = BundleFile.read(directory.resolve("verdicts.json"));
    return Verdicts.parse(file, planned.size()).cases();
  }

  /// Absent when it never started.
  public @Nullable ProcessResult makeProcess() {
    return make;
  }

  /// The first, or the one that failed; absent when none started.
  public @Nullable ProcessResult verifyProcess() {
    return verify;
  }
}
