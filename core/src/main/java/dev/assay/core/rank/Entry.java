package dev.assay.core.rank;

import dev.assay.core.bundle.Score;
import dev.assay.core.judge.Summary;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is ranked: one run's numbers at one point.
///
/// @param id of the run
/// @param score folded as the bundle says; absent when no case has one
/// @param values the score of each ok case of the sample, by seed; a case that was lost has none
public record Entry(String id, @Nullable Double score, Map<Long, Double> values) {
  public Entry {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    if (score != null && !Double.isFinite(score)) {
      score = null;
    }
  }

  /// The entry of a run's cases at a point.
  public static Entry of(String id, Score score, List<CaseResult> cases) {
    var summary = Summary.of(score, CaseKind.SAMPLE, cases).fold(score.fold());
    var values = new TreeMap<Long, Double>();
    for (CaseResult one : cases) {
      Summary.of(score, CaseKind.SAMPLE, List.of(one)).values().stream()
          .filter(Double::isFinite)
          .forEach(value -> values.put(one.seed(), value));
    }
    return new Entry(id, summary.isPresent() ? summary.getAsDouble() : null, values);
  }
}
