package dev.assay.platform.report;

import dev.assay.core.bundle.Point;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.EncryptedPoint;
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
/// @param measurements of a program; absent under other protocols
/// @param noise absent when nothing is known of any case's noise
/// @param encrypted absent under other protocols than `encrypted`
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
    @Nullable MeasurementTable measurements,
    @Nullable NoiseTable noise,
    @Nullable EncryptedView encrypted,
    List<LogView> logs) {
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
          null,
          null,
          List.of());
    }
    ProcessResult process = ProgramProcess.shown(result);
    MeasurementTable measurements = MeasurementTable.of(result);
    return new PointView(
        anchor,
        true,
        name,
        params + derived(result),
        verdictView,
        result.cases().isEmpty()
            ? null
            : SeedStrip.of(run.job().score(), result.cases(), run.job().procedure() != null),
        MemoryChart.find(process),
        MemoryChart.whyNone(process),
        StageBar.of(result.stages()),
        ProcessFacts.of(result, process),
        SampleQuality.of(run.job().score(), result.cases()).sentences().stream()
            .map(SafeText::oneLine)
            .toList(),
        result.remarks().stream().map(SafeText::oneLine).toList(),
        result.suspicions().stream().map(Suspicion::text).map(SafeText::oneLine).toList(),
        result.cases().isEmpty() || measurements != null ? null : CaseTable.of(result.cases()),
        measurements,
        NoiseTable.of(result.cases()),
        EncryptedView.of(run.job(), result),
        logs(result, logs));
  }

  private static String derived(PointResult result) {
    return result.derived().isEmpty()
        ? ""
        : "; derived " + SafeText.oneLine(Words.params(result.derived()));
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
            Stream.of(log("Standard error of the solution", ProgramProcess.shown(result), texts)),
            retries,
            stages(result)
                .map(one ->
                    log(
                        "Standard error of " + SafeText.oneLine(one.stage()),
                        one.process(),
                        texts)),
            Stream.of(
                log("Output of the bundle's make", result.make(), texts),
                log("Output of the bundle's verify", result.verify(), texts)))
        .flatMap(parts -> parts)
        .flatMap(java.util.Optional::stream)
        .toList();
  }

  private static Stream<EncryptedPoint.StageProcess> stages(PointResult result) {
    EncryptedPoint encrypted = result.encrypted();
    return encrypted == null ? Stream.empty() : encrypted.processes().stream();
  }

  private static java.util.Optional<LogView> log(
      String title, @Nullable ProcessResult process, Map<String, String> texts) {
    return process == null
        ? java.util.Optional.empty()
        : java.util.Optional.ofNullable(LogView.of(title, process.stderr(), texts));
  }
}
