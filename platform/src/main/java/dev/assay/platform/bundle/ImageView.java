package dev.assay.platform.bundle;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A published image. Of one reference the newest is what a submission is measured in.
///
/// @param recipe blob with the recipe that runners build it from; absent when a registry holds it
public record ImageView(
    String reference,
    String digest,
    @Nullable String recipe,
    String publishedBy,
    Instant publishedAt) {}
