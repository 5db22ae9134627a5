package dev.assay.platform.bundle;

import dev.assay.core.run.ImageIdentity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a host publishes.
///
/// @param archive blob with the bundle's files, a tar compressed by zstd, uploaded before
/// @param image that the bundle's commands run in, as it was checked
/// @param recipe text of the image's recipe, where no registry holds it; absent otherwise
/// @param findings what `bundle check` found
/// @param isPrivate whether only its host sees the benchmark; absent for public, and for a
///   benchmark that is there already for what it is
/// @param referencePool where what is ranked is measured; absent for anywhere, and for a benchmark
///   that is there already for what it has
public record BundlePublication(
    String archive,
    ImageIdentity image,
    @Nullable String recipe,
    List<CheckFinding> findings,
    @Nullable Boolean isPrivate,
    @Nullable String referencePool) {
  public BundlePublication {
    findings = List.copyOf(findings);
  }
}
