package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;

/// Finds images and mounts them.
public interface Images {
  /// Resolves a reference to a digest, pulls it when this machine lacks it, and mounts it
  /// read-only.
  ///
  /// @throws AssayException `IMAGE_NOT_FOUND` when no registry and no recipe has it, saying what
  ///   was tried and what to do
  Image require(String reference);
}
