package dev.assay.cli.port;

import dev.assay.bundle.archive.ArchiveLimits;
import dev.assay.bundle.archive.ArchiveReader;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.port.BundleArchives;
import java.nio.file.Path;

/// Unpacks an archive into a folder of its own, reads its manifest, and takes its hash.
public final class BundleArchiveReader implements BundleArchives {
  private static final int MOST_ENTRIES = 20_000;

  private final Path folder;
  private final ArchiveLimits limits;

  /// @param folder for what is unpacked
  /// @param unpacked the most bytes that an archive may hold
  public BundleArchiveReader(Path folder, long unpacked) {
    this.folder = folder;
    this.limits = new ArchiveLimits(DataSize.ofBytes(unpacked), MOST_ENTRIES);
  }

  @Override
  public PublishedBundle read(Path archive) {
    try (WorkFolder work = WorkFolder.in(folder)) {
      Path bundle = work.path().resolve("bundle");
      try {
        ArchiveReader.unpack(archive, bundle, limits, ErrorCode.BUNDLE_INVALID);
        return new PublishedBundle(BundleManifest.read(bundle), ContentHash.ofBundle(bundle));
      } catch (AssayException e) {
        throw work.told(e, "bundle");
      }
    }
  }
}
