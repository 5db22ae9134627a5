package dev.assay.runner.program;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Workload;
import dev.assay.core.game.GameStatus;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.core.iterate.StampFiles;
import dev.assay.core.iterate.StampLines;
import dev.assay.core.iterate.Stamps;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.text.Words;
import dev.assay.runner.point.EndingRule;
import dev.assay.runner.point.LastWords;
import dev.assay.runner.point.PointRunner;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.Precedence;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.machine.ProcessorCounters;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Executes one program in its container so that it does its work again and again, and takes the
/// stamps that it leaves meanwhile.
public final class IterationExecution {
  /// How many iterations a program is to do.
  public static final String ITERATIONS = "ASSAY_ITERATIONS";

  /// Where it leaves its stamps: a file that lines are written into, or a folder for files.
  public static final String STAMPS = "ASSAY_STAMPS";

  /// What a program opens to write stamps as lines.
  public static final String PIPE = "/dev/fd/3";

  private static final String UNHEEDED =
      "; a program heeds ASSAY_STAMPS by itself, or suite.toml has a command for its language (languages.iterate)";

  private static final Path PROC = Path.of("/proc");

  private final BundleSpec spec;
  private final PreparedWorkloads workloads;
  private final Container container;
  private final ProgramExecution.Program program;
  private final PointRunner.Logs logs;
  private final InstantSource clock;

  /// What is asked of a process.
  ///
  /// @param process its place among the program's, from 0
  /// @param folder gets stamps as files; absent when they are lines in a pipe
  /// @param timeout of the whole process
  public record Ask(
      Workload workload,
      int iterations,
      int process,
      @Nullable StampFolder folder,
      Duration timeout) {}

  /// @param container shows the files of `workloads` at `PreparedWorkloads.FOLDER`
  /// @param logs of standard error
  public IterationExecution(
      BundleSpec spec,
      PreparedWorkloads workloads,
      Container container,
      ProgramExecution.Program program,
      PointRunner.Logs logs,
      InstantSource clock) {
    this.spec = spec;
    this.workloads = workloads;
    this.container = container;
    this.program = program;
    this.logs = logs;
    this.clock = clock;
  }

  /// Executes one process.
  public IteratedProcess iterate(Ask ask) {
    workloads.show(ask.workload());
    return new Work(ask).execute();
  }

  /// What a program is told about iterating, beside its own environment.
  ///
  /// @param stamps path in the container
  public static Map<String, String> environment(
      Map<String, String> own, int iterations, String stamps) {
    var environment = new LinkedHashMap<>(own);
    environment.put(ITERATIONS, Integer.toString(iterations));
    environment.put(STAMPS, stamps);
    return environment;
  }

  private final class Work {
    private final Ask ask;
    private final ProcessSpec process;
    private final Allowance allowance;
    private Stamps stamps = new Stamps(List.of(), null);
    private boolean isRefused;

    Work(Ask ask) {
      this.ask = ask;
      this.process = process();
      Duration cpu = ask.timeout().multipliedBy(spec.limits().cpus());
      this.allowance = Allowance.fromNow(Limit.WALL, ask.timeout(), 0, cpu);
    }

    private ProcessSpec process() {
      var command = new ArrayList<>(program.command());
      command.addAll(ask.workload().args());
      Limits limits = spec.limits();
      String log = "%s.stderr.%d.log".formatted(ask.workload().point(), ask.process());
      StampFolder folder = ask.folder();
      return new ProcessSpec(
          command,
          environment(
              program.environment(), ask.iterations(), folder == null ? PIPE : StampFolder.TARGET),
          program.folder(),
          limits.memory(),
          limits.processes(),
          limits.memory(),
          PreparedWorkloads.input(ask.workload()),
          folder == null ? new StandardOutput.Stamped() : new StandardOutput.Discarded(),
          new ProcessSpec.Log(logs.file(log), logs.recordedAs(log), limits.log()),
          null);
    }

    private IteratedProcess execute() {
      StampFolder folder = ask.folder();
      if (folder != null) {
        folder.wipe();
      }
      ProcessorCounters before = ProcessorCounters.read(PROC);
      Instant startedAt = clock.instant();
      long start = System.nanoTime();
      try (var running = container.execute(process)) {
        ProcessResult result = folder == null ? hear(running, start) : running.finish(allowance);
        if (folder != null) {
          stamps = StampFiles.of(ask.iterations(), folder.read(startedAt));
        }
        return judged(
            new ProgramMeasurement(
                ask.process(),
                false,
                startedAt,
                result,
                ProcessorCounters.read(PROC).since(before)));
      }
    }

    /// Until it ends, or leaves what is no stamp.
    private ProcessResult hear(MeasuredProcess running, long start) {
      var lines = new StampLines(ask.iterations());
      try (var _ = Precedence.take()) {
        Heard heard = running.hear(allowance);
        while (!(heard instanceof Heard.Ended) && !lines.isFaulty()) {
          take(lines, heard, start);
          heard = lines.isFaulty() ? heard : running.hear(allowance);
        }
      }
      stamps = lines.end();
      isRefused = lines.isFaulty();
      return isRefused
          ? running.stop("its stamps %s".formatted(stamps.fault()))
          : running.finish(allowance);
    }

    private void take(StampLines lines, Heard heard, long start) {
      switch (heard) {
        case Heard.Line(String text, long atNanos) -> lines.take(text, atNanos - start);
        case Heard.Malformed(String reason) -> lines.refuse(reason);
        case Heard.Ended _ -> {}
      }
    }

    private IteratedProcess judged(ProgramMeasurement measurement) {
      Ending ending = measurement.process().ending();
      boolean leftWell = ending instanceof Ending.Exited(int code) && code == 0;
      if (stamps.fault() != null && (leftWell || isRefused)) {
        return new IteratedProcess(
            IterationStatus.BAD_STAMPS,
            "its stamps %s%s".formatted(stamps.fault(), stamps.nanos().isEmpty() ? UNHEEDED : ""),
            stamps,
            measurement);
      }
      return leftWell
          ? new IteratedProcess(IterationStatus.OK, null, stamps, measurement)
          : new IteratedProcess(statusOf(ending), remark(ending), stamps, measurement);
    }

    private static IterationStatus statusOf(Ending ending) {
      return GameStatus.of(EndingRule.charge(ending, false).status(), ending)
          .map(IterationStatus::of)
          .orElse(IterationStatus.ERROR);
    }

    private String remark(Ending ending) {
      return "after %d of %d iterations: %s%s"
          .formatted(
              stamps.iterations(),
              ask.iterations(),
              Words.ending(ending),
              LastWords.of(process.log().file()));
    }
  }
}
