package dev.assay.platform.testkit;

import dev.assay.core.bundle.Point;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
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
import dev.assay.core.text.TextHash;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Cases that nobody measured, as noisy as if somebody had. The same call gives the same cases.
///
/// A seed is as hard for one implementation as for the next, besides what each has of noise of its
/// own; so pairs tell more apart than medians do.
///
/// @param name picks the noise
/// @param seconds of a usual case at a point
/// @param noise standard deviation of the logarithm
/// @param peakMebibytes memory at a point
/// @param trouble what goes wrong
record MadeUp(
    String name,
    ToDoubleFunction<Point> seconds,
    double noise,
    ToDoubleFunction<Point> peakMebibytes,
    Trouble trouble) {
  private static final long MIB = 1L << 20;
  private static final double HARDNESS = 0.03;

  /// What goes wrong.
  enum Trouble {
    NONE,
    /// Every fifth answer is refused.
    WRONG,
    /// Every answer is refused.
    ALL_WRONG,
    /// From 8192 on the kernel ends it for memory; what came after is lost.
    OOM,
    /// From 16384 on cases take too long.
    SLOW,
    /// Known seeds take a third of the time.
    SUSPECT,
    /// Every text is unfriendly.
    HOSTILE
  }

  MadeUp named(String other) {
    return new MadeUp(other, seconds, noise, peakMebibytes, trouble);
  }

  private double size(Point point) {
    return point.params().getOrDefault("N", BigDecimal.ONE).doubleValue();
  }

  PointResult at(Point point, List<PlannedCase> planned) {
    var random = new Random(31L * name.hashCode() + point.name().hashCode());
    var cases = new ArrayList<CaseResult>();
    int end = Integer.MAX_VALUE;
    for (PlannedCase one : planned) {
      double usual = seconds(point, one, random);
      if (one.index() > end) {
        cases.add(
            failed(
                one,
                Status.LOST,
                Cause.Code.EARLIER_CASE,
                "case %d ended the process".formatted(end)));
      } else if (trouble == Trouble.OOM && size(point) >= 8192 && one.index() == 9) {
        end = one.index();
        cases.add(
            failed(
                one, Status.OOM, Cause.Code.OOM_KILL, "the kernel killed it for memory at 1 GiB"));
      } else if (trouble == Trouble.SLOW && size(point) >= 16384 && one.index() % 4 == 3) {
        cases.add(failed(one, Status.TIMEOUT, Cause.Code.CASE_LIMIT, "it took longer than 10 s"));
      } else {
        cases.add(measured(one, usual));
      }
    }
    boolean killed = end < Integer.MAX_VALUE;
    return new PointResult(
        point.name(),
        point.params(),
        Map.of("L", BigDecimal.TWO),
        null,
        null,
        stages(cases),
        31_234_567L + random.nextInt(4_000_000),
        process(point, killed, random),
        List.of(),
        helper(),
        helper(),
        cases,
        killed
            ? List.of("the answer folder of case 9 holds a FIFO, which was left out")
            : List.of(),
        suspicions());
  }

  private double seconds(Point point, PlannedCase one, Random random) {
    double hardness = new Random(one.seed() * 7919 + point.name().hashCode()).nextGaussian();
    double usual =
        seconds.applyAsDouble(point)
            * Math.exp(HARDNESS * hardness + noise * random.nextGaussian());
    double warm = one.kind() == CaseKind.WARMUP ? 1.3 * usual : usual;
    double shown = trouble == Trouble.SUSPECT && one.kind() == CaseKind.SAMPLE ? warm / 3 : warm;
    return Math.rint(shown * 1e9) / 1e9;
  }

  private List<Suspicion> suspicions() {
    return trouble == Trouble.SUSPECT
        ? List.of(
            new Suspicion(
                Suspicion.Code.KNOWN_SEEDS_FASTER,
                "the median is a third on 20 known seeds of what it is on 3 fresh ones (rank-sum test, p = 0.0011)"))
        : List.of();
  }

  private CaseResult measured(PlannedCase one, double seconds) {
    boolean wrong =
        trouble == Trouble.ALL_WRONG || (trouble == Trouble.WRONG && one.index() % 5 == 2);
    long window = (long) (seconds * 1e9);
    String said =
        trouble == Trouble.HOSTILE
            ? dev.assay.testkit.Hostile.TEXT.replace("\uD800", "")
            : wrong ? "c[17] differs" : "";
    return new CaseResult(
        one.index(),
        one.seed(),
        one.kind(),
        wrong ? Status.WRONG : Status.OK,
        wrong ? new Cause(Cause.Code.VERIFIER, "the verifier refused the answer") : null,
        null,
        seconds,
        window + 210_000,
        window + 150_000,
        4_000L,
        noise(window, one.index()),
        List.of(),
        new Verification(
            !wrong,
            Map.of(
                "max_abs_err", (wrong ? 1e-2 : 1e-7) / (1 + one.index() % 5), "rate", 1 / seconds),
            said),
        Map.of("a", TextHash.of("a" + one.seed()), "b", TextHash.of("b" + one.seed())),
        Map.of("c", TextHash.of("c" + one.seed())),
        said,
        trouble == Trouble.HOSTILE ? List.of(said) : List.of(),
        List.of());
  }

  private static CaseNoise noise(long window, int index) {
    long other = index % 9 == 4 ? window / 20 : 3_000;
    return new CaseNoise(
        other,
        0L,
        0L,
        index % 13 == 5 ? 10_000_000L : 0L,
        0L,
        2L,
        (long) index % 4,
        14L,
        0L,
        900L,
        420_000L);
  }

  private static CaseResult failed(PlannedCase one, Status status, Cause.Code code, String text) {
    boolean lost = status == Status.LOST;
    return new CaseResult(
        one.index(),
        one.seed(),
        one.kind(),
        status,
        new Cause(code, text),
        lost ? null : ending(status),
        null,
        lost ? null : 10_000_000_000L,
        lost ? null : 9_900_000_000L,
        lost ? null : 4_000L,
        null,
        List.of(),
        lost ? null : new Verification(false, Map.of(), "no answer c"),
        Map.of("a", TextHash.of("a" + one.seed()), "b", TextHash.of("b" + one.seed())),
        Map.of(),
        "",
        List.of(),
        List.of());
  }

  private static CaseEnding ending(Status status) {
    return status == Status.OOM
        ? new CaseEnding(
            new Ending.Killed(Limit.MEMORY, 1 << 30, 1 << 30),
            new Evidence(1L, 1 << 30, 1L << 30, "kernel", 0, null, 9, 0L))
        : new CaseEnding(
            new Ending.Killed(Limit.WALL, 10_000_000_000L, 10_002_170_000L),
            new Evidence(0L, 1 << 30, 300 * MIB, "runner", 0, null, 9, 0L));
  }

  private static List<StageClock> stages(List<CaseResult> cases) {
    long measuring =
        cases.stream().mapToLong(one -> one.bracketNanos() == null ? 0 : one.bracketNanos()).sum();
    return List.of(
        new StageClock("make", 1_250_000_000L),
        new StageClock("inspect", 4_000_000),
        new StageClock("start", 5_200_000),
        new StageClock("init", 31_234_567L),
        new StageClock("cases", measuring),
        new StageClock("collect", 12_000_000),
        new StageClock("verify", 980_000_000),
        new StageClock("clean", 8_000_000));
  }

  private ProcessResult process(Point point, boolean killed, Random random) {
    long peak = killed ? 1L << 30 : (long) (peakMebibytes.applyAsDouble(point) * MIB);
    Ending ending =
        killed ? new Ending.Killed(Limit.MEMORY, 1 << 30, 1 << 30) : new Ending.Exited(0);
    var profile = new ArrayList<MemorySample>();
    int samples = 30;
    for (int i = 0; i < samples; i++) {
      double share = killed ? (i + 1.0) * (i + 1) / samples / samples : Math.min(1, (i + 1) / 8.0);
      long anonymous = (long) (0.95 * peak * share) - random.nextInt((int) (peak / 40));
      profile.add(
          new MemorySample(
              i * 200_000_000L, Math.max(MIB, anonymous), MIB, MIB, (long) (40 * MIB * share)));
    }
    return process(ending, killed, peak, profile, stderr(point));
  }

  private static LogFile stderr(Point point) {
    return new LogFile("logs/%s.stderr.log".formatted(point.name()), 812, 812, false);
  }

  private static ProcessResult process(
      Ending ending,
      boolean killed,
      long peak,
      List<MemorySample> profile,
      @Nullable LogFile stderr) {
    return new ProcessResult(
        ending,
        new Evidence(
            killed ? 1L : 0L,
            1 << 30,
            peak,
            killed ? "kernel" : null,
            0,
            killed ? null : 0,
            killed ? 9 : null,
            0L),
        new Cost(
            profile.size() * 200_000_000L + 10_000_000,
            profile.size() * 190_000_000L,
            profile.size() * 180_000_000L,
            profile.size() * 10_000_000L,
            peak,
            peak + 12 * MIB,
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
        profile,
        null,
        stderr);
  }

  /// A process of the bundle's.
  private static ProcessResult helper() {
    return process(
        new Ending.Exited(0),
        false,
        60 * MIB,
        List.of(new MemorySample(0, 50 * MIB, MIB, MIB, 0)),
        null);
  }

  static ProcessResult build(int exitCode) {
    return process(
        new Ending.Exited(exitCode),
        false,
        300 * MIB,
        List.of(
            new MemorySample(0, 50 * MIB, MIB, MIB, 0),
            new MemorySample(200_000_000L, 280 * MIB, MIB, MIB, 0)),
        null);
  }
}
