package dev.assay.bundle;

import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleReference;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds bundles in folders of this machine.
///
/// A folder is searched three levels deep; a bundle's own folder is not searched further, nor are
/// folders whose name starts with a dot.
public final class BundleFinder {
  /// Holds the folders to search, with a `:` between two.
  public static final String VARIABLE = "ASSAY_BUNDLES";

  private static final int MAX_DEPTH = 3;

  private final List<Path> folders;

  /// @param folders searched in order; one that is a bundle itself counts too
  public BundleFinder(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  /// A finder over the folders of `ASSAY_BUNDLES`.
  public static BundleFinder fromEnvironment(Map<String, String> environment) {
    return new BundleFinder(
        Arrays.stream(environment.getOrDefault(VARIABLE, "").split(File.pathSeparator, -1))
            .filter(folder -> !folder.isBlank())
            .map(Path::of)
            .toList());
  }

  /// Finds the newest bundle that `reference` means.
  ///
  /// @throws AssayException `NOT_FOUND` with what there is instead; `USAGE` when a folder to search
  ///   does not exist, or two bundles of one name and version differ; `BUNDLE_INVALID` when a
  ///   folder that is a bundle itself has an invalid manifest
  public FoundBundle requireBundle(BundleReference reference) {
    var found = new ArrayList<FoundBundle>();
    var broken = new ArrayList<String>();
    for (Path folder : folders) {
      search(folder, found, broken);
    }
    FoundBundle newest =
        found.stream()
            .filter(bundle -> reference.matches(bundle.spec().name(), bundle.spec().version()))
            .max(Comparator.comparing(bundle -> bundle.spec().version()))
            .orElseThrow(() -> notFound(reference, found, broken));
    checkUnambiguous(newest, found);
    return newest;
  }

  private void search(Path folder, List<FoundBundle> found, List<String> broken) {
    if (!Files.isDirectory(folder)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s is no folder, so no bundle can be in it; correct --bundle or %s."
              .formatted(folder, VARIABLE));
    }
    if (isBundle(folder)) {
      found.add(new FoundBundle(folder, BundleManifest.read(folder)));
      return;
    }
    for (Path inner : bundlesBelow(folder, MAX_DEPTH)) {
      try {
        found.add(new FoundBundle(inner, BundleManifest.read(inner)));
      } catch (AssayException e) {
        broken.add(e.getMessage());
      }
    }
  }

  private static boolean isBundle(Path folder) {
    return Files.isRegularFile(folder.resolve(BundleManifest.FILE_NAME));
  }

  private static List<Path> bundlesBelow(Path folder, int depth) {
    var bundles = new ArrayList<Path>();
    for (Path inner : foldersIn(folder)) {
      if (isBundle(inner)) {
        bundles.add(inner);
      } else if (depth > 1) {
        bundles.addAll(bundlesBelow(inner, depth - 1));
      }
    }
    return bundles;
  }

  private static List<Path> foldersIn(Path folder) {
    try (Stream<Path> inner = Files.list(folder)) {
      return inner
          .filter(path -> !path.getFileName().toString().startsWith("."))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Cannot search %s for bundles: %s".formatted(folder, e), e);
    }
  }

  private static void checkUnambiguous(FoundBundle chosen, List<FoundBundle> found) {
    List<FoundBundle> same =
        found.stream().filter(bundle -> bundle.spec().id().equals(chosen.spec().id())).toList();
    if (same.stream().map(bundle -> ContentHash.ofBundle(bundle.folder())).distinct().count() > 1) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s lies in %s with different contents; name the one that is meant with --bundle."
              .formatted(
                  chosen.spec().id(),
                  same.stream()
                      .map(bundle -> bundle.folder().toString())
                      .collect(Collectors.joining(" and in "))));
    }
  }

  private AssayException notFound(
      BundleReference reference, List<FoundBundle> found, List<String> broken) {
    String where =
        folders.isEmpty()
            ? "no folder was searched; give --bundle DIR or set %s".formatted(VARIABLE)
            : "searched %s, which has %s"
                .formatted(
                    folders.stream().map(Path::toString).collect(Collectors.joining(", ")),
                    found.isEmpty()
                        ? "no bundle"
                        : found.stream()
                            .map(bundle -> bundle.spec().id())
                            .sorted()
                            .collect(Collectors.joining(", ")));
    String invalid =
        broken.isEmpty() ? "" : "\nNot looked at, being invalid:\n" + String.join("\n", broken);
    return new AssayException(
        ErrorCode.NOT_FOUND, "There is no bundle %s: %s.%s".formatted(reference, where, invalid));
  }
}
