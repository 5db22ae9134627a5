package dev.assay.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.job.Job;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Source;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Window;
import dev.assay.core.solution.Requires;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Runs as a runner would write them. The same call gives the same run.
public final class Runs {
  public static final Instant STARTED = Instant.parse("2026-11-29T20:15:07.123456789Z");

  private static final String HEX = "0123456789abcdef";

  private Runs() {}

  /// A finished run of four points: one passes with everything that a run can hold, one fails with
  /// a case of every status, one has too few seeds, one has a bundle error.
  public static Run full() {
    List<Point> points = points(1024, 2048, 4096, 8192);
    return run(
        RunState.FINISHED,
        null,
        points,
        builtBy("make -f assay/build.mk"),
        List.of(
            PointResults.passed(points.get(0)),
            PointResults.everyStatus(points.get(1)),
            PointResults.fewSeeds(points.get(2)),
            PointResults.bundleError(
                points.get(3), "make wrote 131072 bytes to cases/000000/a.bin, 262144 are due")),
        Window.HARNESS);
  }

  /// The least that a run can hold: it has just begun.
  public static Run minimal() {
    return new Run(
        Run.FORMAT,
        "20261129-201507-4f1c",
        "0.1.0",
        STARTED,
        null,
        RunState.RUNNING,
        null,
        job(points(1024)),
        machine(null),
        machine(null).classOf(1, 1L << 30),
        Map.of(),
        Window.HARNESS,
        "00112233445566778899aabbccddeeff",
        List.of(),
        null,
        List.of());
  }

  public static Run failedBuild() {
    var build =
        new BuildResult(
            "make -f assay/build.mk",
            false,
            "the command exited with 2",
            PointResults.process(new dev.assay.core.run.Ending.Exited(2), 40, null),
            new LogFile("build.log", 4_321, 4_321, false));
    return run(
        RunState.BUILD_FAILED,
        "the build failed: the command exited with 2",
        points(1024, 2048),
        build,
        List.of(),
        Window.HARNESS);
  }

  /// Cancelled during the second of two points; the first is whole.
  public static Run cancelled() {
    List<Point> points = points(1024, 2048);
    return run(
        RunState.CANCELLED,
        "cancelled by Ctrl-C at point N2048-W64",
        points,
        builtBy("make -f assay/build.mk"),
        List.of(PointResults.passed(points.get(0)), PointResults.cancelled(points.get(1))),
        Window.HARNESS);
  }

  /// `make` failed at the only point.
  public static Run bundleError() {
    List<Point> points = points(1024);
    return run(
        RunState.BUNDLE_ERROR,
        "make exited with 1 at the only point",
        points,
        builtBy("make -f assay/build.mk"),
        List.of(PointResults.bundleError(points.get(0), "make exited with 1")),
        Window.HARNESS);
  }

  /// A program with its own clock, measured from a dirty work tree, on a machine in the cloud.
  public static Run selfReported() {
    List<Point> points = points(1024);
    Run run =
        run(
            RunState.FINISHED,
            null,
            points,
            null,
            List.of(PointResults.selfReported(points.get(0))),
            Window.SELF_REPORTED);
    Job job = run.job();
    var source = new Source("/home/ada/polymul", ".", null, hex(64, 9));
    return withJob(run, jobWith(job, source, null));
  }

  /// `count` points of 20 sample, 2 warm-up and 3 fresh cases each.
  public static Run large(int count) {
    List<Point> points = points(IntStream.rangeClosed(1, count).map(i -> 64 * i).toArray());
    return run(
        RunState.FINISHED,
        null,
        points,
        builtBy("make -f assay/build.mk"),
        points.stream().map(PointResults::passed).toList(),
        Window.HARNESS);
  }

  /// Every text that a program, a bundle or a repository can choose is hostile.
  public static Run hostile() {
    String text = Hostile.TEXT;
    List<Point> points = points(1024);
    Run run =
        run(
            RunState.FINISHED,
            text,
            points,
            new BuildResult(text, true, null, null, new LogFile("build.log", 99, 99, false)),
            List.of(PointResults.hostile(points.get(0))),
            Window.HARNESS);
    var source = new Source("https://example.org/" + text, text, hex(40, 3), hex(64, 9));
    return withJob(run, jobWith(run.job(), source, text));
  }

  /// A run with these parts, and the rest as usual.
  public static Run run(
      RunState state,
      @Nullable String stateReason,
      List<Point> points,
      @Nullable BuildResult build,
      List<PointResult> results,
      Window window) {
    Machine machine = machine("KVM");
    return new Run(
        Run.FORMAT,
        "20261129-201507-4f1c",
        "0.1.0",
        STARTED,
        STARTED.plusMillis(93_417),
        state,
        stateReason,
        job(points),
        machine,
        machine.classOf(1, 1L << 30),
        Map.of(
            "runc", "1.1.5",
            "podman", "4.3.1",
            "cgroups", "v2",
            "kernel", "6.1.0-18-amd64",
            "java", "25+36-LTS"),
        window,
        "00112233445566778899aabbccddeeff",
        List.of(
            new StageClock("check", 12_345_678),
            new StageClock("clone", 210_000_000),
            new StageClock("overlay", 3_100_000),
            new StageClock("build", 4_870_000_000L),
            new StageClock("clean", 41_000_000)),
        build,
        results);
  }

  private static Run withJob(Run run, Job job) {
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        run.state(),
        run.stateReason(),
        job,
        run.machine(),
        run.machineClass(),
        run.environment(),
        run.window(),
        run.seedSecret(),
        run.stages(),
        run.build(),
        run.points());
  }

  public static List<Point> points(int... sizes) {
    var points = new ArrayList<Point>();
    for (int size : sizes) {
      var params = new LinkedHashMap<String, BigDecimal>();
      params.put("N", BigDecimal.valueOf(size));
      params.put("W", BigDecimal.valueOf(64));
      points.add(new Point(Point.defaultName(params), params));
    }
    return points;
  }

  public static Job job(List<Point> points) {
    return new Job(
        "ntt",
        new Source("https://example.org/ada/polymul.git", "solutions/ntt", hex(40, 3), hex(64, 9)),
        "cpp",
        new ImageIdentity("localhost/assay/core", "sha256:" + hex(64, 1)),
        "polymul/negacyclic",
        "1.0.0",
        "Negacyclic polynomial multiplication",
        hex(64, 5),
        new ImageIdentity("localhost/assay/core", "sha256:" + hex(64, 1)),
        Protocol.CALL,
        points,
        Seeds.parse("1-20"),
        new Sample(Seeds.parse("1-20"), 2, 3),
        new Bar(
            new BigDecimal("1.0"),
            List.of(new Requirement("max_abs_err", Fold.MAX, new BigDecimal("1e-4"), null))),
        new Score(Score.SECONDS, Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED),
        new Limits(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMinutes(10),
            DataSize.ofGibibytes(1),
            1,
            256,
            DataSize.ofMebibytes(64),
            DataSize.ofMebibytes(1)),
        new BundleLimits(Duration.ofMinutes(5), Duration.ofMinutes(5), DataSize.ofGibibytes(2)),
        new Requires("x86_64", 1, DataSize.ofGibibytes(1), 0, List.of()),
        null);
  }

  private static Job jobWith(Job job, Source source, @Nullable String text) {
    return new Job(
        text == null ? job.implementation() : text,
        source,
        text == null ? null : job.language(),
        text == null ? job.solutionImage() : new ImageIdentity(text, "sha256:" + hex(64, 1)),
        job.bundleName(),
        job.bundleVersion(),
        text == null ? job.bundleTitle() : text,
        job.bundleHash(),
        job.bundleImage(),
        job.protocol(),
        job.points(),
        job.seeds(),
        job.barSample(),
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        job.requires(),
        text == null ? null : Job.MOST_RETRIES);
  }

  public static Machine machine(@Nullable String hypervisor) {
    return new Machine(
        "bench-03",
        "x86_64",
        "AMD EPYC 7763 64-Core Processor",
        8,
        33_565_818_880L,
        hypervisor,
        "6.1.0-18-amd64",
        "Debian GNU/Linux 12 (bookworm)",
        Map.of(
            "governor", "performance",
            "turbo", "off",
            "smt", "off",
            "aslr", "2",
            "thp", "madvise",
            "swap", "none",
            "mitigation.spectre_v2", "Mitigation: Retpolines; STIBP: disabled; RSB filling"),
        List.of(
            MachineFinding.fine("governor", "performance"),
            MachineFinding.noted("address randomisation", "on (2)"),
            MachineFinding.warning(
                "thermal", "processor 3 was throttled 12 times", "look at its cooling")));
  }

  private static BuildResult builtBy(String command) {
    return new BuildResult(
        command,
        true,
        null,
        PointResults.process(new dev.assay.core.run.Ending.Exited(0), 24, null),
        new LogFile("build.log", 187, 187, false));
  }

  /// Hex digits that are always the same.
  public static String hex(int digits, int start) {
    var text = new StringBuilder();
    for (int i = 0; i < digits; i++) {
      text.append(HEX.charAt((start + i * 7 + i / 16) & 15));
    }
    return text.toString();
  }
}
