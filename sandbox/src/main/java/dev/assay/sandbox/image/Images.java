package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.ImageIdentity;

/// Finds images and mounts them.
public interface Images {
  /// Resolves a reference to a digest, pulls it when this machine lacks it, and mounts it
  /// read-only.
  ///
  /// @throws AssayException `IMAGE_NOT_FOUND` when no registry and no recipe has it, saying what
  ///   was tried and what to do
  Image require(String reference);

  /// Mounts the image of a digest, whatever its reference resolves to now.
  ///
  /// @throws AssayException `IMAGE_NOT_FOUND` when neither this machine nor a registry has it
  Image require(ImageIdentity identity);
}
