package dev.assay.cli;

import dev.assay.runner.job.BundleLookup;
import java.nio.file.Files;
import java.nio.file.Path;

/// A bundle as a person names it: its folder, or NAME@VERSION.
final class NamedBundle {
  private NamedBundle() {}

  /// The bundle's folder. A word with `@` that is no folder is looked up in the folders of
  /// ASSAY_BUNDLES.
  static Path folder(String named) {
    Path path = Path.of(named);
    return Files.isDirectory(path) || !named.contains("@")
        ? path
        : BundleLookup.require(null, named, null);
  }
}
