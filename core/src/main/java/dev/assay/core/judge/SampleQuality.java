package dev.assay.core.judge;

import dev.assay.core.bundle.Score;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.statistics.SampleShape;
import dev.assay.core.statistics.Spread;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How good the median of a point is. Computed on the way out, from the ok cases of the sample, as
/// the median is.
///
/// @param interval where the median of all seeds lies, at `LEVEL`; absent for fewer than six values
/// @param spread width of the middle half of the values as a share of the median; absent for fewer
///   than four values
/// @param disturbed how many of these cases other work disturbed
/// @param sentences what else there is to say, for people: groups, drift, disturbed and repeated
///   cases. A metric's name is in them as it is: `SafeText` comes on top
public record SampleQuality(
    @Nullable Interval interval, @Nullable Double spread, int disturbed, List<String> sentences) {
  /// Of all intervals that people see.
  public static final double LEVEL = 0.95;

  public SampleQuality {
    sentences = List.copyOf(sentences);
  }

  /// @param cases of one point, in hand-over order
  public static SampleQuality of(Score score, List<CaseResult> cases) {
    List<CaseResult> sample =
        cases.stream()
            .filter(one -> one.kind() == CaseKind.SAMPLE && one.status() == Status.OK)
            .toList();
    List<Double> values =
        Summary.of(score, CaseKind.SAMPLE, cases).values().stream()
            .filter(Double::isFinite)
            .toList();
    List<CaseResult> disturbed = sample.stream().filter(Disturbance::isDisturbed).toList();
    var sentences = new ArrayList<String>();
    sentences.addAll(
        score.metric().equals(Score.SECONDS)
            ? SampleShape.describe(values)
            : SampleShape.describe(values, "values of " + score.metric(), NumberText::of));
    addDisturbed(disturbed, sample.size(), sentences);
    addMeasuredAgain(cases, sentences);
    var spread = Spread.relative(values);
    return new SampleQuality(
        MedianInterval.bootstrap(values, LEVEL).orElse(null),
        spread.isPresent() ? spread.getAsDouble() : null,
        disturbed.size(),
        sentences);
  }

  private static void addDisturbed(
      List<CaseResult> disturbed, int sampleSize, List<String> sentences) {
    double worst =
        disturbed.stream()
            .mapToDouble(one -> Disturbance.shareOfOthers(one).orElse(0))
            .max()
            .orElse(0);
    if (!disturbed.isEmpty()) {
      sentences.add(
          "other work disturbed %d of %d cases and took up to %s of their time"
              .formatted(disturbed.size(), sampleSize, NumberText.percent(worst)));
    }
  }

  private static void addMeasuredAgain(List<CaseResult> cases, List<String> sentences) {
    long again = cases.stream().filter(one -> one.attempts().size() > 1).count();
    if (again > 0) {
      sentences.add(
          "%d %s measured again, since other work had disturbed %s"
              .formatted(
                  again, again == 1 ? "case was" : "cases were", again == 1 ? "it" : "them"));
    }
  }

  /// The interval in words, as in `12.4–13.5 µs`; empty where there is none.
  public String intervalText(Score score) {
    return interval == null ? "" : Words.range(score, interval.low(), interval.high());
  }

  /// The spread in words, as in `8.1 %`; empty where there is none.
  public String spreadText() {
    return spread == null ? "" : NumberText.percent(spread);
  }
}
