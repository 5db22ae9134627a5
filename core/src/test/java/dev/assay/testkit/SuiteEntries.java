package dev.assay.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.bundle.Workload;
import dev.assay.core.game.GameStatus;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Measurements of suites, a second apart. Used by one thread.
public final class SuiteEntries {
  /// Of each program, the smallest first.
  public static final List<Long> WORKLOADS = List.of(50L, 100L, 5_000L);

  private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

  private final List<SuiteEntry> entries = new ArrayList<>();
  private ProgramIdentity identity = identity("h");
  private @Nullable String assayVersion = "0.1.0";

  private static ProgramIdentity identity(String bundle) {
    return new ProgramIdentity(
        Runs.hex(64, 3),
        List.of("cc", "-O2", "source"),
        List.of("./program", "--fast mode"),
        "cc (Some Compiler) 12\nand a second line",
        "sha256:" + Runs.hex(64, 4),
        bundle,
        "x86_64, Some CPU, 1 core, 1024 MiB");
  }

  /// A suite with these tasks and languages, each as in `nbody`.
  public static Suite suite(String name, List<String> tasks, List<String> languages) {
    return new Suite(
        name,
        "programs",
        tasks.stream().map(task -> new Suite.Task(task, "bundles/" + task)).toList(),
        languages.stream().map(SuiteEntries::language).toList());
  }

  private static Language language(String name) {
    return new Language(
        name,
        "c",
        "localhost/image",
        List.of("cc", "-O2", "{source}"),
        List.of("./program"),
        List.of("cc", "--version"),
        null);
  }

  /// A bundle with `WORKLOADS`, two repeats and the hash `h`.
  public static TaskBundle bundle(String title) {
    return new TaskBundle(
        new BundleSpec(
            new BundleName("demo/task"),
            Version.parse("1.0.0"),
            title,
            Protocol.PROGRAM,
            "image",
            List.of(),
            null,
            new Signature(Map.of(), Map.of(), Map.of(), Map.of()),
            List.<Point>of(),
            Runs.full().job().barSample(),
            new Bar(BigDecimal.ONE, List.of()),
            Runs.full().job().score(),
            Runs.full().job().limits(),
            new BundleLimits(
                Duration.ofMinutes(1), Duration.ofMinutes(1), DataSize.ofMebibytes(64)),
            false,
            List.of(),
            new ProgramSpec(
                false,
                ExpectedOutput.REFERENCE,
                List.of("python3", "reference.py"),
                OutputComparison.EXACT,
                new ProgramRules(Duration.ofHours(1), Duration.ofMinutes(2), 2),
                WORKLOADS.stream()
                    .map(n ->
                        new Workload("n" + n, n, List.of(Long.toString(n)), null, List.of(), null))
                    .toList())),
        "h");
  }

  /// What was added so far.
  public List<SuiteEntry> all() {
    return List.copyOf(entries);
  }

  /// From now on programs are measured against another bundle.
  public SuiteEntries withBundle(String hash) {
    identity = identity(hash);
    return this;
  }

  /// From now on another Assay measures.
  ///
  /// @param version null for one that did not record it
  public SuiteEntries measuredBy(@Nullable String version) {
    assayVersion = version;
    return this;
  }

  /// A program that is right at the workloads in order, with these times; the last is the largest
  /// workload and its repeats when there are more than workloads.
  public SuiteEntries program(String task, String language, int number, long... millis) {
    for (int i = 0; i < millis.length; i++) {
      right(task, language, number, Math.min(i, WORKLOADS.size() - 1), millis[i]);
    }
    return this;
  }

  /// One measurement that was right.
  public SuiteEntries right(String task, String language, int number, int workload, long millis) {
    int order =
        Math.toIntExact(
            entries.stream()
                .filter(one ->
                    one.task().equals(task)
                        && one.language().equals(language)
                        && one.number() == number)
                .count());
    return add(
        task,
        language,
        number,
        workload,
        GameStatus.OK,
        null,
        ProgramRuns.measurement(order, order < WORKLOADS.size(), millis * 1_000_000));
  }

  /// One that was executed and was not right.
  public SuiteEntries failed(
      String task, String language, int number, int workload, GameStatus status, String remark) {
    return add(
        task,
        language,
        number,
        workload,
        status,
        remark,
        ProgramRuns.measurement(workload, true, 1_000_000));
  }

  /// A program that was not executed, as one that does not build.
  public SuiteEntries refused(
      String task, String language, int number, GameStatus status, String remark) {
    return add(task, language, number, 0, status, remark, null);
  }

  private SuiteEntries add(
      String task,
      String language,
      int number,
      int workload,
      GameStatus status,
      @Nullable String remark,
      @Nullable ProgramMeasurement measurement) {
    entries.add(
        new SuiteEntry(
            START.plusSeconds(entries.size()),
            assayVersion,
            task,
            language,
            number,
            "%s.%s-%d.c".formatted(task, language, number),
            identity,
            300 + 10L * number + language.length(),
            WORKLOADS.get(workload),
            workload,
            status,
            remark,
            null,
            measurement));
    return this;
  }
}
