package dev.assay.core.rank;

import dev.assay.core.bundle.Protocol;
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
/// @param isRepeated whether the values are measurements of one and the same, as of a whole program
///   at a workload: their numbers are places in the order, and pair nothing with another entry's
public record Entry(
    String id, @Nullable Double score, Map<Long, Double> values, boolean isRepeated) {
  public Entry {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    if (score != null && !Double.isFinite(score)) {
      score = null;
    }
  }

  /// An entry with a value for each seed.
  public Entry(String id, @Nullable Double score, Map<Long, Double> values) {
    this(id, score, values, false);
  }

  /// The entry of a run's cases at a point, under a protocol.
  public static Entry of(String id, Protocol protocol, Score score, List<CaseResult> cases) {
    Entry one = of(id, score, cases);
    return new Entry(id, one.score(), one.values(), protocol == Protocol.PROGRAM);
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
