package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What `assay init` does: a new solution's folder, and later its harness anew.
public final class SolutionScaffold {
  private final BundleSpec bundle;
  private final Harness harness;
  private final Path bundleFolder;

  /// @param bundleFolder where the bundle lies, whose envelope a solution gets where it is
  ///   encrypted
  public SolutionScaffold(BundleSpec bundle, Harness harness, Path bundleFolder) {
    this.bundle = bundle;
    this.harness = harness;
    this.bundleFolder = bundleFolder;
  }

  /// Writes a solution that builds and runs, and whose answers are zeros. Makes the folder.
  ///
  /// @return what it wrote, below the folder
  /// @throws AssayException `USAGE` when one of the files is there already, `SOLUTION_INVALID` when
  ///   the bundle's envelope knows nothing of the language; nothing is written then
  public List<String> create(Path folder) {
    var files = new ArrayList<GeneratedFile>(harness.starters(bundle));
    files.addAll(harness.overlay(bundle));
    List<String> paths = files.stream().map(GeneratedFile::path).toList();
    for (String path : paths) {
      requireAbsent(folder, path);
    }
    requireAbsent(folder, Harness.FOLDER);
    Overlay.requireEnvelope(harness, bundle, bundleFolder);
    Overlay.write(folder, harness.starters(bundle));
    Overlay.lay(folder, harness, bundle, bundleFolder);
    return paths;
  }

  /// Replaces the harness in a solution's folder and touches nothing else.
  ///
  /// @return what it wrote, below the folder
  public List<String> update(Path folder) {
    Overlay.lay(folder, harness, bundle, bundleFolder);
    return harness.overlay(bundle).stream().map(GeneratedFile::path).toList();
  }

  private static void requireAbsent(Path folder, String path) {
    if (Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s is there already, and a new solution would overwrite it; take another folder, or say --update to refresh the harness alone"
              .formatted(folder.resolve(path)));
    }
  }
}
