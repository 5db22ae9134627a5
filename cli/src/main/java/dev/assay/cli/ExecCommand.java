package dev.assay.cli;

import dev.assay.cli.view.ExecSummary;
import dev.assay.cli.view.RunexecText;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.RunState;
import dev.assay.core.text.CommandText;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.exec.CommandRunner;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecPlace;
import dev.assay.runner.exec.ExecRequest;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.ExecStreams;
import dev.assay.runner.job.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures any command with the sandbox and the meter of runs.
@Command(
    name = "exec",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    customSynopsis = {
      "assay exec [OPTIONS] [--] COMMAND [ARGUMENT...]",
      "       assay exec [OPTIONS] --vs 'OTHER COMMAND' [--] COMMAND [ARGUMENT...]"
    },
    description =
        "Measures a command once or many times: its wall time, and CPU time and memory of its whole process tree.",
    footer = {
      "",
      "No shell reads the command; for pipes and the like say sh -c '...'.",
      "",
      "Exit codes: 0 every repetition exited 0; 1 one ended otherwise; 2 used wrongly, or the",
      "command could not be started; 4 the machine is at fault.",
      "",
      "Examples:",
      "  assay exec -- sort numbers.txt",
      "  assay exec -n 20 --warmup 2 --vs 'sort --parallel=1 numbers.txt' -- sort numbers.txt",
      "  assay exec --time-limit 10s --memory 1GiB --format runexec -- ./solver input.cnf",
      "  assay exec --dir .:rw --stdout listing.txt -- ls -l"
    })
final class ExecCommand implements Callable<Integer> {
  private static final DataSize MOST_FILE = DataSize.ofMebibytes(512);
  private static final String RUNEXEC = "runexec";

  private final Wiring wiring;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The command and its arguments, taken as they are.")
  List<String> command = List.of();

  @Option(
      names = "-n",
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "Repetitions, warm-ups left out (default: ${DEFAULT-VALUE}).")
  int repetitions = 1;

  @Option(
      names = "--warmup",
      paramLabel = "COUNT",
      defaultValue = "0",
      description =
          "Repetitions that come first and do not enter the numbers (default: ${DEFAULT-VALUE}).")
  int warmups;

  @Option(
      names = "--vs",
      paramLabel = "OTHER",
      description =
          "A second command, quoted as in a shell; both are measured in turn, and compared pair by pair.")
  @Nullable String other;

  @Mixin ExecLimitOptions limits = new ExecLimitOptions();
  @Mixin ExecPlaceOptions place = new ExecPlaceOptions();

  @Option(
      names = "--stdin",
      paramLabel = "FILE",
      description =
          "Its standard input, for each repetition from the beginning; - for that of assay (default: empty).")
  @Nullable String stdin;

  @Option(
      names = "--stdout",
      paramLabel = "FILE|null|pipe",
      defaultValue = "null",
      description =
          "Where standard output goes: a file, of which the last repetition's stays; /dev/null; or a pipe that is read and dropped (default: ${DEFAULT-VALUE}).")
  String stdout = "null";

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description =
          "Existing folder that keeps standard error of each repetition, up to 1 MiB, as in 2.err.")
  @Nullable Path logs;

  @Option(names = "--json", description = "Print every repetition as JSON (docs/exec.md).")
  boolean json;

  @Option(
      names = "--format",
      paramLabel = "runexec",
      description = "Print one measurement as BenchExec's runexec does, key for key.")
  @Nullable String format;

  ExecCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    requireFitting();
    ExecStreams.Output output = output();
    List<List<String>> commands = commands();
    var where = place.place(Path.of(""));
    limits.limits(Long.MAX_VALUE);
    if (stdin == null) {
      return measure(commands, where, output, null);
    }
    if (!stdin.equals("-")) {
      return measure(commands, where, output, requireFile(Path.of(stdin)));
    }
    try (StateFolder scratch = wiring.scratch()) {
      return measure(commands, where, output, taken(scratch.path().resolve("stdin")));
    }
  }

  private void requireFitting() {
    ExecLimitOptions.requireAtLeastOne("-n", repetitions);
    if (warmups < 0) {
      throw refused("--warmup %d: it cannot be below 0".formatted(warmups));
    }
    if (format != null && !format.equals(RUNEXEC)) {
      throw refused("--format %s: the only format with a name is runexec".formatted(format));
    }
    if (format != null && json) {
      throw refused("--format runexec and --json exclude each other");
    }
    if (format != null && (repetitions > 1 || other != null)) {
      throw refused(
          "--format runexec prints one measurement, as runexec does, and %s asks for more; use --json, or call it once for each"
              .formatted(other == null ? "-n " + repetitions : "--vs"));
    }
    if (logs != null && !Files.isDirectory(logs)) {
      throw refused("--logs %s: there is no such folder".formatted(logs));
    }
  }

  private static AssayException refused(String text) {
    return new AssayException(ErrorCode.USAGE, text);
  }

  private List<List<String>> commands() {
    var commands = new ArrayList<List<String>>();
    commands.add(command);
    if (other != null) {
      try {
        commands.add(CommandText.split(other));
      } catch (IllegalArgumentException e) {
        throw new AssayException(
            ErrorCode.USAGE, "--vs %s: %s".formatted(other, e.getMessage()), e);
      }
    }
    if (commands.stream().anyMatch(words -> words.getFirst().isEmpty())) {
      throw refused("the name of the command is empty");
    }
    return commands;
  }

  private ExecStreams.Output output() {
    return switch (stdout) {
      case "null" -> new ExecStreams.Output.Discarded();
      case "pipe" -> new ExecStreams.Output.Pipe();
      default -> toFile(Path.of(stdout).toAbsolutePath());
    };
  }

  private ExecStreams.Output toFile(Path file) {
    if (other != null) {
      throw refused(
          "--stdout %s: with --vs two commands would write it; use null or pipe".formatted(stdout));
    }
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw refused(
          "--stdout %s: that is no file that could be made here; make its folder first"
              .formatted(stdout));
    }
    if (limits.output.compareTo(MOST_FILE) > 0) {
      throw refused(
          "--output %s: standard output is kept in a file up to %s at most; for more, have the command write into a folder of mode rw"
              .formatted(limits.output, MOST_FILE));
    }
    return new ExecStreams.Output.ToFile(file);
  }

  private static Path requireFile(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw refused("--stdin %s: there is no such file that can be read".formatted(file));
    }
    return file.toAbsolutePath();
  }

  private static Path taken(Path copy) {
    try {
      Files.copy(System.in, copy);
      return copy;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "--stdin -: standard input could not be read: %s".formatted(e), e);
    }
  }

  private int measure(
      List<List<String>> commands,
      ExecPlace where,
      ExecStreams.Output output,
      @Nullable Path input) {
    var machine = wiring.machine();
    ExecLimits granted = limits.limits(machine.describer().describe().memoryBytes());
    var request =
        new ExecRequest(
            commands,
            warmups,
            repetitions,
            granted,
            where,
            new ExecStreams(input, output, logs == null ? null : logs.toAbsolutePath()));
    ExecResult result;
    try (var progress = ExecProgress.on(wiring.terminal())) {
      result = new CommandRunner(machine).execute(request, progress);
    }
    return finish(result);
  }

  private int finish(ExecResult result) {
    var failure = StartFailure.find(result, wiring.callerPath());
    boolean isMeasured =
        result.measurements().stream()
            .anyMatch(one -> !(one.process().ending() instanceof Ending.NotStarted));
    if (isMeasured || format != null) {
      print(result);
    }
    if (failure.isEmpty()) {
      return exitCode(result);
    }
    if (json && isMeasured) {
      // Standard output holds one document.
      wiring.terminal().err().println("assay: " + failure.get().getMessage());
      return failure.get().fault().exitCode();
    }
    throw failure.get();
  }

  private void print(ExecResult result) {
    var terminal = wiring.terminal();
    String text;
    if (json) {
      text = JsonCodec.toJson(result);
    } else if (format != null) {
      text = RunexecText.of(result.measurements().getLast(), ZoneId.systemDefault());
    } else {
      text = ExecSummary.of(result, terminal.width());
    }
    terminal.out().print(text);
    terminal.out().flush();
    if (result.stateReason() != null && (json || format != null)) {
      terminal.err().println("assay: " + result.stateReason());
    }
  }

  private static int exitCode(ExecResult result) {
    if (result.state() != RunState.FINISHED) {
      return 4;
    }
    return result.measurements().stream()
            .allMatch(one -> one.process().ending() instanceof Ending.Exited(int code) && code == 0)
        ? 0
        : 1;
  }
}
