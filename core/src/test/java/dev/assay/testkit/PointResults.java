package dev.assay.testkit;

import dev.assay.core.bundle.Point;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.MachineNoise;
import dev.assay.core.run.MemorySample;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What came of a point, as a runner would write it.
public final class PointResults {
  private static final long MIB = 1L << 20;

  private PointResults() {}

  /// Two warm-up, twenty sample and three fresh cases, all ok.
  public static PointResult passed(Point point) {
    double scale = secondsAt(point);
    List<CaseResult> cases =
        IntStream.range(0, 25).mapToObj(i -> okCase(i, kindOf(i), scale, point)).toList();
    return point(point, null, cases, process(new Ending.Exited(0), 60, stderr(point, 812, 812)));
  }

  /// A case of every status; an out-of-memory kill ends the process.
  public static PointResult everyStatus(Point point) {
    double scale = secondsAt(point);
    var cases = new ArrayList<CaseResult>();
    for (int i = 0; i < 25; i++) {
      cases.add(
          switch (i) {
            case 5 ->
                failed(i, Status.WRONG, Cause.Code.VERIFIER, "the verifier refused the answer")
                    .build();
            case 9 ->
                failed(i, Status.CRASHED, Cause.Code.FAILED, "the solution said: singular matrix")
                    .build();
            case 12 -> okCase(i, kindOf(i), 40 * scale, point);
            case 17 ->
                failed(
                        i,
                        Status.OOM,
                        Cause.Code.OOM_KILL,
                        "the kernel killed it for memory at 1 GiB")
                    .build();
            case 18, 19, 20, 21, 22, 23, 24 ->
                failed(i, Status.LOST, Cause.Code.EARLIER_CASE, "case 17 ended the process")
                    .build();
            default -> okCase(i, kindOf(i), scale, point);
          });
    }
    cases.set(3, CaseResults.of(cases.get(3)).suspicions(List.of(timeOutside())).build());
    cases.set(4, CaseResults.measuredAgain(cases.get(4)));
    return new PointResult(
        point.name(),
        point.params(),
        Map.of("L", BigDecimal.TWO),
        null,
        null,
        stages(),
        31_000_000L,
        process(
            new Ending.Killed(Limit.MEMORY, 1 << 30, 1 << 30), 80, stderr(point, 3_500_000, MIB)),
        List.of(process(new Ending.Exited(0), 2, null)),
        process(new Ending.Exited(0), 10, null),
        process(new Ending.Exited(0), 10, null),
        cases,
        List.of("the answer folder of case 9 holds a FIFO, which was left out"),
        List.of(
            new Suspicion(
                Suspicion.Code.KNOWN_SEEDS_FASTER,
                "the median is 1.1e-05 s on 14 known seeds and 4.4e-05 s on 3 fresh ones"
                    + " (rank-sum test, p = 0.0015)")));
  }

  /// Five of the sample's twenty seeds.
  public static PointResult fewSeeds(Point point) {
    List<CaseResult> cases =
        IntStream.range(0, 10)
            .mapToObj(i ->
                okCase(
                    i,
                    i < 2 ? CaseKind.WARMUP : i < 7 ? CaseKind.SAMPLE : CaseKind.FRESH,
                    5e-5,
                    point))
            .toList();
    return point(point, null, cases, process(new Ending.Exited(0), 12, null));
  }

  /// One case, of the sample.
  public static PointResult oneCase(Point point) {
    return point(
        point,
        null,
        List.of(okCase(0, CaseKind.SAMPLE, 2e-3, point)),
        process(new Ending.Exited(0), 1, null));
  }

  /// A failing `init`: the first case crashed, all others are lost.
  public static PointResult onlyLost(Point point) {
    var cases = new ArrayList<CaseResult>();
    cases.add(failed(0, Status.CRASHED, Cause.Code.INIT, "init exited with 1").noBracket().build());
    for (int i = 1; i < 25; i++) {
      cases.add(
          failed(i, Status.LOST, Cause.Code.EARLIER_CASE, "case 0 ended the process").build());
    }
    return point(point, null, cases, process(new Ending.Exited(1), 2, stderr(point, 90, 90)));
  }

  public static PointResult cancelled(Point point) {
    var cases = new ArrayList<CaseResult>();
    for (int i = 0; i < 25; i++) {
      cases.add(
          i < 6
              ? okCase(i, kindOf(i), 1e-3, point)
              : failed(i, Status.LOST, Cause.Code.CANCELLED, "the run was cancelled").build());
    }
    return point(point, null, cases, process(new Ending.Stopped("cancelled"), 8, null));
  }

  /// Nothing was measured since the bundle did not do its work.
  public static PointResult bundleError(Point point, String error) {
    return new PointResult(
        point.name(),
        point.params(),
        Map.of(),
        error,
        null,
        List.of(new StageClock("make", 1_250_000_000L)),
        null,
        null,
        List.of(),
        process(new Ending.Exited(1), 6, stderr(point, 310, 310)),
        null,
        List.of(),
        List.of(),
        List.of());
  }

  /// Windows of the solution's own clock: no bracket, no CPU time per case.
  public static PointResult selfReported(Point point) {
    List<CaseResult> cases =
        IntStream.range(0, 25)
            .mapToObj(i ->
                CaseResults.of(okCase(i, kindOf(i), 2e-4, point))
                    .noBracket()
                    .note("cache warm")
                    .build())
            .toList();
    return point(point, null, cases, process(new Ending.Exited(0), 30, null));
  }

  static PointResult hostile(Point point) {
    String text = Hostile.TEXT;
    CaseResult odd =
        CaseResults.of(okCase(0, CaseKind.SAMPLE, 1e-4, point))
            .status(Status.WRONG, new Cause(Cause.Code.VERIFIER, text))
            .note(text)
            .remarks(List.of(text))
            .suspicions(List.of(new Suspicion(Suspicion.Code.CPU_BETWEEN_CASES, text)))
            .verification(new Verification(false, Map.of("max_abs_err", 1e300), text))
            .build();
    return new PointResult(
        point.name(),
        point.params(),
        Map.of(),
        null,
        text,
        stages(),
        1L,
        process(new Ending.Stopped(text), 3, stderr(point, 10, 10)),
        List.of(),
        null,
        null,
        List.of(odd),
        List.of(text),
        List.of(new Suspicion(Suspicion.Code.KNOWN_SEEDS_FASTER, text)));
  }

  /// A point without errors.
  public static PointResult point(
      Point point,
      @Nullable String bundleError,
      List<CaseResult> cases,
      @Nullable ProcessResult process) {
    return new PointResult(
        point.name(),
        point.params(),
        Map.of("L", BigDecimal.TWO),
        bundleError,
        null,
        stages(),
        31_234_567L,
        process,
        List.of(),
        process(new Ending.Exited(0), 10, null),
        process(new Ending.Exited(0), 10, null),
        cases,
        List.of(),
        List.of());
  }

  private static double secondsAt(Point point) {
    return point.params().getOrDefault("N", BigDecimal.ONE).doubleValue() * 1.1e-8;
  }

  static CaseKind kindOf(int index) {
    if (index < 2) {
      return CaseKind.WARMUP;
    }
    return index == 7 || index == 15 || index == 22 ? CaseKind.FRESH : CaseKind.SAMPLE;
  }

  static CaseResult okCase(int index, CaseKind kind, double scale, Point point) {
    var random = new Random(31L * index + point.name().hashCode());
    double seconds = Math.rint(scale * (1 + 0.15 * Math.abs(random.nextGaussian())) * 1e9) / 1e9;
    return CaseResults.ok(index, seedOf(index, kind), kind, seconds);
  }

  static long seedOf(int index, CaseKind kind) {
    if (kind != CaseKind.SAMPLE) {
      return 4_503_599_627_370_496L + 1_000_003L * index;
    }
    int place = index - (index > 22 ? 5 : index > 15 ? 4 : index > 7 ? 3 : 2);
    return 1L + Math.floorMod(7 * place, 20);
  }

  private static CaseResults failed(int index, Status status, Cause.Code code, String text) {
    CaseKind kind = kindOf(index);
    return CaseResults.of(
        CaseResults.failed(index, seedOf(index, kind), kind, status, new Cause(code, text)));
  }

  private static Suspicion timeOutside() {
    return new Suspicion(
        Suspicion.Code.TIME_OUTSIDE_WINDOW,
        "the bracket is 41.2 ms, the window 11.3 µs; reading and writing 16 KiB explains 2 ms");
  }

  private static List<StageClock> stages() {
    return List.of(
        new StageClock("make", 1_250_000_000L),
        new StageClock("inspect", 4_000_000),
        new StageClock("start", 5_200_000),
        new StageClock("init", 31_234_567L),
        new StageClock("cases", 640_000_000),
        new StageClock("collect", 12_000_000),
        new StageClock("verify", 980_000_000),
        new StageClock("clean", 8_000_000));
  }

  private static LogFile stderr(Point point, long bytes, long kept) {
    return new LogFile("points/%s/stderr.log".formatted(point.name()), bytes, kept, bytes > kept);
  }

  static ProcessResult process(Ending ending, int samples, @Nullable LogFile stderr) {
    boolean killed = ending instanceof Ending.Killed;
    boolean exited = ending instanceof Ending.Exited;
    return new ProcessResult(
        ending,
        new Evidence(
            killed ? 1L : 0L,
            1 << 30,
            killed ? 1L << 30 : 300 * MIB,
            killed ? "kernel" : exited ? null : "runner",
            0,
            ending instanceof Ending.Exited(int code) ? code : null,
            exited ? null : 9,
            0L),
        new Cost(
            samples * 200_000_000L,
            samples * 190_000_000L,
            samples * 180_000_000L,
            samples * 10_000_000L,
            killed ? (1L << 30) - 4 * MIB : 180 * MIB,
            killed ? 1L << 30 : 300 * MIB,
            12 * MIB,
            0L,
            4_096L,
            1_200_000L,
            0L,
            null,
            412L,
            9L,
            45_210L,
            0L,
            3L),
        new MachineNoise(20_000_000L, null, 0.42),
        profile(samples, killed),
        null,
        stderr);
  }

  private static List<MemorySample> profile(int samples, boolean killed) {
    var random = new Random(samples);
    var profile = new ArrayList<MemorySample>();
    for (int i = 0; i < samples; i++) {
      double share = (i + 1) / (double) samples;
      long anonymous =
          killed
              ? (long) ((1 << 30) * Math.min(1, share * share))
              : (long) (170 * MIB * Math.min(1, 3 * share)) + random.nextInt(1 << 20);
      profile.add(
          new MemorySample(
              i * 200_000_000L, anonymous, 4 * MIB, 2 * MIB, (long) (100 * MIB * share)));
    }
    return profile;
  }
}
