package dev.assay.core.rank;

import org.jspecify.annotations.Nullable;

/// Three or more entries that share a rank since each ties with the next. Ties do chain: the first
/// and the last of a chain may well differ, so their own comparison is told too. It is one more
/// look at the same data, and not adjusted for that.
///
/// @param rank that they share
/// @param first id of the first
/// @param last id of the last
/// @param entries how many there are
/// @param extremes the first held against the last; absent when they have no seed in common
/// @param extremesDiffer whether that alone would tell the two apart
public record Chain(
    int rank,
    String first,
    String last,
    int entries,
    @Nullable Pairing extremes,
    boolean extremesDiffer) {
  static Chain of(int rank, Entry first, Entry last, int entries) {
    Pairing extremes = Pairing.of(first, last).orElse(null);
    return new Chain(
        rank,
        first.id(),
        last.id(),
        entries,
        extremes,
        extremes != null && extremes.p() < Neighbours.LEAST);
  }
}
