package dev.assay.runner.program;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.EndingRule;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.point.LastWords;
import dev.assay.runner.point.PointRunner;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.machine.ProcessorCounters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Executes one program in its container, once at a time, and says what came of it.
public final class ProgramExecution {
  /// What a process may have written beyond a limit before it is ended.
  private static final DataSize PIPE = DataSize.ofMebibytes(2);

  private static final Path PROC = Path.of("/proc");

  private final BundleSpec spec;
  private final PreparedWorkloads workloads;
  private final Container container;
  private final Program program;
  private final PointRunner.Logs logs;
  private final InstantSource clock;

  /// A program as it is started.
  ///
  /// @param command without the workload's arguments
  /// @param environment of the process
  /// @param folder its working directory, in the container
  /// @param output file of the host that what it prints is kept in; written anew each time
  public record Program(
      List<String> command, Map<String, String> environment, String folder, Path output) {
    public Program {
      command = List.copyOf(command);
      environment = new LinkedHashMap<>(environment);
    }
  }

  /// @param container shows the files of `workloads` at `PreparedWorkloads.FOLDER`
  /// @param logs of standard error
  public ProgramExecution(
      BundleSpec spec,
      PreparedWorkloads workloads,
      Container container,
      Program program,
      PointRunner.Logs logs,
      InstantSource clock) {
    this.spec = spec;
    this.workloads = workloads;
    this.container = container;
    this.program = program;
    this.logs = logs;
    this.clock = clock;
  }

  /// Measures once.
  ///
  /// @param workload prepared without a fault
  /// @param verified whether its output is kept and verified; otherwise it goes to `/dev/null`
  /// @param place among the measurements of this workload, from 0
  /// @param order among all measurements of the run, from 0
  public MeasuredProgram measure(Workload workload, boolean verified, int place, int order) {
    workloads.show(workload);
    ProgramMeasurement measurement;
    CaseNoise noise;
    var process = spec(workload, verified, place);
    Limits limits = spec.limits();
    ProcessorCounters before = ProcessorCounters.read(PROC);
    Instant startedAt = clock.instant();
    try (var running = container.execute(process)) {
      var allowance = Allowance.fromNow(Limit.WALL, limits.caseTime(), 0, limits.cpu());
      MeterReading start = running.read();
      running.awaitEnd(allowance);
      MeterReading end = running.read();
      ProcessorCounters after = ProcessorCounters.read(PROC);
      ProcessResult result = running.finish(allowance);
      noise =
          result.ending() instanceof Ending.NotStarted
              ? null
              : noise(end.since(start), result.cost());
      measurement = new ProgramMeasurement(order, verified, startedAt, result, after.since(before));
    }
    return new Judging(workload, place, measurement, noise, process.log().file()).judge();
  }

  private ProcessSpec spec(Workload workload, boolean verified, int place) {
    var command = new ArrayList<>(program.command());
    command.addAll(workload.args());
    String log =
        place == 0
            ? "%s.stderr.log".formatted(workload.point())
            : "%s.stderr.%d.log".formatted(workload.point(), place);
    Limits limits = spec.limits();
    return new ProcessSpec(
        command,
        program.environment(),
        program.folder(),
        limits.memory(),
        limits.processes(),
        limits.memory(),
        PreparedWorkloads.input(workload),
        verified ? kept(workload) : new StandardOutput.Discarded(),
        new ProcessSpec.Log(logs.file(log), logs.recordedAs(log), limits.log()),
        null);
  }

  private StandardOutput kept(Workload workload) {
    DataSize limit = spec.limits().output();
    String name =
        "answers/%s/%s/%s"
            .formatted(workload.point(), PreparedWorkloads.CASE, PreparedWorkloads.OUTPUT);
    return new StandardOutput.Kept(
        new ProcessSpec.Log(
            program.output(), name, DataSize.ofBytes(Math.addExact(limit.bytes(), PIPE.bytes()))),
        limit);
  }

  /// What the process did is counted from its start, since its control group is fresh; only what
  /// the machine did has to be told by difference.
  private static CaseNoise noise(CaseNoise between, Cost cost) {
    return new CaseNoise(
        cost.cpuPressureNanos(),
        cost.ioPressureNanos(),
        cost.memoryPressureNanos(),
        between.stealNanos(),
        between.throttledPeriods(),
        cost.voluntarySwitches(),
        cost.involuntarySwitches(),
        cost.pageFaults(),
        cost.majorPageFaults(),
        between.otherCpuNanos(),
        between.machineCpuNanos());
  }

  /// What became of one measurement.
  private final class Judging {
    private final Workload workload;
    private final int place;
    private final ProgramMeasurement measurement;
    private final @Nullable CaseNoise noise;
    private final Path errors;

    private Judging(
        Workload workload,
        int place,
        ProgramMeasurement measurement,
        @Nullable CaseNoise noise,
        Path errors) {
      this.workload = workload;
      this.place = place;
      this.measurement = measurement;
      this.noise = noise;
      this.errors = errors;
    }

    private MeasuredProgram judge() {
      Cause cause = causeOfEnding();
      if (cause != null) {
        return measured(status(), cause, null, Map.of(), null, null);
      }
      if (!measurement.verified()) {
        return measured(Status.OK, null, null, Map.of(), null, null);
      }
      Map<String, String> hashes = outputHash();
      try {
        var verified =
            workloads.verify(
                workload, program.output(), "%s.verify.log".formatted(workload.point()));
        Verification said = verified.verification();
        return said.passed()
            ? measured(Status.OK, null, said, hashes, verified.verify(), null)
            : measured(Status.WRONG, refusal(said), said, hashes, verified.verify(), null);
      } catch (AssayException e) {
        if (e.code() != ErrorCode.BUNDLE_FAILED) {
          throw e;
        }
        // Answered, and nobody can say how well: the point is not judged.
        return measured(Status.OK, null, null, hashes, null, e.getMessage());
      }
    }

    private static Cause refusal(Verification said) {
      return new Cause(
          Cause.Code.VERIFIER,
          said.note().isEmpty() ? "the output is wrong" : "the output " + said.note());
    }

    private Map<String, String> outputHash() {
      try {
        return Map.of(PreparedWorkloads.OUTPUT, FileHash.of(program.output()));
      } catch (IOException e) {
        throw new AssayException(
            ErrorCode.IO, "The output %s could not be read: %s".formatted(program.output(), e), e);
      }
    }

    private Status status() {
      return EndingRule.charge(measurement.process().ending(), false).status();
    }

    /// Absent when it left by itself with 0.
    private @Nullable Cause causeOfEnding() {
      Ending ending = measurement.process().ending();
      return switch (ending) {
        case Ending.Exited(int code) when code == 0 -> null;
        case Ending.Exited(int code) ->
            new Cause(
                Cause.Code.EXIT, "exited with code %d%s".formatted(code, LastWords.of(errors)));
        default -> EndingRule.charge(ending, false).cause();
      };
    }

    private MeasuredProgram measured(
        Status status,
        @Nullable Cause cause,
        @Nullable Verification verification,
        Map<String, String> outputHashes,
        @Nullable ProcessResult verify,
        @Nullable String bundleFault) {
      ProcessResult process = measurement.process();
      var result =
          new CaseResult(
              place,
              place,
              CaseKind.SAMPLE,
              status,
              cause,
              status == Status.OK ? null : CaseEnding.of(process),
              process.ending() instanceof Ending.NotStarted
                  ? null
                  : process.cost().wallNanos() / 1e9,
              null,
              process.cost().cpuNanos(),
              null,
              noise,
              List.of(),
              verification,
              workloads.prepare(workload).inputHashes(),
              outputHashes,
              "",
              EndingRule.remarks(process, spec.limits().processes()),
              List.of());
      return new MeasuredProgram(result, measurement, verify, bundleFault);
    }
  }
}
