package dev.assay.runner.job;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds a solution in its image. A build that fails is a result, not an exception.
final class SolutionBuild {
  static final String LOG = "build.log";

  private static final DataSize KEPT = DataSize.ofMebibytes(4);
  private static final DataSize SCRATCH = DataSize.ofGibibytes(1);
  private static final int PROCESSES = 1024;

  private final BundleSpec bundle;
  private final SolutionSpec solution;
  private final Workspace workspace;
  private final SolutionFolder place;
  private final RunFolder folder;
  private final DataSize memory;
  private final int cpus;

  /// @param memory that the build may use
  /// @param cpus that its container has
  SolutionBuild(
      BundleSpec bundle,
      SolutionSpec solution,
      Workspace workspace,
      SolutionFolder place,
      RunFolder folder,
      DataSize memory,
      int cpus) {
    this.bundle = bundle;
    this.solution = solution;
    this.workspace = workspace;
    this.place = place;
    this.folder = folder;
    this.memory = memory;
    this.cpus = cpus;
  }

  /// There is nothing to build.
  BuildResult skip() {
    return finished(null, null, null);
  }

  BuildResult execute(Container container, Map<String, String> environment, String command) {
    Path log = folder.log(LOG);
    var spec =
        new ProcessSpec(
            List.of("sh", "-c", command),
            environment,
            place.inContainer(),
            memory,
            PROCESSES,
            SCRATCH,
            null,
            new StandardOutput.WithError(),
            new ProcessSpec.Log(log, folder.logName(LOG), KEPT),
            workspace.solutionStorage());
    Duration limit = bundle.limits().build();
    try (var running = container.execute(spec)) {
      ProcessResult result =
          running.finish(Allowance.fromNow(Limit.WALL, limit, 0, limit.multipliedBy(cpus)));
      return finished(command, result, problem(result.ending()));
    }
  }

  private BuildResult finished(
      @Nullable String command, @Nullable ProcessResult process, @Nullable String problem) {
    String reason = problem != null ? problem : missingStarter();
    return new BuildResult(
        command, reason == null, reason, process, process == null ? null : process.stderr());
  }

  private static @Nullable String problem(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) when code == 0 -> null;
      case Ending.Exited(int code) -> "the build command exited with code %d".formatted(code);
      case Ending.Signaled(int signal) -> "the build command died of signal %d".formatted(signal);
      case Ending.NotStarted(String reason) -> "the build command could not be started: " + reason;
      case Ending.Stopped(String reason) ->
          throw new AssayException(
              ErrorCode.CANCELLED, "The build was stopped: %s.".formatted(reason));
      case Ending.SandboxFailed(String reason) ->
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED, "The build could not be run: %s.".formatted(reason));
      case Ending.Killed(Limit limit, long value, long reached) ->
          switch (limit) {
            case MEMORY ->
                "the build was killed for memory: its limit is %s".formatted(new DataSize(value));
            case OUTPUT, DISK ->
                "the build filled the disk: it wrote %s".formatted(new DataSize(reached));
            case INIT, WALL, CPU ->
                "the build took more than its limit of %s"
                    .formatted(DurationText.ofSeconds(value / 1e9));
          };
    };
  }

  /// A harness starts as `./solution`; a program of the solution's own starts as it says.
  private @Nullable String missingStarter() {
    Path starter = place.onHost().resolve("solution");
    if (solution.bringsOwnProgram()) {
      return null;
    }
    if (!Files.isRegularFile(starter, LinkOption.NOFOLLOW_LINKS)) {
      return "the build made no file ./solution";
    }
    return Files.isExecutable(starter) ? null : "./solution is not executable after the build";
  }
}
