package dev.assay.sandbox.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Where this host's own apt takes packages of Debian from (sources.list(5)), which may be a mirror
/// nearer than the default. Third parties' sources are left out: they could change what is built.
final class AptSources {
  private static final Pattern ONE_LINE =
      Pattern.compile("deb\\s+(?:\\[([^\\]]*)\\]\\s+)?(\\S+)\\s+(\\S+)\\s+(.+)");

  private final Path root;

  /// @param root `/`, or the folder that a recorded tree lies in
  AptSources(Path root) {
    this.root = root;
  }

  /// The host's sources of a suite and its updates, as lines of sources.list; none when its apt has
  /// another suite.
  List<String> of(String suite) {
    Set<String> suites = Set.of(suite, suite + "-updates", suite + "-security");
    List<Source> found =
        files().stream()
            .flatMap(AptSources::sources)
            .filter(source -> suites.contains(source.suite()) && source.isDebian())
            .distinct()
            .toList();
    boolean hasSuite = found.stream().anyMatch(source -> source.suite().equals(suite));
    return hasSuite ? found.stream().map(Source::line).toList() : List.of();
  }

  private record Source(String uri, String suite, List<String> components, String keyring) {
    boolean isDebian() {
      return (uri.startsWith("http://") || uri.startsWith("https://"))
          && components.contains("main")
          && (keyring.isEmpty() || keyring.matches("/\\S*debian-archive\\S*"));
    }

    String line() {
      String option = keyring.isEmpty() ? "" : "[signed-by=%s] ".formatted(keyring);
      return "deb %s%s %s main".formatted(option, uri, suite);
    }
  }

  private List<Path> files() {
    Path folder = root.resolve("etc/apt/sources.list.d");
    var files = new ArrayList<Path>();
    files.add(root.resolve("etc/apt/sources.list"));
    try (Stream<Path> more = Files.list(folder)) {
      more.sorted().forEach(files::add);
    } catch (IOException none) {
      // A host without the folder has the one file, or no apt at all.
    }
    return files;
  }

  private static Stream<Source> sources(Path file) {
    try {
      String name = file.toString();
      if (name.endsWith(".list")) {
        return Files.readString(file).lines().flatMap(AptSources::oneLine);
      }
      return name.endsWith(".sources")
          ? Arrays.stream(Files.readString(file).split("\n\\s*\n", -1)).flatMap(AptSources::stanza)
          : Stream.of();
    } catch (IOException unreadable) {
      return Stream.of();
    }
  }

  private static Stream<Source> oneLine(String line) {
    var found = ONE_LINE.matcher(line.replaceFirst("#.*", "").strip());
    if (!found.matches()) {
      return Stream.of();
    }
    String options = found.group(1) == null ? "" : found.group(1);
    String keyring =
        words(options).stream()
            .filter(option -> option.startsWith("signed-by="))
            .map(option -> option.substring("signed-by=".length()))
            .findFirst()
            .orElse("");
    return Stream.of(new Source(found.group(2), found.group(3), words(found.group(4)), keyring));
  }

  private static Stream<Source> stanza(String text) {
    Map<String, String> fields = fields(text);
    if (!words(fields.getOrDefault("types", "")).contains("deb")
        || fields.getOrDefault("enabled", "yes").equalsIgnoreCase("no")) {
      return Stream.of();
    }
    return words(fields.getOrDefault("uris", "")).stream()
        .flatMap(uri ->
            words(fields.getOrDefault("suites", "")).stream()
                .map(suite ->
                    new Source(
                        uri,
                        suite,
                        words(fields.getOrDefault("components", "")),
                        fields.getOrDefault("signed-by", "").strip())));
  }

  private static Map<String, String> fields(String stanza) {
    var fields = new HashMap<String, String>();
    String current = "";
    for (String line : stanza.lines().filter(line -> !line.startsWith("#")).toList()) {
      int colon = line.indexOf(':');
      if (!line.startsWith(" ") && colon > 0) {
        current = line.substring(0, colon).toLowerCase(Locale.ROOT);
        fields.put(current, line.substring(colon + 1).strip());
      } else {
        fields.merge(current, line, (before, more) -> before + " " + more);
      }
    }
    return fields;
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
  }
}
