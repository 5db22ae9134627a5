package dev.assay.runner.testkit;

import dev.assay.runner.source.TreeCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes small bundles and solutions.
public final class Folders {
  private Folders() {}

  /// Writes files into a folder that is made.
  ///
  /// @param pathsAndContents path, content, path, content, …
  public static Path write(Path folder, String... pathsAndContents) throws IOException {
    for (int i = 0; i < pathsAndContents.length; i += 2) {
      Path file = folder.resolve(pathsAndContents[i]);
      Files.createDirectories(file.getParent());
      Files.writeString(file, pathsAndContents[i + 1]);
    }
    return folder;
  }

  /// A copy of a folder of this repository.
  ///
  /// @param path from its root
  public static Path copyOf(String path, Path to) throws IOException {
    TreeCopy.copy(repository().resolve(path), to);
    return to;
  }

  /// This repository's root; tests run in a module's folder.
  public static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("examples/bundles"))) {
        return folder;
      }
    }
    throw new IllegalStateException("%s is not in this repository".formatted(here));
  }

  /// Points that differ in a number alone; a program finds what it is to do by its line in
  /// `names.txt`.
  public static String points(List<String> names) {
    var text = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      text.append(
          """
          [[points]]
          name = "%s"
          params = { n = %d }

          """
              .formatted(names.get(i), i));
    }
    return text.toString();
  }
}
