package dev.assay.platform.report;

import dev.assay.core.bundle.Point;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Cost;
import dev.assay.core.run.MachineNoise;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Suspicion;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One point on the page.
///
/// @param anchor id of its section
/// @param hasResult whether there is more to show than the verdict
/// @param strip absent when nothing was measured
/// @param memory absent when there are fewer than two samples
/// @param quality what the numbers do not tell, in sentences
/// @param noise absent when nothing is known of any case's noise
/// @param memoryNote why there is no drawing, or empty
record PointView(
    String anchor,
    boolean hasResult,
    String name,
    String params,
    VerdictView verdict,
    @Nullable SeedStrip strip,
    @Nullable MemoryChart memory,
    String memoryNote,
    List<StageBar> stages,
    List<Fact> process,
    List<String> quality,
    List<String> remarks,
    List<String> suspicions,
    @Nullable CaseTable cases,
    @Nullable NoiseTable noise,
    List<LogView> logs) {
  /// @param word `pass`, `fail` or `not judged`
  /// @param symbol beside the word, for the eye
  record VerdictView(String word, String symbol, String style, String reason) {
    static VerdictView of(Verdict verdict) {
      String reason = SafeText.oneLine(verdict.reason());
      return switch (verdict.outcome()) {
        case PASS -> new VerdictView("pass", "✓", "pass", reason);
        case FAIL -> new VerdictView("fail", "✗", "fail", reason);
        case NOT_JUDGED -> new VerdictView("not judged", "–", "open", reason);
      };
    }
  }

  static PointView of(
      Run run,
      Point point,
      int place,
      @Nullable PointResult result,
      Verdict verdict,
      Map<String, String> logs) {
    String anchor = "point-" + (place + 1);
    VerdictView verdictView = VerdictView.of(verdict);
    String name = SafeText.oneLine(point.name());
    String params = SafeText.oneLine(Words.params(point.params()));
    if (result == null) {
      return new PointView(
          anchor,
          false,
          name,
          params,
          verdictView,
          null,
          null,
          "",
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          null,
          null,
          List.of());
    }
    ProcessResult process = result.process();
    return new PointView(
        anchor,
        true,
        name,
        params + derived(result),
        verdictView,
        result.cases().isEmpty() ? null : SeedStrip.of(run.job().score(), result.cases()),
        chart(process),
        memoryNote(process),
        StageBar.of(result.stages()),
        process(result),
        SampleQuality.of(run.job().score(), result.cases()).sentences().stream()
            .map(SafeText::oneLine)
            .toList(),
        result.remarks().stream().map(SafeText::oneLine).toList(),
        result.suspicions().stream().map(Suspicion::text).map(SafeText::oneLine).toList(),
        result.cases().isEmpty() ? null : CaseTable.of(result.cases()),
        NoiseTable.of(result.cases()),
        logs(result, logs));
  }

  private static String derived(PointResult result) {
    return result.derived().isEmpty()
        ? ""
        : "; derived " + SafeText.oneLine(Words.params(result.derived()));
  }

  private static @Nullable MemoryChart chart(@Nullable ProcessResult process) {
    return process == null || process.memory().size() < 2
        ? null
        : MemoryChart.of(process.memory(), process.evidence().memoryLimitBytes());
  }

  private static String memoryNote(@Nullable ProcessResult process) {
    return process == null || process.memory().size() >= 2
        ? ""
        : "The process was over before a profile could be drawn: %d %s."
            .formatted(
                process.memory().size(), process.memory().size() == 1 ? "sample" : "samples");
  }

  private static List<LogView> logs(PointResult result, Map<String, String> texts) {
    var retries =
        IntStream.range(0, result.retries().size())
            .mapToObj(i ->
                log(
                    "Standard error when measuring again, %d of %d"
                        .formatted(i + 1, result.retries().size()),
                    result.retries().get(i),
                    texts));
    return Stream.of(
            Stream.of(log("Standard error of the solution", result.process(), texts)),
            retries,
            Stream.of(
                log("Output of the bundle's make", result.make(), texts),
                log("Output of the bundle's verify", result.verify(), texts)))
        .flatMap(parts -> parts)
        .flatMap(java.util.Optional::stream)
        .toList();
  }

  private static java.util.Optional<LogView> log(
      String title, @Nullable ProcessResult process, Map<String, String> texts) {
    return process == null
        ? java.util.Optional.empty()
        : java.util.Optional.ofNullable(LogView.of(title, process.stderr(), texts));
  }

  private static List<Fact> process(PointResult result) {
    var facts = new Fact.Facts();
    ProcessResult process = result.process();
    if (process == null) {
      return facts.list();
    }
    facts.add("ended", Words.ending(process.ending()));
    facts.add("init", Amount.ofNanos(result.initNanos()));
    addCost(facts, process.cost());
    MachineNoise noise = process.noise();
    if (noise != null) {
      facts.add("steal", Amount.ofNanos(noise.stealNanos()));
      facts.add("throttled", Amount.ofNanos(noise.throttledNanos()));
      facts.add("load average", Amount.ofNumber(noise.loadAverage()));
    }
    if (!result.retries().isEmpty()) {
      facts.add(
          "measured again",
          "%d more %s"
              .formatted(
                  result.retries().size(), result.retries().size() == 1 ? "process" : "processes"));
    }
    if (process.evidence().leftBehind() > 0) {
      facts.add("left behind", "%d processes".formatted(process.evidence().leftBehind()));
    }
    return facts.list();
  }

  private static void addCost(Fact.Facts facts, Cost cost) {
    facts
        .add("wall time", Amount.ofNanos(cost.wallNanos()))
        .add("CPU time", Amount.ofNanos(cost.cpuNanos()))
        .add("user", Amount.ofNanos(cost.cpuUserNanos()))
        .add("system", Amount.ofNanos(cost.cpuSystemNanos()))
        .add("peak memory", Amount.ofBytes(cost.peakMemoryBytes()))
        .add("peak charge", Amount.ofBytes(cost.peakChargedBytes()))
        .add("page cache at the end", Amount.ofBytes(cost.pageCacheBytes()))
        .add("read from disk", Amount.ofBytes(cost.blockReadBytes()))
        .add("written to disk", Amount.ofBytes(cost.blockWriteBytes()))
        .add("waited for CPU", Amount.ofNanos(cost.cpuPressureNanos()))
        .add("waited for IO", Amount.ofNanos(cost.ioPressureNanos()))
        .add("waited for memory", Amount.ofNanos(cost.memoryPressureNanos()))
        .add("gave up the CPU", Amount.ofCount(cost.voluntarySwitches()))
        .add("lost the CPU", Amount.ofCount(cost.involuntarySwitches()))
        .add("page faults", Amount.ofCount(cost.pageFaults()))
        .add("of these from disk", Amount.ofCount(cost.majorPageFaults()))
        .add("processes and threads", Amount.ofCount(cost.peakProcesses()));
  }
}
