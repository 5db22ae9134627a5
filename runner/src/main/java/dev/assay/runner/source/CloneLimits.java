package dev.assay.runner.source;

import dev.assay.core.unit.DataSize;

/// What a clone may cost, submodules included.
///
/// @param size of all files, and likewise of what travels over the network
/// @param entries files, folders and links
/// @param submodules in all, at every depth
public record CloneLimits(DataSize size, int entries, int submodules) {
  public static final CloneLimits DEFAULT = new CloneLimits(DataSize.ofGibibytes(1), 200_000, 64);

  public CloneLimits {
    if (entries < 1 || submodules < 0) {
      throw new IllegalArgumentException(
          "limits of a clone: %d entries, %d submodules".formatted(entries, submodules));
    }
  }
}
