package dev.assay.sandbox.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Small files of /proc, /sys and /etc that describe a host.
public final class HostFacts {
  private final Path root;

  /// @param root `/`, or the folder that a recorded tree lies in
  public HostFacts(Path root) {
    this.root = root;
  }

  /// The text of a file without white space around it; empty when it is not there, says nothing or
  /// may not be read.
  ///
  /// @param path as in `proc/loadavg`
  public Optional<String> find(String path) {
    try {
      // Names of programs need not be UTF-8; a file that holds one is read all the same.
      String text =
          new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  public boolean has(String path) {
    return Files.exists(root.resolve(path));
  }

  /// Whether the file can be read and says nothing, as `isolated` does where no processor is.
  public boolean isBlank(String path) {
    try {
      return new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).isBlank();
    } catch (IOException absent) {
      return false;
    }
  }

  /// The names in a folder, sorted; none when it is not there.
  public List<String> names(String folder) {
    try (Stream<Path> entries = Files.list(root.resolve(folder))) {
      return entries.map(entry -> String.valueOf(entry.getFileName())).sorted().toList();
    } catch (IOException absent) {
      return List.of();
    }
  }

  /// The value of the first line `key : value`, as in /proc/cpuinfo and /proc/meminfo.
  public Optional<String> field(String path, String key) {
    return find(path).stream()
        .flatMap(String::lines)
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2 && parts[0].strip().equals(key))
        .map(parts -> parts[1].strip())
        .findFirst();
  }

  /// A value of /proc/meminfo in bytes.
  public Optional<Long> memoryBytes(String key) {
    return field("proc/meminfo", key)
        .filter(value -> value.matches("\\d+ kB"))
        .map(value -> Long.parseLong(value.substring(0, value.indexOf(' '))) * 1024);
  }

  /// The variables of /etc/os-release (os-release(5)).
  public Map<String, String> operatingSystem() {
    var variables = new LinkedHashMap<String, String>();
    find("etc/os-release")
        .or(() -> find("usr/lib/os-release"))
        .ifPresent(text ->
            text.lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> variables.put(parts[0].strip(), unquoted(parts[1].strip()))));
    return variables;
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() >= 2 && (text.startsWith("\"") || text.startsWith("'"));
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
