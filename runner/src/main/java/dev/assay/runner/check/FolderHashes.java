package dev.assay.runner.check;

import dev.assay.runner.point.FileHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// SHA-256 of every plain file in a folder, by its path there.
final class FolderHashes {
  private FolderHashes() {}

  /// Empty when there is no such folder. Whatever is no plain file stands as `odd`.
  static Map<String, String> of(Path folder) throws IOException {
    var hashes = new TreeMap<String, String>();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return hashes;
    }
    try (var paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          boolean plain = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
          hashes.put(folder.relativize(path).toString(), plain ? FileHash.of(path) : "odd");
        }
      }
    }
    return hashes;
  }
}
