package dev.assay.platform.report;

import dev.assay.core.bundle.Score;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Summary;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// One line of the table of points. Folded here, on the way out, from the ok cases of the sample.
///
/// @param interval where the median lies, or empty
/// @param spread of the middle half, or empty
/// @param ok as in `24 of 25`; empty when nothing was measured
record PointRow(
    PointView point,
    String ok,
    Amount min,
    Amount median,
    String interval,
    String spread,
    Amount mean,
    Amount max,
    Amount memory,
    List<String> flags) {

  static PointRow of(Run run, PointView view, @Nullable PointResult result) {
    if (result == null) {
      return new PointRow(
          view,
          "",
          Amount.NONE,
          Amount.NONE,
          "",
          "",
          Amount.NONE,
          Amount.NONE,
          Amount.NONE,
          List.of());
    }
    Score score = run.job().score();
    Summary sample = Summary.of(score, CaseKind.SAMPLE, result.cases());
    SampleQuality quality = SampleQuality.of(score, result.cases());
    long ok = result.cases().stream().filter(one -> one.status() == Status.OK).count();
    return new PointRow(
        view,
        result.cases().isEmpty() ? "" : "%d of %d".formatted(ok, result.cases().size()),
        amount(score, sample.min()),
        amount(score, sample.median()),
        quality.intervalText(score),
        quality.spreadText(),
        amount(score, sample.mean()),
        amount(score, sample.max()),
        Amount.ofBytes(result.process() == null ? null : result.process().cost().peakMemoryBytes()),
        flags(run, result, quality));
  }

  /// The rows with the decimal points of each column below each other.
  static List<PointRow> aligned(List<PointRow> rows) {
    List<Amount> min = Amount.aligned(rows.stream().map(PointRow::min).toList());
    List<Amount> median = Amount.aligned(rows.stream().map(PointRow::median).toList());
    List<Amount> mean = Amount.aligned(rows.stream().map(PointRow::mean).toList());
    List<Amount> max = Amount.aligned(rows.stream().map(PointRow::max).toList());
    List<Amount> memory = Amount.aligned(rows.stream().map(PointRow::memory).toList());
    var aligned = new ArrayList<PointRow>();
    for (int i = 0; i < rows.size(); i++) {
      PointRow row = rows.get(i);
      aligned.add(
          new PointRow(
              row.point(),
              row.ok(),
              min.get(i),
              median.get(i),
              row.interval(),
              row.spread(),
              mean.get(i),
              max.get(i),
              memory.get(i),
              row.flags()));
    }
    return aligned;
  }

  private static Amount amount(Score score, OptionalDouble value) {
    return Amount.ofScore(score, value.isPresent() ? Double.valueOf(value.getAsDouble()) : null);
  }

  private static List<String> flags(Run run, PointResult result, SampleQuality quality) {
    var flags = new ArrayList<String>();
    long suspicions =
        result.suspicions().size()
            + result.cases().stream().mapToLong(one -> one.suspicions().size()).sum();
    if (suspicions > 0) {
      flags.add("suspect");
    }
    if (quality.disturbed() > 0) {
      flags.add(quality.disturbed() + " disturbed");
    }
    if (run.window() == Window.SELF_REPORTED) {
      flags.add("own clock");
    }
    if (run.job().source().isDirty()) {
      flags.add("no commit");
    }
    return flags;
  }
}
