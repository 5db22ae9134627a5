package dev.assay.platform.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Making and removing folders.
final class Folders {
  private Folders() {}

  /// Makes a folder where there is none, with exactly these rights.
  static void create(Path folder, String rights) throws IOException {
    Files.createDirectories(folder);
    Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(rights);
    if (!Files.getPosixFilePermissions(folder).equals(wanted)) {
      Files.setPosixFilePermissions(folder, wanted);
    }
  }

  /// Deletes a folder with all that is in it; links are not followed.
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
