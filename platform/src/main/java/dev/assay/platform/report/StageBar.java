package dev.assay.platform.report;

import dev.assay.core.run.StageClock;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One stage in a row of stages, one after the other.
///
/// @param x where it begins, in percent of the sum
/// @param width in percent of the sum
/// @param share in words, as in `12 %`
public record StageBar(String stage, Amount time, String x, String width, String share) {
  public static List<StageBar> of(List<StageClock> stages) {
    double sum = Math.max(1, stages.stream().mapToLong(StageClock::wallNanos).sum());
    List<Amount> times =
        Amount.aligned(stages.stream().map(stage -> Amount.ofNanos(stage.wallNanos())).toList());
    var bars = new ArrayList<StageBar>();
    double before = 0;
    for (int i = 0; i < stages.size(); i++) {
      double share = 100 * stages.get(i).wallNanos() / sum;
      bars.add(
          new StageBar(
              SafeText.oneLine(stages.get(i).stage()),
              times.get(i),
              percent(before),
              percent(share),
              share < 0.5 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", share)));
      before += share;
    }
    return bars;
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.2f%%", Math.clamp(value, 0, 100));
  }
}
