package dev.assay.sandbox.image;

import dev.assay.core.run.ImageIdentity;
import java.nio.file.Path;
import java.util.Map;

/// An image that is mounted on this machine.
///
/// @param root read-only root file system
/// @param environment what the image's configuration sets; PATH at least
public record Image(ImageIdentity identity, Path root, Map<String, String> environment) {
  public Image {
    environment = Map.copyOf(environment);
  }
}
