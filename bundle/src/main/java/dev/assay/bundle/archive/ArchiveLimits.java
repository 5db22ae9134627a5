package dev.assay.bundle.archive;

import dev.assay.core.unit.DataSize;

/// What an archive may unpack to.
///
/// @param size of all files together
/// @param entries files and folders
public record ArchiveLimits(DataSize size, int entries) {
  /// Of a bundle.
  public static final ArchiveLimits BUNDLE = new ArchiveLimits(DataSize.ofMebibytes(512), 50_000);

  /// Of the answers that one process of a point gave.
  public static final ArchiveLimits ANSWERS = new ArchiveLimits(DataSize.ofGibibytes(4), 2_000_000);

  public ArchiveLimits {
    if (entries < 1) {
      throw new IllegalArgumentException("an archive of %d entries".formatted(entries));
    }
  }
}
