package dev.assay.runner.point;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs a bundle's `make` and `verify` in its container. Both work on DIR, the point directory.
public final class BundleCommands {
  /// Bytes of a command's output that are kept.
  private static final DataSize LOG = DataSize.ofMebibytes(1);

  /// Processes and threads that a command may have.
  private static final int PROCESSES = 256;

  private static final DataSize SCRATCH = DataSize.ofMebibytes(256);

  /// What a process may have written beyond a limit before it is ended.
  private static final DataSize PIPE = DataSize.ofMebibytes(2);

  private final Container container;
  private final BundleSpec spec;
  private final Map<String, String> environment;
  private final String folder;
  private final String directory;
  private final ProcessSpec.Storage storage;
  private final int cpus;

  /// @param environment of the commands, PATH at least
  /// @param folder of the bundle in the container
  /// @param directory DIR in the container
  /// @param storage the disk that DIR lies on
  /// @param cpus how many processors the container has
  public BundleCommands(
      Container container,
      BundleSpec spec,
      Map<String, String> environment,
      String folder,
      String directory,
      ProcessSpec.Storage storage,
      int cpus) {
    this.container = container;
    this.spec = spec;
    this.environment = new LinkedHashMap<>(environment);
    this.folder = folder;
    this.directory = directory;
    this.storage = storage;
    this.cpus = cpus;
  }

  /// What came of one command.
  ///
  /// @param fault what it did wrong, as a sentence; absent when it exited 0
  public record Outcome(ProcessResult process, @Nullable String fault) {}

  /// `COMMAND make DIR --point JSON --seeds 1,2,3`.
  ///
  /// @param seeds in the order of the cases
  public Outcome make(Point point, List<Long> seeds, Path log, String logName) {
    List<String> arguments =
        List.of(
            "make",
            directory,
            "--point",
            PointJson.of(point.params()),
            "--seeds",
            seeds.stream().map(String::valueOf).collect(Collectors.joining(",")));
    return execute(arguments, spec.bundleLimits().make(), log, logName);
  }

  /// `COMMAND verify DIR`.
  public Outcome verify(Path log, String logName) {
    return execute(List.of("verify", directory), spec.bundleLimits().verify(), log, logName);
  }

  private Outcome execute(List<String> arguments, Duration limit, Path log, String logName) {
    var command = new ArrayList<>(spec.command());
    command.addAll(arguments);
    return execute(
        command,
        "%s %s".formatted(String.join(" ", spec.command()), arguments.getFirst()),
        limit,
        null,
        new StandardOutput.WithError(),
        new ProcessSpec.Log(log, logName, LOG));
  }

  /// A program of the bundle that is given what a solution is given, and prints what is expected of
  /// one. It has as long as `make` has.
  ///
  /// @param command program and all arguments
  /// @param input name of the file in DIR that is standard input; absent for an empty one
  /// @param output where what it prints is kept
  /// @param mostOutput bytes that it may print
  public Outcome reference(
      List<String> command,
      @Nullable String input,
      Path output,
      DataSize mostOutput,
      Path log,
      String logName) {
    DataSize kept = DataSize.ofBytes(Math.addExact(mostOutput.bytes(), PIPE.bytes()));
    return execute(
        command,
        String.join(" ", command),
        spec.bundleLimits().make(),
        input == null ? null : directory + "/" + input,
        new StandardOutput.Kept(new ProcessSpec.Log(output, "stdout", kept), mostOutput),
        new ProcessSpec.Log(log, logName, LOG));
  }

  private Outcome execute(
      List<String> command,
      String shown,
      Duration limit,
      @Nullable String input,
      StandardOutput output,
      ProcessSpec.Log log) {
    var process =
        new ProcessSpec(
            command,
            environment,
            folder,
            spec.bundleLimits().memory(),
            PROCESSES,
            SCRATCH,
            input,
            output,
            log,
            storage);
    try (var running = container.execute(process)) {
      ProcessResult result =
          running.finish(Allowance.fromNow(Limit.WALL, limit, 0, limit.multipliedBy(cpus)));
      return new Outcome(result, fault(shown, result.ending(), log.file()));
    }
  }

  private static @Nullable String fault(String command, Ending ending, Path log) {
    return switch (ending) {
      case Ending.Exited(int code) when code == 0 -> null;
      case Ending.Exited(int code) ->
          "`%s` exited with code %d%s".formatted(command, code, LastWords.of(log));
      case Ending.Signaled(int signal) ->
          "`%s` died of %s".formatted(command, Signals.describe(signal));
      case Ending.NotStarted(String reason) ->
          "`%s` could not be started: %s".formatted(command, reason);
      case Ending.Killed(Limit limit, long value, long reached) ->
          "`%s` %s".formatted(command, passed(limit, value, reached));
      case Ending.Stopped(String reason) ->
          throw new AssayException(
              ErrorCode.CANCELLED, "`%s` was stopped: %s.".formatted(command, reason));
      case Ending.SandboxFailed(String reason) ->
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED, "`%s` could not be run: %s.".formatted(command, reason));
    };
  }

  private static String passed(Limit limit, long value, long reached) {
    return switch (limit) {
      case INIT, WALL ->
          "took more than its limit of %s (ended after %s)"
              .formatted(
                  DurationText.ofSeconds(value / 1e9), DurationText.ofSeconds(reached / 1e9));
      case CPU ->
          "used more than its %s of CPU time".formatted(DurationText.ofSeconds(value / 1e9));
      case MEMORY -> "was killed for memory: its limit is %s".formatted(new DataSize(value));
      case OUTPUT, DISK ->
          "filled the disk: it wrote %s, the limit is %s"
              .formatted(new DataSize(reached), new DataSize(value));
    };
  }
}
