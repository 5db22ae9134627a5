package dev.assay.core.rank;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The order of the entries at one point on one class of machine.
///
/// Sorted by the folded score in the bundle's direction; a missing score stands last, whatever the
/// direction. Since all saw the same seeds, each entry is then held against its neighbour, seed by
/// seed (measurements of whole programs without pairs: `Pairing`), and entries that the data cannot
/// tell apart share a rank: 1, 2, 2, 4. The probabilities of all neighbours together are adjusted
/// by Holm.
///
/// Only neighbours are compared, so a shared rank says that each ties with the next, and ties chain
/// (`Chain`).
///
/// Inputs differ in what they cost, so the median of an entry hangs on the few cases in the middle
/// and is noisier than the pairs. Where the score is a median and the pairs of two neighbours show,
/// beyond chance, that the second is the better one, the two change places. Any other fold is the
/// host's word on which cases matter, and is never overruled: there the two share a rank.
///
/// @param places best first
/// @param neighbours each place with the next
/// @param chains shared ranks of three and more
public record Standing(List<Place> places, List<Neighbours> neighbours, List<Chain> chains) {
  public Standing {
    places = List.copyOf(places);
    neighbours = List.copyOf(neighbours);
    chains = List.copyOf(chains);
  }

  /// @param rank from 1; as many as share a rank are left out after it
  /// @param entry id of the entry
  /// @param isShared whether others have the same rank
  public record Place(int rank, String entry, boolean isShared) {}

  /// The standing of entries in any order. The same entries give the same standing: equal scores
  /// are put in the order of their ids.
  public static Standing of(Score score, List<Entry> entries) {
    Better better = score.better();
    var sorted = new ArrayList<>(entries.stream().sorted(order(better)).toList());
    if (score.fold() == Fold.MEDIAN) {
      letPairsDecide(better, sorted);
    }
    List<Neighbours> neighbours = neighbours(better, sorted);
    return new Standing(places(sorted, neighbours), neighbours, chains(sorted, neighbours));
  }

  private static Comparator<Entry> order(Better better) {
    Comparator<Double> direction =
        better == Better.LOWER ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return Comparator.comparing(Entry::score, Comparator.nullsLast(direction))
        .thenComparing(Entry::id);
  }

  /// Exchanges neighbours whose pairs contradict their order, each two once at most, so that pairs
  /// which go round in circles come to an end. By Bonferroni, which is stricter than Holm.
  private static void letPairsDecide(Better better, List<Entry> sorted) {
    double least = Neighbours.LEAST / Math.max(1, sorted.size() - 1);
    var exchanged = new HashSet<Set<String>>();
    for (int i = 0; i + 1 < sorted.size(); ) {
      Entry first = sorted.get(i);
      Entry second = sorted.get(i + 1);
      if (isContradicted(better, first, second, least)
          && exchanged.add(Set.of(first.id(), second.id()))) {
        Collections.swap(sorted, i, i + 1);
        i = Math.max(0, i - 1);
      } else {
        i++;
      }
    }
  }

  private static boolean isContradicted(Better better, Entry first, Entry second, double least) {
    if (!areComparable(first, second)) {
      return false;
    }
    Pairing pairing = Pairing.of(first, second).orElseThrow();
    return pairing.p() < least && pairing.isFirstLower() != (better == Better.LOWER);
  }

  private static List<Neighbours> neighbours(Better better, List<Entry> sorted) {
    var pairings = new ArrayList<Pairing>();
    for (int i = 0; i + 1 < sorted.size(); i++) {
      if (areComparable(sorted.get(i), sorted.get(i + 1))) {
        pairings.add(Pairing.of(sorted.get(i), sorted.get(i + 1)).orElseThrow());
      }
    }
    List<@Nullable Double> adjusted = Adjusted.of(pairings);
    var neighbours = new ArrayList<Neighbours>();
    int next = 0;
    for (int i = 0; i + 1 < sorted.size(); i++) {
      Entry first = sorted.get(i);
      Entry second = sorted.get(i + 1);
      if (areComparable(first, second)) {
        neighbours.add(
            Neighbours.of(
                first,
                second,
                pairings.get(next),
                Objects.requireNonNull(adjusted.get(next)),
                better));
        next++;
      } else {
        neighbours.add(Neighbours.withoutPairs(first, second));
      }
    }
    return neighbours;
  }

  private static boolean areComparable(Entry first, Entry second) {
    return first.score() != null && second.score() != null && Pairing.areComparable(first, second);
  }

  private static List<Place> places(List<Entry> sorted, List<Neighbours> neighbours) {
    var places = new ArrayList<Place>();
    int rank = 1;
    for (int i = 0; i < sorted.size(); i++) {
      boolean tiesBefore = i > 0 && neighbours.get(i - 1).isTied();
      boolean tiesAfter = i < neighbours.size() && neighbours.get(i).isTied();
      rank = tiesBefore ? rank : i + 1;
      places.add(new Place(rank, sorted.get(i).id(), tiesBefore || tiesAfter));
    }
    return places;
  }

  private static List<Chain> chains(List<Entry> sorted, List<Neighbours> neighbours) {
    var chains = new ArrayList<Chain>();
    for (int start = 0; start < sorted.size(); ) {
      int end = start;
      while (end < neighbours.size() && neighbours.get(end).isTied()) {
        end++;
      }
      if (end - start >= 2) {
        chains.add(Chain.of(start + 1, sorted.get(start), sorted.get(end), end - start + 1));
      }
      start = end + 1;
    }
    return chains;
  }
}
