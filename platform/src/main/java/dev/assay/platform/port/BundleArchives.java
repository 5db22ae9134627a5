package dev.assay.platform.port;

import dev.assay.core.bundle.BundleSpec;
import java.nio.file.Path;

/// Reads archives of bundles. They come from anybody: nothing in them is executed, and neither
/// paths, links nor sizes in them are trusted.
public interface BundleArchives {
  /// @param archive a tar compressed by zstd
  /// @throws dev.assay.core.error.AssayException `BUNDLE_INVALID` with what is wrong with it,
  ///   `TOO_LARGE` when it unpacks to more than is allowed
  PublishedBundle read(Path archive);

  /// @param spec its manifest
  /// @param hash its content hash
  record PublishedBundle(BundleSpec spec, String hash) {}
}
