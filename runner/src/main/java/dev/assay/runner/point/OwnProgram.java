package dev.assay.runner.point;

import dev.assay.core.bundle.Limits;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.unit.DurationText;
import dev.assay.core.wire.ReportedResults;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.MeasuredProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Watches a solution that brings its own program and clock, and reads what it reported (DESIGN
/// section 4).
///
/// The case limit runs from the last new row of `out/results.json`, the init limit before the
/// first.
final class OwnProgram {
  /// How often the file is looked at.
  private static final long LOOK_NANOS = 100_000_000;

  /// The least time between two looks at the CPU time shortly before its limit.
  private static final long CPU_LOOK_NANOS = 5_000_000;

  /// CPU time beside the windows that needs no explanation: start and end of an interpreter.
  private static final long CPU_SLACK_NANOS = 1_000_000_000;

  /// CPU time granted per byte read or written, 50 MB/s.
  private static final long CPU_NANOS_PER_BYTE = 20;

  private final MeasuredProcess process;
  private final Limits limits;
  private final ResultsFile results;
  private final AnswerCollector collector;
  private final List<String> remarks = new ArrayList<>();

  OwnProgram(
      MeasuredProcess process, Limits limits, Path out, int cases, AnswerCollector collector) {
    this.process = process;
    this.limits = limits;
    this.results = new ResultsFile(out, cases);
    this.collector = collector;
  }

  /// What came of it.
  ///
  /// @param reported what it says itself
  record Outcome(
      List<MeasuredCase> cases,
      @Nullable Long initNanos,
      ProcessResult process,
      List<String> remarks,
      List<Suspicion> suspicions,
      ReportedResults reported) {}

  /// Waits for its end, then takes results and answers.
  Outcome watch(List<DueCase> cases) throws IOException {
    ProcessResult result = awaitEnd();
    ReportedResults reported = results.read();
    remarks.addAll(reported.remarks());
    if (reported.malformed() != null) {
      remarks.add("out/results.json could not be read: " + reported.malformed());
    }
    var measured = new Reading(reported, result).of(cases);
    Double init = reported.initSeconds();
    return new Outcome(
        measured,
        init == null ? null : Math.round(init * 1e9),
        result,
        List.copyOf(remarks),
        suspicions(measured, init == null ? 0 : init, reported, result),
        reported);
  }

  private ProcessResult awaitEnd() throws IOException {
    var allowance =
        Allowance.fromNow(Limit.INIT, limits.init(), 0, limits.init().multipliedBy(limits.cpus()));
    int rows = 0;
    while (!process.awaitEnd(untilNextLook(allowance))) {
      boolean due = isSpent(allowance);
      int found = due ? results.countNow() : results.count();
      if (found > rows) {
        rows = found;
        allowance =
            Allowance.fromNow(Limit.WALL, limits.caseTime(), process.cpuNanos(), limits.cpu());
      } else if (due) {
        return process.finish(allowance);
      }
    }
    return process.finish(allowance);
  }

  /// Not past the moment at which a limit could be passed.
  private Duration untilNextLook(Allowance allowance) {
    long wallLeft = allowance.startNanos() + allowance.wall().toNanos() - System.nanoTime();
    long cpuLeft = allowance.cpuStartNanos() + allowance.cpu().toNanos() - process.cpuNanos();
    long cpuLook = Math.max(cpuLeft / limits.cpus(), CPU_LOOK_NANOS);
    return Duration.ofNanos(Math.clamp(Math.min(wallLeft, cpuLook), 0, LOOK_NANOS));
  }

  private boolean isSpent(Allowance allowance) {
    return System.nanoTime() - allowance.startNanos() >= allowance.wall().toNanos()
        || process.cpuNanos() - allowance.cpuStartNanos() >= allowance.cpu().toNanos();
  }

  private List<Suspicion> suspicions(
      List<MeasuredCase> cases,
      double initSeconds,
      ReportedResults reported,
      ProcessResult result) {
    Long cpu = result.cost().cpuNanos();
    if (cpu == null) {
      return List.of();
    }
    double windows = initSeconds + reported.stageSeconds();
    long bytes = 0;
    for (MeasuredCase one : cases) {
      Double seconds = one.seconds();
      windows += seconds == null ? 0 : Math.max(0, seconds);
      Answer answer = one.answer();
      bytes += one.due().inputBytes() + (answer == null ? 0 : answer.bytes());
    }
    double explained =
        windows * limits.cpus() + (CPU_SLACK_NANOS + CPU_NANOS_PER_BYTE * bytes) / 1e9;
    if (cpu / 1e9 <= explained) {
      return List.of();
    }
    return List.of(
        new Suspicion(
            Suspicion.Code.CPU_OUTSIDE_WINDOW,
            "the process used %s of CPU time; its init, its windows, reading and writing explain %s at most"
                .formatted(DurationText.ofSeconds(cpu / 1e9), DurationText.ofSeconds(explained))));
  }

  /// Turns rows and the ending into cases.
  private final class Reading {
    private final Map<Integer, ReportedResults.Row> rows;
    private final ProcessResult result;
    private boolean charged;

    private Reading(ReportedResults reported, ProcessResult result) {
      rows = reported.rows();
      this.result = result;
    }

    private List<MeasuredCase> of(List<DueCase> cases) {
      var measured = new ArrayList<MeasuredCase>();
      for (DueCase due : cases) {
        ReportedResults.Row row = rows.get(due.planned().index());
        measured.add(row == null ? withoutRow(due) : withRow(due, row));
      }
      if (!charged && !(result.ending() instanceof Ending.Exited(int code) && code == 0)) {
        remarks.add(
            "after its last row: " + EndingRule.charge(result.ending(), false).cause().text());
      }
      return List.copyOf(measured);
    }

    /// The first case without a row was due when the process ended; those after it are lost.
    private MeasuredCase withoutRow(DueCase due) {
      if (charged) {
        return MeasuredCase.lost(due, EndingRule.causeOfLoss(result.ending()));
      }
      charged = true;
      EndingRule.Charge charge = EndingRule.charge(result.ending(), rows.isEmpty());
      Answer answer = collector.collect(due.planned());
      return MeasuredCase.ended(due, charge, CaseEnding.of(result), MeasuredCase.Metered.NOTHING)
          .withAnswer(answer);
    }

    private MeasuredCase withRow(DueCase due, ReportedResults.Row row) {
      Answer answer = collector.collect(due.planned());
      Double seconds = row.seconds();
      if (!row.isOk()) {
        Status status = row.status();
        String word = status == null ? "no status of ours" : status.text();
        String said = row.note().isEmpty() ? word : "%s: %s".formatted(word, row.note());
        return measured(
            due,
            Status.CRASHED,
            new Cause(Cause.Code.FAILED, "the solution reported " + said),
            seconds,
            answer,
            row,
            List.of());
      }
      double wall = result.cost().wallNanos() / 1e9;
      if (seconds == null || !(seconds > 0 && seconds <= wall)) {
        String text =
            seconds == null
                ? "the row has no seconds"
                : "the window of %s s does not fit the process's %s"
                    .formatted(seconds, DurationText.ofSeconds(wall));
        return measured(
            due,
            Status.CRASHED,
            new Cause(Cause.Code.IMPOSSIBLE_TIME, text),
            seconds,
            answer,
            row,
            List.of(new Suspicion(Suspicion.Code.IMPOSSIBLE_TIME, text)));
      }
      return measured(due, Status.OK, null, seconds, answer, row, List.of());
    }

    private MeasuredCase measured(
        DueCase due,
        Status status,
        @Nullable Cause cause,
        @Nullable Double seconds,
        Answer answer,
        ReportedResults.Row row,
        List<Suspicion> suspicions) {
      return new MeasuredCase(
          due,
          status,
          cause,
          null,
          seconds,
          null,
          MeasuredCase.Metered.NOTHING,
          answer,
          row.note(),
          suspicions);
    }
  }
}
