package dev.assay.sandbox.machine;

import dev.assay.sandbox.cgroup.CpuList;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The files of /proc and /sys of a machine, from one text file: a line `== PATH` begins a file,
/// and `{0-7}` in a path stands for each of these numbers, which the text may hold as `{N}`. Below
/// a line `#### later` are the files that are different a moment later.
final class RecordedTree {
  private final Path root;
  private final String later;

  private RecordedTree(Path root, String later) {
    this.root = root;
    this.later = later;
  }

  /// Lays a machine's files into `root`.
  static RecordedTree unpack(String machine, Path root) throws IOException {
    String[] moments = text(machine + ".tree").split("(?m)^#### later$", 2);
    write(root, moments[0]);
    return new RecordedTree(root, moments.length == 2 ? moments[1] : "");
  }

  static String text(String resource) throws IOException {
    try (InputStream stream = RecordedTree.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(stream, resource).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Lets the moment pass.
  void passMoment() {
    write(root, later);
  }

  private static void write(Path root, String text) {
    for (String file : text.split("(?m)^== ", -1)) {
      if (file.isBlank()) {
        continue;
      }
      int end = file.indexOf('\n');
      String content = file.substring(end + 1);
      paths(file.substring(0, end).strip())
          .forEach(
              (path, number) -> write(root.resolve(path), path, content.replace("{N}", number)));
    }
  }

  private static void write(Path target, String path, String text) {
    try {
      Files.createDirectories(path.endsWith("/") ? target : target.getParent());
      if (!path.endsWith("/")) {
        Files.writeString(target, text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Each path with its number.
  private static Map<String, String> paths(String pattern) {
    int start = pattern.indexOf('{');
    int end = pattern.indexOf('}');
    if (start < 0) {
      return Map.of(pattern, "");
    }
    var paths = new LinkedHashMap<String, String>();
    for (int number : CpuList.parse(pattern.substring(start + 1, end))) {
      paths.put(
          pattern.substring(0, start) + number + pattern.substring(end + 1),
          Integer.toString(number));
    }
    return paths;
  }
}
