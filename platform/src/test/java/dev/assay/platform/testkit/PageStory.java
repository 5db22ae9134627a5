package dev.assay.platform.testkit;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.job.SeedDraw;
import dev.assay.core.protocol.Progress;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.Machine;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Source;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Window;
import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.text.TextHash;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.Runs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.jspecify.annotations.Nullable;

/// What happened on a platform in November 2026: told to its database and its own intake, so that
/// it is judged and ranked as anything is, and the same each time, ids and times included.
final class PageStory {
  static final Instant BEGIN = Instant.parse("2026-11-01T08:00:00Z");
  static final Instant NOW = Instant.parse("2026-11-29T18:00:00Z");

  static final String POLYMUL = "polymul/negacyclic";
  static final String PRIVATE = "vault/matmul";
  static final String UNTRIED = "graph/triangles";
  static final String CROWDED = "sort/u64";
  static final String ALL_FAILED = "codec/base64";
  static final String ONE_SEED = "stream/quantile";
  static final String SWEEP = "matrix/sweep";
  static final String HOSTILE = "hostile/texts";
  static final String ENCRYPTED = StoryEncrypted.NAME;
  static final String PROGRAMS = StoryPrograms.NAME;

  static final String IMAGE = "sha256:" + TextHash.of("image of November");
  private static final String EARLIER_IMAGE = "sha256:" + TextHash.of("image of October");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int CROWD = 400;

  private final StoryTables tables;
  private final FolderBlobs blobs;
  private final ReportIntake intake;
  private final Map<String, Long> accounts = new LinkedHashMap<>();
  private final Map<String, Runner> runners = new LinkedHashMap<>();
  private final Map<String, String> stored = new HashMap<>();
  private Instant clock = BEGIN;

  PageStory(StoryTables tables, FolderBlobs blobs) {
    this.tables = tables;
    this.blobs = blobs;
    this.intake = new ReportIntake(tables.jdbi(), new StoryLeases(tables));
  }

  private record Runner(long key, String name, Machine machine) {
    Runner with(Machine other) {
      return new Runner(key, name, other);
    }

    RunnerIdentity identity() {
      return new RunnerIdentity(key, StoryTables.idOf("runner " + name), name, "active");
    }
  }

  private static double n(Point point) {
    return point.params().getOrDefault("N", java.math.BigDecimal.ONE).doubleValue();
  }

  private static double littleMebibytes(Point point) {
    return 24 + n(point) / 512.0;
  }

  /// n log n, or so.
  private static ToDoubleFunction<Point> transform(double factor) {
    return point -> factor * 6e-9 * n(point) * Math.log(n(point)) / Math.log(2);
  }

  private static ToDoubleFunction<Point> power(double factor, double exponent) {
    return point -> factor * Math.pow(n(point), exponent);
  }

  private static MadeUp usual(String name, ToDoubleFunction<Point> seconds, double noise) {
    return new MadeUp(name, seconds, noise, PageStory::littleMebibytes, MadeUp.Trouble.NONE);
  }

  private static MadeUp trouble(String name, MadeUp.Trouble trouble) {
    return new MadeUp(name, transform(1.6), 0.02, PageStory::littleMebibytes, trouble);
  }

  private void later(Duration duration) {
    clock = clock.plus(duration);
    tables.at(clock);
  }

  // All of it ------------------------------------------------------------------------------------

  void tell() {
    tables.at(clock);
    people();
    machines();
    encrypted();
    programs();
    polymul();
    privately();
    untried();
    crowded();
    allFailed();
    oneSeed();
    sweep();
    hostile();
    waiting();
    tables.at(NOW);
    offices();
  }

  private void people() {
    for (String name : List.of("olga", "hana", "henry")) {
      accounts.put(name, tables.account(name, name.equals("olga") ? "operator" : "host"));
    }
    for (String name :
        List.of("ada", "bo", "chen", "dmitri", "eve", "farid", "gita", "x".repeat(64))) {
      accounts.put(name, tables.account(name, "author"));
    }
    accounts.put("<i>mallory</i> 🦊", tables.account("<i>mallory</i> 🦊", "author"));
    accounts.put("rita", tables.account("rita", "author"));
    tables.execute("update account set disabled_at = now() where name = 'farid'");
  }

  private void machines() {
    machine("epyc-1", StoryMachines.epyc("epyc-1", StoryMachines.KERNEL), "quiet", List.of());
    machine("epyc-2", StoryMachines.epyc("epyc-2", StoryMachines.KERNEL), "quiet", List.of("avx2"));
    machine("cloud-xeon-1", StoryMachines.xeon(), "cloud", List.of("avx2", "avx512"));
    machine("arm-1", StoryMachines.neoverse(), "quiet", List.of());
    machine("odd-1", StoryMachines.hostile(), "odd", List.of());
    machine("old-1", StoryMachines.epyc("old-1", "5.10.0-28-amd64"), "quiet", List.of());
    tables.runner("fresh-box", "quiet", List.of());
    tables.execute(
        """
        update runner set state = 'set-aside', faults_in_row = 3,
          state_reason = '3 faults in a row; the last: its lease ran out at attempt 1 of job '
            || 'k3v9q2m0xa' where name = 'arm-1'
        """);
    tables.execute(
        "update runner set state = 'retired', state_reason = 'its disk is worn out' where name = 'old-1'");
    tables.execute(
        "update runner set activity = 'load average 3.1 where 0.5 is the most' where name = 'cloud-xeon-1'");
  }

  private void machine(String name, Machine machine, String pool, List<String> labels) {
    long key = tables.runner(name, pool, labels);
    tables.describe(
        key, machine, machine.cores() - 1, machine.memoryBytes() - (1L << 30), List.of(IMAGE));
    runners.put(name, new Runner(key, name, machine));
  }

  private long account(String name) {
    return accounts.getOrDefault(name, 1L);
  }

  private Runner runner(String name) {
    Runner runner = runners.get(name);
    if (runner == null) {
      throw new IllegalArgumentException(name);
    }
    return runner;
  }

  private StoryTables.Published publish(BundleSpec spec, String host, boolean isPrivate) {
    long benchmark = tables.benchmark(spec.name().text(), account(host), isPrivate);
    return publish(benchmark, spec, IMAGE, host);
  }

  private StoryTables.Published publish(
      long benchmark, BundleSpec spec, String digest, String host) {
    byte[] archive = archive("bundle.toml", "# " + spec.id());
    var published =
        tables.version(
            benchmark, spec, digest, blobs.store(archive), archive.length, account(host));
    tables.audit(account(host), host, "bundle.publish", spec.id(), "hash " + published.hash());
    return published;
  }

  /// A tar with one file, compressed by zstd.
  private static byte[] archive(String name, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    var out = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new ZstdOutputStream(out), "UTF-8")) {
      var entry = new TarArchiveEntry(name);
      entry.setSize(bytes.length);
      tar.putArchiveEntry(entry);
      tar.write(bytes);
      tar.closeArchiveEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  // Encrypted features ---------------------------------------------------------------------------

  /// Before all else, so that nothing else happens at another time than without it.
  private void encrypted() {
    var version = publish(StoryEncrypted.spec(), "hana", false);
    tell(Told.of("chebyshev-7", "ada").language("javascript"), version);
    tell(Told.of("chebyshev-15", "bo").language("javascript"), version);
    tell(Told.of("many-troubles", "chen").language("javascript"), version);
    tell(Told.of("joined-chebyshev-7", "dmitri").language("javascript"), version);
    tell(Told.of("own-program", "eve").language(null), version);
    tell(Told.of("insecure", "gita").language("javascript").ending(RunState.BUILD_FAILED), version);
    clock = BEGIN;
    tables.at(clock);
  }

  // Whole programs -------------------------------------------------------------------------------

  /// Before all else, as what is encrypted.
  private void programs() {
    var version = publish(StoryPrograms.spec(), "hana", false);
    for (int commit = 1; commit <= 2; commit++) {
      tell(Told.of("nbody.gcc-2", "ada").language(null).commit(commit), version);
      later(HOUR);
    }
    tell(Told.of("nbody.gpp-1", "bo").language(null), version);
    tell(Told.of("nbody.java-1", "chen").language(null), version);
    tell(Told.of("nbody.python3-8", "dmitri").language(null), version);
    tell(Told.of("nbody.perl-1", "gita").language(null), version);
    tell(Told.of("nbody.rust-" + "9".repeat(40), "x".repeat(64)).language(null), version);
    tell(Told.of("nbody.node-1", "eve").language(null).ending(RunState.BUILD_FAILED), version);
    clock = BEGIN;
    tables.at(clock);
  }

  // Negacyclic polynomial multiplication ----------------------------------------------------------

  private void polymul() {
    long benchmark = tables.benchmark(POLYMUL, account("hana"), false);
    String title = "Negacyclic polynomial multiplication";
    var first =
        publish(
            benchmark,
            StorySpecs.spec(
                POLYMUL,
                "1.0.0",
                title,
                StorySpecs.family().subList(0, 5),
                StorySpecs.sample(20),
                StorySpecs.SECONDS),
            EARLIER_IMAGE,
            "hana");
    var leader = Told.of("ntt-avx2", "ada").at("epyc-1");
    var flat = usual("ntt-avx2", transform(1.45), 0.008);
    for (int i = 1; i <= 4; i++) {
      later(HOUR.multipliedBy(40));
      tell(leader.commit(i).image(EARLIER_IMAGE).by(flat.named("early" + i)), first);
    }
    tell(Told.of("schoolbook", "hana").at("epyc-1").by(usual("s", power(9e-10, 2), 0.01)), first);
    tell(Told.of("montgomery-lazy", "bo").at("epyc-2").by(usual("m", transform(1.5), 0.02)), first);
    later(HOUR.multipliedBy(30));
    var second =
        publish(
            benchmark,
            StorySpecs.spec(
                POLYMUL,
                "1.1.0",
                title,
                StorySpecs.family(),
                StorySpecs.sample(20),
                StorySpecs.SECONDS),
            IMAGE,
            "hana");
    history(leader, second);
    others(second);
    elsewhere(second);
    live(second);
  }

  /// Six more submissions: another bundle, then another image, a significant step, another kernel.
  private void history(Told leader, StoryTables.Published version) {
    later(HOUR.multipliedBy(24));
    var slow = usual("l", transform(1.45), 0.008);
    tell(leader.commit(5).image(EARLIER_IMAGE).by(slow.named("l5")), version);
    later(HOUR.multipliedBy(48));
    tell(leader.commit(6).by(slow.named("l6")), version);
    var fast = usual("l", transform(1.0), 0.008);
    later(HOUR.multipliedBy(48));
    tell(leader.commit(7).by(fast.named("l7")), version);
    later(HOUR.multipliedBy(48));
    tell(leader.commit(8).by(fast.named("l8")), version);
    runners.put(
        "epyc-1", runner("epyc-1").with(StoryMachines.epyc("epyc-1", StoryMachines.NEWER_KERNEL)));
    later(HOUR.multipliedBy(48));
    tell(leader.commit(9).by(fast.named("l9")), version);
    later(HOUR.multipliedBy(48));
    tell(leader.commit(10).by(fast.named("l10")), version);
  }

  private void others(StoryTables.Published version) {
    later(HOUR);
    var tied = usual("t", transform(1.4), 0.02);
    tell(Told.of("montgomery-lazy", "bo").commit(2).at("epyc-2").by(tied.named("m2")), version);
    tell(Told.of("barrett", "chen").at("epyc-1").by(tied.named("ba")), version);
    tell(
        Told.of("ntt-rust", "dmitri")
            .language("rust")
            .at("epyc-2")
            .by(usual("r", transform(1.9), 0.015)),
        version);
    later(HOUR);
    tell(
        Told.of("karatsuba", "eve").at("epyc-1").by(usual("k", power(7e-9, 1.585), 0.02)), version);
    tell(
        Told.of("schoolbook", "hana")
            .commit(2)
            .at("epyc-1")
            .by(
                new MadeUp(
                    "s2", power(9e-10, 2), 0.01, PageStory::littleMebibytes, MadeUp.Trouble.SLOW)),
        version);
    tell(
        Told.of("big-tables", "gita")
            .at("epyc-2")
            .by(
                new MadeUp(
                    "bt", transform(1.25), 0.03, point -> n(point) / 24, MadeUp.Trouble.OOM)),
        version);
    later(HOUR);
    tell(Told.of("sign-slip", "bo").at("epyc-1").by(trouble("ss", MadeUp.Trouble.WRONG)), version);
    tell(
        Told.of("few-seeds", "chen")
            .at("epyc-2")
            .seeds("1-5")
            .by(usual("fs", transform(1.1), 0.01)),
        version);
    tell(
        Told.of("too-good", "eve").at("epyc-1").by(trouble("tg", MadeUp.Trouble.SUSPECT)), version);
    tell(
        Told.of("own-clock", "dmitri")
            .language(null)
            .at("epyc-2")
            .by(usual("oc", transform(0.9), 0.01)),
        version);
    tell(Told.of("wont-build", "gita").at("epyc-1").ending(RunState.BUILD_FAILED), version);
    tell(Told.of("half-way", "bo").at("epyc-2").ending(RunState.CANCELLED), version);
    tell(Told.of("lost-again", "ada").at("epyc-2").ending(RunState.PLATFORM_ERROR), version);
    tell(
        Told.of("secret-sauce", "eve")
            .isPrivate(true)
            .at("epyc-1")
            .by(usual("sec", transform(1.2), 0.01)),
        version);
  }

  private void elsewhere(StoryTables.Published version) {
    later(HOUR);
    for (String runner : List.of("cloud-xeon-1", "arm-1")) {
      double factor = runner.equals("arm-1") ? 2.2 : 1.3;
      tell(
          Told.of("ntt-avx2", "ada")
              .commit(10)
              .at(runner)
              .by(usual("x" + runner, transform(1.3 * factor), 0.05)),
          version);
      tell(
          Told.of("ntt-rust", "dmitri")
              .language("rust")
              .at(runner)
              .by(usual("y" + runner, transform(1.32 * factor), 0.06)),
          version);
      tell(
          Told.of("barrett", "chen")
              .commit(2)
              .at(runner)
              .by(usual("z" + runner, transform(1.8 * factor), 0.04)),
          version);
    }
  }

  private void live(StoryTables.Published version) {
    later(HOUR);
    tell(
        Told.of("ntt-avx2", "ada")
            .commit(11)
            .at("epyc-2")
            .ending(RunState.RUNNING)
            .by(usual("live", transform(0.95), 0.01)),
        version);
  }

  // The other benchmarks -------------------------------------------------------------------------

  private void privately() {
    var version =
        publish(
            StorySpecs.spec(
                PRIVATE,
                "0.3.0",
                "Matrix products that nobody talks about",
                Runs.points(128, 256),
                StorySpecs.sample(20),
                StorySpecs.SECONDS),
            "henry",
            true);
    later(HOUR);
    tell(Told.of("tiles", "henry").at("epyc-1").by(usual("ti", power(2e-10, 3), 0.01)), version);
    tell(Told.of("naive", "henry").at("epyc-1").by(usual("na", power(9e-10, 3), 0.01)), version);
  }

  private void untried() {
    publish(
        StorySpecs.spec(
            UNTRIED,
            "0.1.0",
            "Counting triangles in a graph",
            Runs.points(1000, 10_000),
            StorySpecs.sample(20),
            StorySpecs.SECONDS),
        "hana",
        false);
  }

  /// 400 entries, some with names of 200 characters.
  private void crowded() {
    var version =
        publish(
            StorySpecs.spec(
                CROWDED,
                "2.0.0",
                "Sorting unsigned 64-bit integers, as everybody does sooner or later",
                Runs.points(65_536),
                StorySpecs.sample(5),
                StorySpecs.SECONDS),
            "henry",
            false);
    later(HOUR);
    var crowd = new StoryCrowd(tables, version, runner("epyc-1").key());
    for (int i = 0; i < CROWD; i++) {
      String name =
          i % 50 == 7 ? "n%03d-".formatted(i) + "very".repeat(49) : "sort-%03d".formatted(i);
      var made =
          i % 40 == 3
              ? trouble("c" + i, MadeUp.Trouble.WRONG)
              : usual("c" + i, power(3e-8 * (1 + i / 60.0), 1), 0.02);
      join(crowd, Told.of(name, i % 2 == 0 ? "bo" : "gita").at("epyc-1").by(made), version);
    }
    crowd.write();
  }

  private void join(StoryCrowd crowd, Told told, StoryTables.Published version) {
    clock = clock.plusSeconds(53);
    Job job = job(told, version);
    String id = StoryTables.idOf("job " + told.idIn(version));
    var run = new OneRun(told, job, id, 0);
    run.point(job.points().getFirst());
    crowd.add(
        new StoryCrowd.Entry(
            new StoryCrowd.Ids(
                implementationId(version.spec().name().text(), told.name()),
                StoryTables.idOf("submission " + told.idIn(version)),
                id),
            account(told.author()),
            told.name(),
            JsonCodec.toJson(solution(told, version)),
            job,
            run.run(RunState.RUNNING, null, null),
            run.run(RunState.FINISHED, null, run.build()),
            Objects.requireNonNull(run.messages.getFirst().point()),
            clock));
  }

  private void allFailed() {
    var version =
        publish(
            StorySpecs.spec(
                ALL_FAILED,
                "1.0.0",
                "Base64 where every answer is wrong",
                Runs.points(1024, 4096),
                StorySpecs.sample(20),
                StorySpecs.SECONDS),
            "hana",
            false);
    later(HOUR);
    for (String name : List.of("lookup", "simd", "naive")) {
      tell(Told.of(name, "bo").at("epyc-1").by(trouble(name, MadeUp.Trouble.ALL_WRONG)), version);
    }
    tell(Told.of("no-make", "bo").at("epyc-1").ending(RunState.BUILD_FAILED), version);
  }

  private void oneSeed() {
    var version =
        publish(
            StorySpecs.spec(
                ONE_SEED,
                "1.0.0",
                "Quantiles of a stream, by items a second",
                Runs.points(4096),
                new Sample(Seeds.parse("7"), 0, 0),
                StorySpecs.RATE),
            "hana",
            false);
    later(HOUR);
    tell(Told.of("kll", "ada").at("epyc-1").by(usual("kll", transform(1), 0.01)), version);
    tell(Told.of("gk", "bo").at("epyc-1").by(usual("gk", transform(3), 0.01)), version);
  }

  /// 100 points and 2,000 cases.
  private void sweep() {
    var version =
        publish(
            StorySpecs.spec(
                SWEEP,
                "1.0.0",
                "A sweep over a hundred sizes",
                StorySpecs.hundred(),
                StorySpecs.sample(15),
                StorySpecs.SECONDS),
            "hana",
            false);
    later(HOUR);
    tell(
        Told.of("blocked", "ada").at("epyc-1").by(usual("blocked", power(1e-9, 2), 0.02)), version);
    tell(Told.of("plain", "chen").at("epyc-1").by(usual("plain", power(2e-9, 2), 0.03)), version);
  }

  private void hostile() {
    String text = Hostile.TEXT.replace("\u0000", "").replace("\uD800", "");
    var version =
        publish(
            StorySpecs.spec(
                HOSTILE, "1.0.0", text, Runs.points(64), StorySpecs.sample(20), StorySpecs.SECONDS),
            "henry",
            false);
    later(HOUR);
    for (String name : List.of(text, "عربي עברית 🦊🏳️‍🌈 " + "名".repeat(180))) {
      tell(
          Told.of(name, "<i>mallory</i> 🦊")
              .repository("https://example.org/" + text)
              .at("odd-1")
              .by(trouble(name, MadeUp.Trouble.HOSTILE)),
          version);
    }
  }

  /// Jobs that wait: for a turn, and for what no runner has.
  private void waiting() {
    later(HOUR);
    var version = waitingFor();
    tell(Told.of("next-1", "ada").ending(null), version);
    tell(Told.of("next-2", "bo").ending(null), version);
    tell(Told.of("next-3", "ada").isPrivate(true).ending(null), version);
    tell(
        Told.of("gpu-dreams", "chen")
            .requires(new Requires("x86_64", 1, DataSize.ofGibibytes(1), 2, List.of("h100")))
            .ending(null),
        version);
  }

  private StoryTables.Published waitingFor() {
    return publish(
        StorySpecs.spec(
            "text/diff",
            "1.0.0",
            "Differences of two texts",
            Runs.points(512),
            StorySpecs.sample(20),
            StorySpecs.SECONDS),
        "hana",
        false);
  }

  // One submission -------------------------------------------------------------------------------

  /// The id of an implementation of the story.
  static String implementationId(String benchmark, String name) {
    return StoryTables.idOf("implementation " + benchmark + name);
  }

  /// The id of the run of a commit of the story.
  static String runId(String bundle, String name, int commit, String elsewhere) {
    return jobId(bundle, name, commit, elsewhere) + "-1";
  }

  static String jobId(String bundle, String name, int commit, String elsewhere) {
    return StoryTables.idOf("job %s %s %d %s".formatted(bundle, name, commit, elsewhere));
  }

  static String submissionId(String bundle, String name, int commit, String elsewhere) {
    return StoryTables.idOf("submission %s %s %d %s".formatted(bundle, name, commit, elsewhere));
  }

  private void tell(Told told, StoryTables.Published version) {
    later(Duration.ofSeconds(400));
    Job job = job(told, version);
    String id = StoryTables.idOf("job " + told.idIn(version));
    long implementation =
        tables.implementation(
            implementationId(version.spec().name().text(), told.name()),
            version.benchmark(),
            account(told.author()),
            told.name(),
            told.isPrivate());
    long submission =
        tables.submission(
            StoryTables.idOf("submission " + told.idIn(version)),
            implementation,
            job,
            JsonCodec.toJson(solution(told, version)),
            account(told.author()));
    long key =
        tables.job(id, version, submission, account(told.author()), job, told.seeds() == null);
    later(Duration.ofSeconds(13));
    if (told.ending() == RunState.PLATFORM_ERROR) {
      lose(told, id, key);
    } else if (told.ending() != null) {
      tables.claim(key, id, 1, runner(told.runner()).key());
      new OneRun(told, job, id, key).tell();
    }
  }

  private void lose(Told told, String id, long key) {
    for (int attempt = 1; attempt <= 3; attempt++) {
      tables.claim(key, id, attempt, runner(told.runner()).key());
      later(Duration.ofSeconds(75));
      tables.loseAttempt(key, attempt, "no heartbeat came for 60 s");
    }
    tables.finish(
        key, 3, "platform-error", "3 attempts were lost: no heartbeat came for 60 s, each time");
    tables.lateReport(
        id + "-1",
        key,
        runner(told.runner()).key(),
        17,
        "the attempt had lost its lease",
        "{\"sequence\":17}");
    tables.lateReport(
        id + "-1",
        key,
        runner(told.runner()).key(),
        18,
        "contradicts what was stored before",
        "{\"sequence\":18}");
  }

  private static SolutionSpec solution(Told told, StoryTables.Published version) {
    return new SolutionSpec(
        told.name(),
        version.spec().name().text() + "@1",
        told.language(),
        "localhost/assay/core",
        "make",
        told.language() == null ? List.of("./fast") : List.of(),
        told.requires(),
        null);
  }

  private static Job job(Told told, StoryTables.Published version) {
    BundleSpec spec = version.spec();
    String commit = TextHash.of("commit %s %d".formatted(told.name(), told.commit()));
    return new Job(
        told.name(),
        new Source(
            told.repository(),
            "solutions/" + told.name().split("[^a-z0-9-]", 2)[0],
            commit.substring(0, 40),
            TextHash.of("tree " + commit)),
        told.language(),
        new ImageIdentity("localhost/assay/core", told.image()),
        spec.name().text(),
        spec.version().toString(),
        spec.title(),
        version.hash(),
        new ImageIdentity("localhost/assay/core", version.digest()),
        spec.protocol(),
        spec.points(),
        told.seeds() == null ? spec.sample().seeds() : Seeds.parse(told.seeds()),
        spec.sample(),
        spec.bar(),
        spec.score(),
        spec.limits(),
        spec.bundleLimits(),
        told.requires(),
        null,
        StoryPrograms.plan(spec),
        StoryEncrypted.plan(spec, told));
  }

  /// Tells what a runner says of one job.
  private final class OneRun {
    private final Told told;
    private final Job job;
    private final String jobId;
    private final long jobKey;
    private final Runner runner;
    private final String secret;
    private final Instant started;
    private final List<ReportMessage> messages = new ArrayList<>();

    OneRun(Told told, Job job, String jobId, long jobKey) {
      this.told = told;
      this.job = job;
      this.jobId = jobId;
      this.jobKey = jobKey;
      this.runner = runner(told.runner());
      this.secret = TextHash.of("secret " + jobId).substring(0, 32);
      this.started = clock.plusMillis(731);
    }

    String runId() {
      return jobId + "-1";
    }

    private Run run(RunState state, @Nullable String reason, @Nullable BuildResult build) {
      boolean runs = state == RunState.RUNNING;
      return new Run(
          Run.FORMAT,
          runId(),
          "0.1.0",
          started,
          runs ? null : started.plusSeconds(173),
          state,
          reason,
          job,
          runner.machine(),
          runner.machine().classOf(job.limits().cpus(), job.limits().memory().bytes()),
          Map.of(
              "runc", "1.1.5",
              "podman", "4.3.1",
              "cgroups", "v2",
              "kernel", runner.machine().kernel(),
              "java", "25+36-LTS"),
          window(),
          secret,
          runs
              ? List.of()
              : List.of(
                  new StageClock("check", 12_345_678),
                  new StageClock("clone", 210_000_000),
                  new StageClock("overlay", 3_100_000),
                  new StageClock("build", 4_870_000_000L),
                  new StageClock("clean", 41_000_000)),
          build,
          List.of(),
          StoryPrograms.program(job));
    }

    private Window window() {
      if (job.procedure() != null) {
        return Window.PROCESS;
      }
      return job.language() == null ? Window.SELF_REPORTED : Window.HARNESS;
    }

    private BuildResult build() {
      boolean failed = told.ending() == RunState.BUILD_FAILED;
      return new BuildResult(
          "make -f assay/build.mk",
          !failed,
          failed ? "the command exited with 2" : null,
          MadeUp.build(failed ? 2 : 0),
          new LogFile("logs/build.log", StoryLogs.BUILD.length(), StoryLogs.BUILD.length(), false));
    }

    private int next() {
      return messages.size() + 1;
    }

    void tell() {
      RunState ending = told.ending() == null ? RunState.FINISHED : told.ending();
      messages.add(ReportMessage.opened(next(), run(RunState.RUNNING, null, null)));
      if (ending == RunState.RUNNING) {
        live();
        return;
      }
      if (ending == RunState.FINISHED) {
        job.points().forEach(point -> point(point));
      } else if (ending == RunState.CANCELLED) {
        point(job.points().getFirst());
      }
      later(Duration.ofMinutes(3));
      send();
      files();
      messages.add(ReportMessage.closed(next(), run(ending, reason(ending), build())));
      send();
    }

    private @Nullable String reason(RunState ending) {
      return switch (ending) {
        case BUILD_FAILED ->
            job.encrypted() == null
                ? "the command exited with 2"
                : EncryptedRuns.refused().stateReason();
        case CANCELLED -> "cancelled by " + told.author();
        case RUNNING, FINISHED, BUNDLE_ERROR, PLATFORM_ERROR -> null;
      };
    }

    private List<CaseResult> point(Point point) {
      if (job.procedure() != null) {
        messages.add(ReportMessage.point(next(), StoryPrograms.at(told, point)));
        return List.of();
      }
      List<PlannedCase> planned =
          new SeedDraw(HexFormat.of().parseHex(secret))
              .draw(point.name(), job.seeds(), job.barSample());
      MadeUp made = told.made();
      PointResult result =
          job.encrypted() != null
              ? StoryEncrypted.at(told, job.encrypted(), point, planned)
              : (made == null ? usual(told.name(), transform(2), 0.02) : made).at(point, planned);
      messages.add(ReportMessage.point(next(), result));
      return result.cases();
    }

    /// Two points are through, and seven cases of the third.
    private void live() {
      messages.add(
          ReportMessage.built(
              next(),
              new ReportMessage.Built(build(), List.of(new StageClock("build", 4_870_000_000L)))));
      point(job.points().get(0));
      point(job.points().get(1));
      int done = messages.size();
      Point third = job.points().get(2);
      List<CaseResult> cases = point(third);
      messages.subList(done, messages.size()).clear();
      cases
          .subList(0, 7)
          .forEach(one ->
              messages.add(
                  ReportMessage.measured(
                      next(), new ReportMessage.Measured(third.name(), 0, one))));
      send();
      files();
      tables.execute(
          "update job set progress = ? where key = ?",
          JsonCodec.toJson(
              new Progress("measuring", third.name(), 3, job.points().size(), 7, cases.size())),
          jobKey);
    }

    private int sent;

    private void send() {
      var batch =
          new ReportBatch("instance", jobId, 1, runId(), messages.subList(sent, messages.size()));
      intake.accept(runner.identity(), batch);
      sent = messages.size();
    }

    private void files() {
      long run = tables.key("select key from run where id = ?", runId());
      file(run, "logs/build.log", StoryLogs.BUILD);
      for (Point point : job.points().subList(0, Math.min(6, job.points().size()))) {
        file(
            run,
            "logs/%s.stderr.log".formatted(point.name()),
            point.name().startsWith("N2048") ? StoryLogs.LONG : StoryLogs.COLOURED);
      }
      byte[] answers = archive("000000/c.bin", "an answer");
      tables.file(
          run,
          "answers/%s/0.tar.zst".formatted(job.points().getFirst().name()),
          blobs.store(answers),
          answers.length);
    }

    private void file(long run, String name, String content) {
      String blob =
          stored.computeIfAbsent(
              content, text -> blobs.store(text.getBytes(StandardCharsets.UTF_8)));
      tables.file(run, name, blob, content.getBytes(StandardCharsets.UTF_8).length);
    }
  }

  // Offices --------------------------------------------------------------------------------------

  /// What hosts, operators and accounts find on their pages.
  private void offices() {
    for (int i = 0; i < 70; i++) {
      tables.audit(
          account("olga"),
          "olga",
          i % 3 == 0 ? "login" : i % 3 == 1 ? "account.change" : "runner.set-aside",
          i % 3 == 2 ? StoryTables.idOf("runner arm-1") : StoryTables.idOf("account bo"),
          i % 3 == 1 ? "role -, disabled -, usual quotas true, waiting -, daily -" : "by a link");
    }
    tables.audit(null, Hostile.TEXT.replace("\u0000", "").replace("\uD800", ""), "login", "", "");
    tables.token(account("ada"), "laptop", List.of("read", "submit"), 90);
    tables.token(account("ada"), "continuous integration", List.of("submit"), 365);
    webhooks();
    tables.token(account("hana"), "publishing", List.of("read", "submit", "publish"), 30);
    tables.execute(
        "update runner set last_seen_at = pg_catalog.now() where name in ('epyc-1', 'epyc-2')");
  }

  /// One that is paused, with what was delivered before and what was given up.
  private void webhooks() {
    long hook =
        tables.key(
            """
            insert into webhook (id, account_key, url, events, secret, paused_at)
            values (?, ?, 'https://hooks.example.org/assay?' || repeat('x', 150),
              '{run.finished,standing.changed}', 'not-a-real-secret', now()) returning key
            """,
            PageWorld.WEBHOOK,
            account("ada"));
    for (int i = 1; i <= 3; i++) {
      tables.execute(
          """
          insert into webhook_delivery (id, webhook_key, event, body, state, attempts,
            attempted_at, status, answer, failure, took_nanos)
          values (?, ?, 'run.finished', '{"event": "run.finished"}', ?, ?, now(), ?, ?, ?, 41000000)
          """,
          StoryTables.idOf("delivery " + i),
          hook,
          i == 2 ? "given-up" : "delivered",
          i == 2 ? 8 : 1,
          i == 2 ? 500 : 204,
          i == 2 ? Hostile.TEXT.replace("\u0000", "").replace("\uD800", "") : "",
          i == 2 ? "it answered 500" : null);
    }
  }
}
