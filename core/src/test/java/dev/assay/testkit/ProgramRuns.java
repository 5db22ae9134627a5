package dev.assay.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProcessorUse;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.run.Window;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs of the protocol `program`.
public final class ProgramRuns {
  /// Below the limit of `Runs`.
  private static final long MOST_MEMORY = 700 << 20;

  private ProgramRuns() {}

  /// Three workloads, all right: the largest measured six times, the last of which failed.
  public static Run full() {
    return run(
        List.of(
            result(50, List.of(right(0, 0.003)), List.of(measurement(0, true, 3_000_000))),
            result(100, List.of(right(0, 0.009)), List.of(measurement(1, true, 9_000_000))),
            largest()));
  }

  /// A workload that timed out, after which the smaller one was measured again, and one that was
  /// not reached.
  public static Run fallenBack() {
    var timeout =
        new Cause(Cause.Code.CASE_LIMIT, "ended after 5 m, the limit is 5 m of wall time");
    var notTried =
        new Cause(
            Cause.Code.EARLIER_CASE,
            "not tried after the workload before: ended after 5 m, the limit is 5 m of wall time");
    return run(
        List.of(
            result(
                50,
                List.of(right(0, 0.003), repeat(1, 0.002)),
                List.of(measurement(0, true, 3_000_000), measurement(2, false, 2_000_000))),
            result(
                100,
                List.of(CaseResults.failed(0, 0, CaseKind.SAMPLE, Status.TIMEOUT, timeout)),
                List.of(
                    ended(1, new Ending.Killed(Limit.WALL, 300_000_000_000L, 300_001_000_000L)))),
            result(
                400,
                List.of(CaseResults.failed(0, 0, CaseKind.SAMPLE, Status.LOST, notTried)),
                List.of())));
  }

  private static PointResult largest() {
    var cases = new ArrayList<CaseResult>();
    var measurements = new ArrayList<ProgramMeasurement>();
    cases.add(right(0, 0.120));
    measurements.add(measurement(2, true, 120_000_000));
    for (int place = 1; place < 5; place++) {
      cases.add(repeat(place, 0.110 + place / 1_000.0));
      measurements.add(measurement(2 + place, false, 110_000_000 + place * 1_000_000L));
    }
    cases.add(
        CaseResults.failed(
            5,
            5,
            CaseKind.SAMPLE,
            Status.CRASHED,
            new Cause(Cause.Code.EXIT, "exited with code 3 and said nothing")));
    measurements.add(measurement(7, false, 1_000_000));
    return result(400, cases, measurements);
  }

  /// @param seconds wall time
  public static CaseResult right(int place, double seconds) {
    return ok(place, seconds, new Verification(true, Map.of("max_abs_err", 1e-9), ""));
  }

  /// @param seconds wall time
  public static CaseResult repeat(int place, double seconds) {
    return ok(place, seconds, null);
  }

  private static CaseResult ok(int place, double seconds, @Nullable Verification verification) {
    return new CaseResult(
        place,
        place,
        CaseKind.SAMPLE,
        Status.OK,
        null,
        null,
        seconds,
        null,
        (long) (seconds * 1e9),
        null,
        CaseResults.quiet(),
        List.of(),
        verification,
        Map.of("expected", Runs.hex(64, 5)),
        verification == null ? Map.of() : Map.of("stdout", Runs.hex(64, 6)),
        "",
        List.of(),
        List.of());
  }

  /// @param wallNanos of the process
  public static ProgramMeasurement measurement(int order, boolean verified, long wallNanos) {
    return new ProgramMeasurement(
        order,
        verified,
        Runs.STARTED.plusSeconds(order),
        process(new Ending.Exited(0), wallNanos, verified),
        List.of(new ProcessorUse(0, 10_000_000, 110_000_000), new ProcessorUse(1, 120_000_000, 0)));
  }

  /// A verified one that was not right.
  public static ProgramMeasurement ended(int order, Ending ending) {
    long wallNanos = ending instanceof Ending.Killed killed ? killed.reached() : 1_000_000;
    return new ProgramMeasurement(
        order, true, Runs.STARTED.plusSeconds(order), process(ending, wallNanos, true), List.of());
  }

  private static ProcessResult process(Ending ending, long wallNanos, boolean verified) {
    ProcessResult usual = PointResults.process(ending, 2, null);
    var cost = usual.cost();
    return new ProcessResult(
        ending,
        usual.evidence(),
        new Cost(
            wallNanos,
            wallNanos * 9 / 10,
            wallNanos * 8 / 10,
            wallNanos / 10,
            (1 << 20) + wallNanos % MOST_MEMORY,
            cost.peakChargedBytes(),
            cost.pageCacheBytes(),
            cost.blockReadBytes(),
            cost.blockWriteBytes(),
            cost.cpuPressureNanos(),
            cost.ioPressureNanos(),
            cost.memoryPressureNanos(),
            cost.voluntarySwitches(),
            cost.involuntarySwitches(),
            cost.pageFaults(),
            cost.majorPageFaults(),
            cost.peakProcesses()),
        usual.noise(),
        usual.memory(),
        verified ? new LogFile("answers/n50/000000/stdout", 12, 12, false) : null,
        usual.stderr());
  }

  private static PointResult result(
      long n, List<CaseResult> cases, List<ProgramMeasurement> measurements) {
    return result(new Point("n" + n, Map.of("n", BigDecimal.valueOf(n))), cases, measurements);
  }

  /// @param measurements one for each case that was executed
  public static PointResult result(
      Point point, List<CaseResult> cases, List<ProgramMeasurement> measurements) {
    return new PointResult(
        point.name(),
        point.params(),
        Map.of(),
        null,
        null,
        List.of(new StageClock("make", 1_000_000), new StageClock("cases", 2_000_000)),
        null,
        null,
        List.of(),
        null,
        null,
        cases,
        List.of(),
        List.of(),
        measurements);
  }

  private static Run run(List<PointResult> results) {
    List<Point> points = results.stream().map(one -> new Point(one.point(), one.params())).toList();
    Run run = Runs.failedBuild();
    Job job = Runs.job(points);
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        RunState.FINISHED,
        null,
        new Job(
            job.implementation(),
            job.source(),
            null,
            job.solutionImage(),
            "game/spectral-norm",
            job.bundleVersion(),
            "Spectral norm",
            job.bundleHash(),
            job.bundleImage(),
            Protocol.PROGRAM,
            points,
            new Seeds(List.of(0L)),
            new Sample(new Seeds(List.of(0L)), 0, 0),
            new Bar(BigDecimal.ONE, List.of()),
            new Score(Score.SECONDS, Fold.MIN, job.score().better(), job.score().selfReported()),
            job.limits(),
            job.bundleLimits(),
            job.requires(),
            null,
            ProgramRules.DEFAULT),
        run.machine(),
        run.machineClass(),
        run.environment(),
        Window.PROCESS,
        run.seedSecret(),
        run.stages(),
        null,
        results);
  }
}
