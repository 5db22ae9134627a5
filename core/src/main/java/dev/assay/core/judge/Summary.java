package dev.assay.core.judge;

import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The folds of a point's score over the ok cases of the sample; warm-up and fresh cases are timed
/// apart.
///
/// @param values every value that was folded, in hand-over order
public record Summary(List<Double> values) {
  public Summary {
    values = List.copyOf(values);
  }

  /// The values of `score` in `cases` of one kind that are ok and have the metric.
  public static Summary of(Score score, CaseKind kind, List<CaseResult> cases) {
    var values = new ArrayList<Double>();
    for (CaseResult result : cases) {
      if (result.kind() == kind && result.status() == Status.OK) {
        scoreOf(score, result).ifPresent(values::add);
      }
    }
    return new Summary(values);
  }

  private static OptionalDouble scoreOf(Score score, CaseResult result) {
    if (score.metric().equals(Score.SECONDS)) {
      Double seconds = result.seconds();
      return seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }
    var verification = result.verification();
    Double metric = verification == null ? null : verification.metrics().get(score.metric());
    return metric == null ? OptionalDouble.empty() : OptionalDouble.of(metric);
  }

  public OptionalDouble fold(Fold fold) {
    return Folding.fold(fold, values);
  }

  public OptionalDouble min() {
    return fold(Fold.MIN);
  }

  public OptionalDouble median() {
    return fold(Fold.MEDIAN);
  }

  public OptionalDouble mean() {
    return fold(Fold.MEAN);
  }

  public OptionalDouble max() {
    return fold(Fold.MAX);
  }
}
