package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.run.ImageIdentity;
import org.jspecify.annotations.Nullable;

/// A published version of a bundle, and the benchmark that it belongs to.
///
/// @param key in the database
/// @param archive blob with its files
/// @param referencePool where what is ranked is measured; absent for anywhere
public record BundleVersion(
    long key,
    long benchmarkKey,
    BundleSpec spec,
    String hash,
    ImageIdentity image,
    String archive,
    long archiveBytes,
    @Nullable String referencePool) {}
