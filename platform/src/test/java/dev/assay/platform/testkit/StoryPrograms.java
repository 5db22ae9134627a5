package dev.assay.platform.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.bundle.Workload;
import dev.assay.core.job.Job;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import dev.assay.core.run.WholeProgram;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.ProgramRuns;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The benchmark for whole programs of the story, and what runners say of its entries.
final class StoryPrograms {
  static final String NAME = "game/n-body";

  private static final List<Long> WORKLOADS = List.of(1_000L, 500_000L, 50_000_000L);

  /// Seconds at the largest workload of entries that are right there.
  private static final Map<String, Double> SECONDS =
      Map.of("nbody.gcc-2", 2.11, "nbody.gpp-1", 2.12, "nbody.java-1", 6.3);

  private StoryPrograms() {}

  static BundleSpec spec() {
    List<Point> points = WORKLOADS.stream().map(StoryPrograms::point).toList();
    Job usual = Runs.job(points);
    return new BundleSpec(
        new BundleName(NAME),
        Version.parse("1.0.0"),
        "N-body: planets around a sun, by whole programs",
        Protocol.PROGRAM,
        "localhost/assay/core",
        List.of("python3", "bundle.py"),
        null,
        new Signature(Map.of(), Map.of(), Map.of(), Map.of()),
        points,
        new Sample(Seeds.parse("0"), 0, 0),
        new Bar(BigDecimal.ONE, List.of()),
        new Score(Score.SECONDS, Fold.MIN, Better.LOWER, SelfReported.MEASURED),
        usual.limits(),
        usual.bundleLimits(),
        false,
        List.of(),
        new ProgramSpec(
            false,
            ExpectedOutput.REFERENCE,
            List.of("python3", "reference.py"),
            OutputComparison.EXACT,
            ProgramRules.DEFAULT,
            WORKLOADS.stream()
                .map(
                    n -> new Workload("n" + n, n, List.of(Long.toString(n)), null, List.of(), null))
                .toList()));
  }

  private static Point point(long n) {
    return new Point("n" + n, Map.of(Workload.PARAMETER, BigDecimal.valueOf(n)));
  }

  /// The plan of an entry; absent under other protocols.
  static @Nullable ProgramRules plan(BundleSpec spec) {
    return spec.program() == null ? null : spec.program().rules();
  }

  /// What was measured; absent under other protocols.
  static @Nullable WholeProgram program(Job job) {
    return job.procedure() == null
        ? null
        : new WholeProgram(List.of("./program"), 700L + job.implementation().length());
  }

  /// What came of a point.
  static PointResult at(Told told, Point point) {
    int place = WORKLOADS.indexOf(point.params().getOrDefault("n", BigDecimal.ONE).longValue());
    boolean isLargest = place == WORKLOADS.size() - 1;
    if (isLargest && !SECONDS.containsKey(told.name())) {
      return failed(told, point, place);
    }
    return right(told, point, place, isLargest);
  }

  private static PointResult right(Told told, Point point, int place, boolean isLargest) {
    double seconds =
        SECONDS.getOrDefault(told.name(), 40.0)
            / (1 + told.commit() % 2 / 20.0)
            * Math.pow(100, place - (WORKLOADS.size() - 1));
    boolean fellBack = told.name().equals("nbody.python3-8") && place == WORKLOADS.size() - 2;
    int repeats = isLargest || fellBack ? ProgramRules.DEFAULT.repeats() : 0;
    var random = new Random(31L * told.name().hashCode() + place);
    var cases = new ArrayList<CaseResult>();
    var measurements = new ArrayList<ProgramMeasurement>();
    for (int i = 0; i <= repeats; i++) {
      double taken = seconds * (1 + 0.02 * random.nextDouble());
      int order = i == 0 ? place : WORKLOADS.size() - 1 + i;
      cases.add(i == 0 ? ProgramRuns.right(i, taken) : ProgramRuns.repeat(i, taken));
      measurements.add(ProgramRuns.measurement(order, i == 0, (long) (taken * 1e9)));
    }
    return ProgramRuns.result(point, cases, measurements);
  }

  private static PointResult failed(Told told, Point point, int place) {
    return switch (told.name()) {
      case "nbody.python3-8" ->
          failed(
              point,
              place,
              Status.TIMEOUT,
              new Cause(Cause.Code.CASE_LIMIT, "ended after 1 h, the limit is 1 h of wall time"),
              new Ending.Killed(Limit.WALL, 3_600_000_000_000L, 3_600_001_000_000L));
      case "nbody.perl-1" ->
          failed(
              point,
              place,
              Status.WRONG,
              new Cause(
                  Cause.Code.VERIFIER,
                  "line 2 is -0.169059906, which is not within 1e-8 of -0.169079859, and 14 more lines of 20 differ from what reference.py prints at n = 50000000"),
              new Ending.Exited(0));
      default ->
          failed(
              point,
              place,
              Status.CRASHED,
              new Cause(Cause.Code.EXIT, "exited with code 101 and said: memory allocation failed"),
              new Ending.Exited(101));
    };
  }

  private static PointResult failed(
      Point point, int place, Status status, Cause cause, Ending ending) {
    return ProgramRuns.result(
        point,
        List.of(CaseResults.failed(0, 0, CaseKind.SAMPLE, status, cause)),
        List.of(ProgramRuns.ended(place, ending)));
  }
}
