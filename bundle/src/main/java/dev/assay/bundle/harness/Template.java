package dev.assay.bundle.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text of the resources with `@{name}` where something is to be filled in.
final class Template {
  private static final Pattern HOLE = Pattern.compile("@\\{([a-z_]+)}");

  private final String path;
  private final Map<String, String> fillings = new HashMap<>();

  /// @param path below this package's folder in the resources
  Template(String path) {
    this.path = path;
  }

  Template with(String name, String filling) {
    fillings.put(name, filling);
    return this;
  }

  String render() {
    return HOLE.matcher(load(path))
        .replaceAll(hole -> Matcher.quoteReplacement(fill(hole.group(1))));
  }

  /// A text in which nothing is to be filled in.
  static String load(String path) {
    try (var stream = Template.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException("the resource %s is missing".formatted(path));
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fill(String name) {
    String filling = fillings.get(name);
    if (filling == null) {
      throw new IllegalStateException("nothing fills @{%s} in %s".formatted(name, path));
    }
    return filling;
  }
}
