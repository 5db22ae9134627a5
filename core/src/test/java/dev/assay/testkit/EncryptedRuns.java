package dev.assay.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.Blob;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.EncryptedPoint.Security;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.core.run.Window;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs of the protocol `encrypted`, as a runner would write them.
public final class EncryptedRuns {
  /// What the author's file says.
  public static final String CONFIG =
      "{\"ring_degree\":8192,\"modulus_bits\":[60,49,49,60],\"scale_bits\":49}";

  private static final Security FITS = new Security(128, 128, 8192, 218, 218);
  private static final List<String> STAGES =
      List.of(
          "encode",
          "encrypt",
          "save",
          "load",
          "run",
          "save-answer",
          "load-answer",
          "decrypt",
          "decode");

  /// How long each of them takes, in nanoseconds.
  private static final long[] NANOS = {
    410_000, 6_300_000, 1_200_000, 1_900_000, 48_700_000, 350_000, 520_000, 1_450_000, 88_000
  };

  private EncryptedRuns() {}

  /// Approximate numbers at three points: one passes, at one a case of every kind fails, at one the
  /// keys do not fit the memory.
  public static Run full() {
    List<Point> points = points(16, 64, 256);
    return run(
        EncryptionScheme.CKKS,
        EncryptedMode.SPLIT,
        RunState.FINISHED,
        null,
        points,
        List.of(
            passed(points.get(0), EncryptionScheme.CKKS),
            failures(points.get(1), planned()),
            keysTooLarge(points.get(2), planned())));
  }

  /// Exact numbers with a noise budget, all right.
  public static Run exact() {
    List<Point> points = points(64);
    return run(
        EncryptionScheme.BFV,
        EncryptedMode.SPLIT,
        RunState.FINISHED,
        null,
        points,
        List.of(passed(points.getFirst(), EncryptionScheme.BFV)));
  }

  /// Client and server in one process.
  public static Run joined() {
    List<Point> points = points(16);
    return run(
        EncryptionScheme.CKKS,
        EncryptedMode.JOINED,
        RunState.FINISHED,
        null,
        points,
        List.of(joined(passed(points.getFirst(), EncryptionScheme.CKKS))));
  }

  /// The same point in one process.
  public static PointResult joined(PointResult split) {
    EncryptedPoint apart = encrypted(split);
    return split.with(
        new EncryptedPoint(
            EncryptedMode.JOINED,
            apart.config(),
            apart.security(),
            List.of(),
            null,
            apart.stages().subList(0, 4),
            List.of(),
            apart.cases().stream()
                .map(one -> with(one, one.failedStage(), List.of(), List.of()))
                .toList()));
  }

  /// A program of its own, which told of its stages.
  public static Run selfReported() {
    List<Point> points = points(16);
    return run(
        EncryptionScheme.CKKS,
        EncryptedMode.SELF_REPORTED,
        RunState.FINISHED,
        null,
        points,
        List.of(selfReported(passed(points.getFirst(), EncryptionScheme.CKKS))));
  }

  /// The same point by a program of its own.
  public static PointResult selfReported(PointResult split) {
    return split.with(
        new EncryptedPoint(
            EncryptedMode.SELF_REPORTED,
            null,
            null,
            List.of(),
            null,
            List.of(new StageClock("keygen", 812_000_000L), new StageClock("init", 35_000_000L)),
            List.of(),
            encrypted(split).cases().stream().map(EncryptedRuns::told).toList()));
  }

  /// Parameters that the table of the standard does not allow.
  public static Run refused() {
    return run(
        EncryptionScheme.CKKS,
        EncryptedMode.SPLIT,
        RunState.BUILD_FAILED,
        "the parameters are refused: 218 bits of modulus at ring degree 4096; for 128 bits of"
            + " security the standard's table allows 109 at most",
        points(16),
        List.of());
  }

  /// Points as `logistic/ckks` would have them.
  public static List<Point> points(int... features) {
    return IntStream.of(features)
        .mapToObj(one -> new Point("features-" + one, Map.of("F", BigDecimal.valueOf(one))))
        .toList();
  }

  /// A point of which all is right: three warm-up, twenty sample and three fresh cases.
  public static PointResult passed(Point point, EncryptionScheme scheme) {
    return passed(point, scheme, planned(), 1);
  }

  /// As above, for these cases.
  ///
  /// @param slower how many times as long each stage takes
  public static PointResult passed(
      Point point, EncryptionScheme scheme, List<PlannedCase> planned, double slower) {
    var cases = new ArrayList<CaseResult>();
    var more = new ArrayList<EncryptedCase>();
    for (int i = 0; i < planned.size(); i++) {
      PlannedCase due = planned.get(i);
      var random = new Random(due.seed() ^ point.name().hashCode());
      EncryptedCase one = through(i, scheme, random, slower);
      more.add(one);
      cases.add(right(due, i, scheme, random, one));
    }
    return result(point, cases, EncryptedMode.SPLIT, more, processes());
  }

  /// What the cases of a point without a platform are.
  public static List<PlannedCase> planned() {
    var planned = new ArrayList<PlannedCase>();
    for (int i = 0; i < 26; i++) {
      CaseKind kind =
          i < 3 ? CaseKind.WARMUP : i == 8 || i == 14 || i == 23 ? CaseKind.FRESH : CaseKind.SAMPLE;
      int sampled = i - (i > 23 ? 6 : i > 14 ? 5 : i > 8 ? 4 : 3);
      long seed =
          kind == CaseKind.SAMPLE
              ? 1 + Math.floorMod(7 * sampled, 20)
              : 4_503_599_627_370_496L + 1_000_003L * i;
      planned.add(new PlannedCase(i, seed, kind));
    }
    return planned;
  }

  /// A point at which a case of every kind fails, and the server ends at case 20.
  public static PointResult failures(Point point, List<PlannedCase> planned) {
    PointResult passed = passed(point, EncryptionScheme.CKKS, planned, 1);
    var cases = new ArrayList<>(passed.cases());
    var more = new ArrayList<>(encrypted(passed).cases());
    fail(
        cases,
        more,
        4,
        Status.WRONG,
        Cause.Code.NO_ANSWER,
        "the returned ciphertexts could not be opened: they belong to another context",
        "load-answer",
        6);
    fail(
        cases,
        more,
        9,
        Status.TIMEOUT,
        Cause.Code.CASE_LIMIT,
        "decode passed its limit of 10 s",
        "decode",
        8);
    fail(
        cases,
        more,
        11,
        Status.CRASHED,
        Cause.Code.FAILED,
        "encode: the solution said: more values than slots",
        "encode",
        0);
    fail(
        cases,
        more,
        20,
        Status.CRASHED,
        Cause.Code.SIGNAL,
        "run: died of signal 11, invalid memory reference",
        "run",
        4);
    for (int i = 21; i < cases.size(); i++) {
      fail(
          cases,
          more,
          i,
          Status.LOST,
          Cause.Code.EARLIER_CASE,
          "case 20 ended the process",
          null,
          3);
    }
    return result(point, cases, EncryptedMode.SPLIT, more, processes());
  }

  /// A point at which the keys do not fit the memory.
  public static PointResult keysTooLarge(Point point, List<PlannedCase> planned) {
    var cases = new ArrayList<CaseResult>();
    var more = new ArrayList<EncryptedCase>();
    for (PlannedCase due : planned) {
      int i = cases.size();
      boolean isFirst = i == 0;
      cases.add(
          CaseResults.failed(
              i,
              due.seed(),
              due.kind(),
              isFirst ? Status.OOM : Status.LOST,
              isFirst
                  ? new Cause(Cause.Code.INIT, "keygen: killed for memory at 1 GiB")
                  : new Cause(Cause.Code.EARLIER_CASE, "case 0 ended the process")));
      more.add(
          new EncryptedCase(
              i,
              0,
              isFirst ? "keygen" : null,
              clocks(new Random(i), 1).subList(0, 1),
              null,
              null,
              List.of(),
              List.of(),
              Map.of()));
    }
    var encrypted =
        new EncryptedPoint(
            EncryptedMode.SPLIT,
            CONFIG,
            FITS,
            List.of(),
            null,
            List.of(),
            List.of(
                new StageProcess("encode", 0, process(new Ending.Exited(0), 3)),
                new StageProcess(
                    "seal", 0, process(new Ending.Killed(Limit.MEMORY, 1 << 30, 1 << 30), 20))),
            more);
    return new PointResult(
            point.name(),
            point.params(),
            Map.of(),
            null,
            null,
            List.of(new StageClock("make", 1_000_000_000L)),
            null,
            null,
            List.of(),
            process(new Ending.Exited(0), 4),
            null,
            cases,
            List.of(),
            List.of())
        .with(encrypted);
  }

  private static void fail(
      List<CaseResult> cases,
      List<EncryptedCase> more,
      int place,
      Status status,
      Cause.Code code,
      String text,
      @Nullable String stage,
      int stagesDone) {
    CaseResult one = cases.get(place);
    EncryptedCase other = more.get(place);
    cases.set(
        place,
        CaseResults.failed(one.index(), one.seed(), one.kind(), status, new Cause(code, text)));
    more.set(
        place,
        new EncryptedCase(
            place,
            0,
            stage,
            other.stages().subList(0, stagesDone),
            stagesDone < 3 ? null : other.ciphertextsIn(),
            stagesDone < 6 ? null : other.ciphertextsOut(),
            stagesDone < 3 ? List.of() : other.sent(),
            stagesDone < 6 ? List.of() : other.returned(),
            stagesDone < 8 ? Map.of() : other.meters()));
  }

  private static EncryptedCase with(
      EncryptedCase one, @Nullable String failedStage, List<Blob> sent, List<Blob> returned) {
    return new EncryptedCase(
        one.index(),
        one.attempt(),
        failedStage,
        one.stages(),
        one.ciphertextsIn(),
        one.ciphertextsOut(),
        sent,
        returned,
        one.meters());
  }

  private static EncryptedCase told(EncryptedCase one) {
    return new EncryptedCase(
        one.index(),
        0,
        null,
        one.stages().stream()
            .filter(stage -> !stage.stage().contains("save") && !stage.stage().contains("load"))
            .toList(),
        2,
        1,
        List.of(),
        List.of(),
        Map.of());
  }

  private static CaseResult right(
      PlannedCase due, int place, EncryptionScheme scheme, Random random, EncryptedCase more) {
    double seconds =
        more.stages().stream()
                .filter(stage -> stage.stage().equals("run"))
                .mapToLong(StageClock::wallNanos)
                .sum()
            / 1e9;
    double worst = Math.rint(100 * (19.5 + random.nextDouble())) / 100;
    return CaseResults.of(CaseResults.ok(place, due.seed(), due.kind(), seconds))
        .verification(
            new Verification(
                true,
                scheme == EncryptionScheme.CKKS
                    ? Map.of(
                        "max_abs_err",
                        Math.pow(2, -worst),
                        "precision_bits_worst",
                        worst,
                        "precision_bits_mean",
                        worst + 3.25)
                    : Map.of("max_abs_err", 0.0),
                ""))
        .build();
  }

  private static EncryptedCase through(
      int place, EncryptionScheme scheme, Random random, double slower) {
    boolean isNarrow = random.nextInt(4) == 0;
    Map<String, BigDecimal> meters =
        scheme == EncryptionScheme.BFV
            ? Map.of("noise_budget_bits", BigDecimal.valueOf(isNarrow ? 21 : 23))
            : ordered(
                "level",
                BigDecimal.ONE,
                "scale_bits",
                BigDecimal.valueOf(49 + random.nextDouble() / 1000)
                    .setScale(6, RoundingMode.HALF_UP));
    return new EncryptedCase(
        place,
        0,
        null,
        clocks(random, slower),
        2,
        1,
        List.of(
            new Blob("ciphertext-000.bin", 393_349, Runs.hex(64, place)),
            new Blob("ciphertext-001.bin", 393_301, Runs.hex(64, place + 1))),
        List.of(new Blob("ciphertext-000.bin", 131_177, Runs.hex(64, place + 2))),
        meters);
  }

  private static Map<String, BigDecimal> ordered(
      String first, BigDecimal one, String second, BigDecimal other) {
    var map = new LinkedHashMap<String, BigDecimal>();
    map.put(first, one);
    map.put(second, other);
    return map;
  }

  private static List<StageClock> clocks(Random random, double slower) {
    var clocks = new ArrayList<StageClock>();
    for (int i = 0; i < STAGES.size(); i++) {
      double by = slower * (1 + 0.06 * Math.abs(random.nextGaussian()));
      clocks.add(new StageClock(STAGES.get(i), Math.round(NANOS[i] * by)));
    }
    return clocks;
  }

  private static List<StageProcess> processes() {
    return List.of(
        new StageProcess("encode", 0, process(new Ending.Exited(0), 3)),
        new StageProcess("seal", 0, process(new Ending.Exited(0), 9)),
        new StageProcess("open", 0, process(new Ending.Exited(0), 4)),
        new StageProcess("decode", 0, process(new Ending.Exited(0), 2)),
        new StageProcess("open", -1, process(new Ending.Exited(0), 2)),
        new StageProcess("decode", -1, process(new Ending.Exited(0), 2)));
  }

  private static ProcessResult process(Ending ending, int samples) {
    return PointResults.process(ending, samples, null);
  }

  private static PointResult result(
      Point point,
      List<CaseResult> cases,
      EncryptedMode mode,
      List<EncryptedCase> more,
      List<StageProcess> processes) {
    PointResult plain = PointResults.point(point, null, cases, process(new Ending.Exited(0), 30));
    return new PointResult(
            plain.point(),
            plain.params(),
            Map.of(),
            null,
            null,
            plain.stages(),
            35_000_000L,
            plain.process(),
            List.of(),
            plain.make(),
            plain.verify(),
            cases,
            List.of(),
            List.of())
        .with(
            new EncryptedPoint(
                mode,
                CONFIG,
                FITS,
                List.of(
                    new Blob("galois.bin", 9_437_512, Runs.hex(64, 7)),
                    new Blob("public.bin", 786_583, Runs.hex(64, 8)),
                    new Blob("relin.bin", 2_359_601, Runs.hex(64, 9))),
                196_737L,
                List.of(
                    new StageClock("keygen", 412_345_678L),
                    new StageClock("save-keys", 61_500_000L),
                    new StageClock("load-keys", 95_200_000L),
                    new StageClock("init", 35_000_000L),
                    new StageClock("load-keys", 4_100_000L)),
                processes,
                more));
  }

  private static EncryptedPoint encrypted(PointResult result) {
    EncryptedPoint encrypted = result.encrypted();
    if (encrypted == null) {
      throw new IllegalStateException("%s is not encrypted".formatted(result.point()));
    }
    return encrypted;
  }

  /// A plan as `logistic/ckks` would have it.
  public static Job job(EncryptionScheme scheme, EncryptedMode mode, List<Point> points) {
    Job job = Runs.job(points);
    boolean isOwn = mode == EncryptedMode.SELF_REPORTED;
    return new Job(
        isOwn ? "chebyshev-own" : "chebyshev-7",
        job.source(),
        isOwn ? null : "javascript",
        job.solutionImage(),
        scheme == EncryptionScheme.BFV ? "inner-product/bfv" : "logistic/ckks",
        job.bundleVersion(),
        scheme == EncryptionScheme.BFV
            ? "Inner product of two encrypted vectors"
            : "Logistic regression on encrypted features",
        job.bundleHash(),
        job.bundleImage(),
        Protocol.ENCRYPTED,
        points,
        Seeds.parse("1-20"),
        new Sample(Seeds.parse("1-20"), 3, 3),
        new Bar(
            new BigDecimal("1.0"),
            List.of(new Requirement("max_abs_err", Fold.MAX, new BigDecimal("1e-4"), null))),
        new Score(Score.SECONDS, Fold.MEDIAN, job.score().better(), job.score().selfReported()),
        job.limits(),
        job.bundleLimits(),
        job.requires(),
        null,
        null,
        new Job.EncryptedPlan(mode, scheme, 128));
  }

  private static Run run(
      EncryptionScheme scheme,
      EncryptedMode mode,
      RunState state,
      @Nullable String reason,
      List<Point> points,
      List<PointResult> results) {
    Run run = Runs.full();
    boolean isRefused = state == RunState.BUILD_FAILED;
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        state,
        reason,
        job(scheme, mode, points),
        run.machine(),
        run.machineClass(),
        run.environment(),
        mode == EncryptedMode.SELF_REPORTED ? Window.SELF_REPORTED : Window.HARNESS,
        run.seedSecret(),
        isRefused ? run.stages().subList(0, 2) : run.stages(),
        isRefused ? null : run.build(),
        results);
  }
}
