package dev.assay.runner.source;

import dev.assay.core.unit.DataSize;

/// What a pack of one commit may cost.
///
/// @param pack size of the pack itself
/// @param objects commit, trees and blobs together
/// @param object size of the largest, unpacked
/// @param unpacked size of all, unpacked
public record PackLimits(DataSize pack, int objects, DataSize object, DataSize unpacked) {
  public static final PackLimits DEFAULT =
      new PackLimits(
          DataSize.ofMebibytes(256), 200_000, DataSize.ofMebibytes(256), DataSize.ofGibibytes(1));

  public PackLimits {
    if (objects < 1) {
      throw new IllegalArgumentException("a pack of %d objects".formatted(objects));
    }
  }
}
