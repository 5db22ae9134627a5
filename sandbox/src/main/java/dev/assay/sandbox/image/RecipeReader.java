package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// Reads one recipe file.
final class RecipeReader {
  private static final Set<String> KEYS = Set.of("name", "suite", "packages", "npm", "env");
  private static final String ALLOWED = "name, suite, packages, npm, env";
  private static final long LARGEST_BYTES = 256 << 10;

  private static final Pattern NAME =
      Pattern.compile("localhost(/[a-z0-9]+([._-][a-z0-9]+)*){1,8}");
  private static final Pattern SUITE = Pattern.compile("[a-z][a-z0-9-]{0,31}");
  private static final Pattern PACKAGE =
      Pattern.compile("[a-z0-9][a-z0-9+.-]+(=[A-Za-z0-9.+:~-]+)?");
  private static final Set<String> NPM_KEYS = Set.of("name", "version", "integrity");
  private static final Pattern NPM_NAME =
      Pattern.compile("(@[a-z0-9][a-z0-9._-]{0,99}/)?[a-z0-9][a-z0-9._-]{0,99}");
  private static final Pattern NPM_VERSION =
      Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]{1,99})?");
  private static final Pattern INTEGRITY = Pattern.compile("sha512-[A-Za-z0-9+/]{86}==");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Path file;

  RecipeReader(Path file) {
    this.file = file;
  }

  Recipe read() {
    TomlParseResult table = parse();
    table.keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .findFirst()
        .ifPresent(key -> {
          throw wrong(table.inputPositionOf(List.of(key)), key, "unknown key", ALLOWED);
        });
    return new Recipe(
        text(table, "name", NAME, "a name as in localhost/assay/core, without a tag"),
        text(table, "suite", SUITE, "the code name of a release of Debian, as in bookworm"),
        packages(table),
        npm(table),
        new TreeMap<>(environment(table)));
  }

  private TomlParseResult parse() {
    try {
      if (Files.size(file) > LARGEST_BYTES) {
        throw new AssayException(
            ErrorCode.USAGE, "%s: larger than 256 KiB; is it a recipe?".formatted(file));
      }
      TomlParseResult result = Toml.parse(file);
      if (result.hasErrors()) {
        var first = result.errors().getFirst();
        throw new AssayException(
            ErrorCode.USAGE,
            "%s:%d: not TOML: %s".formatted(file, first.position().line(), first.getMessage()));
      }
      return result;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE,
          "cannot read recipe %s: no such file, or not readable".formatted(file),
          e);
    }
  }

  private String text(TomlTable table, String key, Pattern form, String allowed) {
    Object value = required(table, key, allowed);
    if (value instanceof String text && form.matcher(text).matches()) {
      return text;
    }
    throw wrong(position(table, key), key, "is '%s'".formatted(value), allowed);
  }

  private List<String> packages(TomlTable table) {
    String allowed = "a list of Debian packages, as in [\"gcc\", \"make=4.3-4.1\"]";
    if (!(required(table, "packages", allowed) instanceof TomlArray array)) {
      throw wrong(position(table, "packages"), "packages", "is no list", allowed);
    }
    var packages = new ArrayList<String>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof String name) || !PACKAGE.matcher(name).matches()) {
        throw wrong(
            array.inputPositionOf(i), "packages", "has '%s'".formatted(array.get(i)), allowed);
      }
      packages.add(name);
    }
    return packages;
  }

  private List<NpmPackage> npm(TomlTable table) {
    Object value = table.get(List.of("npm"));
    if (value == null) {
      return List.of();
    }
    String allowed = "sections [[npm]], each with name, version and integrity";
    if (!(value instanceof TomlArray array)) {
      throw wrong(position(table, "npm"), "npm", "is no list of sections", allowed);
    }
    var packages = new TreeMap<String, NpmPackage>();
    for (int i = 0; i < array.size(); i++) {
      if (!(array.get(i) instanceof TomlTable section)) {
        throw wrong(array.inputPositionOf(i), "npm", "has '%s'".formatted(array.get(i)), allowed);
      }
      NpmPackage item = npmPackage(section);
      if (packages.put(item.name(), item) != null) {
        throw wrong(
            position(section, "name"),
            "npm.name",
            "has '%s' twice".formatted(item.name()),
            "each package once");
      }
    }
    return List.copyOf(packages.values());
  }

  private NpmPackage npmPackage(TomlTable section) {
    section.keySet().stream()
        .filter(key -> !NPM_KEYS.contains(key))
        .findFirst()
        .ifPresent(key -> {
          throw wrong(
              position(section, key), "npm." + key, "unknown key", "name, version, integrity");
        });
    return new NpmPackage(
        npmText(section, "name", NPM_NAME, "a package of npm, as in node-seal or @scope/name"),
        npmText(section, "version", NPM_VERSION, "exactly one version, as in 5.1.6"),
        npmText(
            section,
            "integrity",
            INTEGRITY,
            "sha512- and 88 letters of base64, as `npm view NAME@VERSION dist.integrity` prints it"));
  }

  private String npmText(TomlTable section, String key, Pattern form, String allowed) {
    Object value = section.get(List.of(key));
    if (value instanceof String text && form.matcher(text).matches()) {
      return text;
    }
    throw wrong(
        position(section, key),
        "npm." + key,
        value == null ? "is missing" : "is '%s'".formatted(value),
        allowed);
  }

  private Map<String, String> environment(TomlTable table) {
    var environment = new TreeMap<String, String>();
    Object value = table.get(List.of("env"));
    if (value == null) {
      return environment;
    }
    String allowed = "names of letters, digits and _ with texts of one line";
    if (!(value instanceof TomlTable variables)) {
      throw wrong(position(table, "env"), "env", "is no table", allowed);
    }
    for (String name : variables.keySet()) {
      if (!VARIABLE.matcher(name).matches()
          || !(variables.get(List.of(name)) instanceof String text)
          || text.chars().anyMatch(letter -> letter < ' ')) {
        throw wrong(position(variables, name), "env." + name, "is no variable", allowed);
      }
      environment.put(name, text);
    }
    return environment;
  }

  private Object required(TomlTable table, String key, String allowed) {
    Object value = table.get(List.of(key));
    if (value == null) {
      throw wrong(null, key, "is missing", allowed);
    }
    return value;
  }

  private static @Nullable TomlPosition position(TomlTable table, String key) {
    return table.inputPositionOf(List.of(key));
  }

  private AssayException wrong(
      @Nullable TomlPosition position, String key, String what, String allowed) {
    String at = position == null ? file.toString() : "%s:%d".formatted(file, position.line());
    return new AssayException(
        ErrorCode.USAGE, "%s: `%s` %s; allowed: %s".formatted(at, key, what, allowed));
  }
}
