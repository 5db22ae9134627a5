package dev.assay.core.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Adjusts probabilities of several comparisons that are looked at together, so that with
/// probability 0.95 not one of those below 0.05 is there by chance alone (S. Holm, "A simple
/// sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
public final class Holm {
  private Holm() {}

  /// The adjusted probabilities, each at the place of its own.
  public static List<Double> adjust(List<Double> probabilities) {
    int count = probabilities.size();
    List<Integer> order =
        IntStream.range(0, count).boxed().sorted(Comparator.comparing(probabilities::get)).toList();
    var adjusted = new Double[count];
    double largest = 0;
    for (int i = 0; i < count; i++) {
      int place = order.get(i);
      largest = Math.max(largest, Math.min(1, (count - i) * probabilities.get(place)));
      adjusted[place] = largest;
    }
    return List.of(adjusted);
  }
}
