package dev.assay.core.rank;

import dev.assay.core.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Probabilities of pairings that are looked at together, adjusted by Holm. Where two programs were
/// measured too seldom to tell anything there was no look, and the others do not pay for it.
final class Adjusted {
  private Adjusted() {}

  /// @param pairings absent where there is nothing to compare
  /// @return at the place of each its adjusted probability; absent with it
  static List<@Nullable Double> of(List<? extends @Nullable Pairing> pairings) {
    var adjusted =
        Holm.adjust(
                pairings.stream()
                    .filter(Objects::nonNull)
                    .filter(Adjusted::isTold)
                    .map(Pairing::p)
                    .toList())
            .iterator();
    var all = new ArrayList<@Nullable Double>();
    for (Pairing pairing : pairings) {
      if (pairing == null) {
        all.add(null);
      } else {
        all.add(isTold(pairing) ? adjusted.next() : Double.valueOf(1));
      }
    }
    return all;
  }

  private static boolean isTold(Pairing pairing) {
    return pairing.unpaired() == null || pairing.interval() != null;
  }
}
