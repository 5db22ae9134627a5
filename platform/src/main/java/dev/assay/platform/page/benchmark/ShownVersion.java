package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.run.ImageIdentity;
import java.time.Instant;

/// A published version of a bundle, which never changes.
///
/// @param hash its content hash
/// @param archiveBytes size of the archive with its files
record ShownVersion(
    long key,
    BundleSpec spec,
    String hash,
    ImageIdentity image,
    long archiveBytes,
    String publisher,
    Instant publishedAt) {}
