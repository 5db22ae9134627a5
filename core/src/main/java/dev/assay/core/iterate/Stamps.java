package dev.assay.core.iterate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The stamps of one process.
///
/// @param nanos when each was left, those that are in order: stamp 0 before the first iteration,
///   stamp `i` after the `i`-th
/// @param fault what is wrong with them, as the end of the sentence "its stamps …"; absent when
///   nothing is
public record Stamps(List<Long> nanos, @Nullable String fault) {
  public Stamps {
    nanos = List.copyOf(nanos);
  }

  /// Iterations of which both ends are known.
  public int iterations() {
    return Math.max(0, nanos.size() - 1);
  }
}
