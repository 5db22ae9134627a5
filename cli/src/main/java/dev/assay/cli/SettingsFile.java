package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlParseResult;

/// A file of settings in TOML. Each key is read once; a key that nobody reads is an error, so that
/// a slip of the pen does not go unnoticed.
final class SettingsFile {
  private final @Nullable Path path;
  private final TomlParseResult values;
  private final Set<String> known = new HashSet<>();

  private SettingsFile(@Nullable Path path, TomlParseResult values) {
    this.path = path;
    this.values = values;
  }

  /// @param path absent: no key is set
  static SettingsFile read(@Nullable Path path) {
    try {
      TomlParseResult values = Toml.parse(path == null ? "" : Files.readString(path));
      var file = new SettingsFile(path, values);
      if (values.hasErrors()) {
        throw file.wrong("it is no TOML: " + values.errors().getFirst().toString());
      }
      return file;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE, "The settings %s could not be read: %s.".formatted(path, e), e);
    }
  }

  Optional<String> text(String key) {
    return value(key).map(value -> typed(key, value, String.class, "a text in quotes"));
  }

  int number(String key, int usual, int least, int most) {
    long value =
        value(key).map(found -> typed(key, found, Long.class, "a number")).orElse((long) usual);
    if (value < least || value > most) {
      throw wrong("%s = %d is not from %d to %d".formatted(key, value, least, most));
    }
    return (int) value;
  }

  List<String> texts(String key, List<String> usual) {
    known.add(key);
    if (!values.contains(key)) {
      return usual;
    }
    if (!values.isArray(key)) {
      throw wrong(key + " is not a list of texts, as in [\"https\"]");
    }
    return values.getArrayOrEmpty(key).toList().stream()
        .map(value -> typed(key, value, String.class, "a list of texts"))
        .toList();
  }

  long size(String key, long usual) {
    return text(key)
        .map(text ->
            DataSize.parse(text)
                .orElseThrow(
                    () -> wrong("%s = \"%s\" is not a size as in \"64MiB\"".formatted(key, text)))
                .bytes())
        .orElse(usual);
  }

  Duration duration(String key, Duration usual) {
    return text(key)
        .map(text ->
            DurationText.parse(text)
                .orElseThrow(
                    () -> wrong("%s = \"%s\" is not a time as in \"20s\"".formatted(key, text))))
        .orElse(usual);
  }

  private Optional<Object> value(String key) {
    known.add(key);
    return Optional.ofNullable(values.get(key));
  }

  private <T> T typed(String key, Object value, Class<T> type, String what) {
    if (!type.isInstance(value)) {
      throw wrong("%s is not %s".formatted(key, what));
    }
    return type.cast(value);
  }

  /// @throws AssayException `USAGE` when the file sets what nobody has asked for
  void requireAllKnown() {
    var unknown = new TreeSet<>(values.dottedKeySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw wrong(
          "there is no setting %s; those there are: %s"
              .formatted(String.join(", ", unknown), String.join(", ", new TreeSet<>(known))));
    }
  }

  AssayException wrong(String what) {
    return new AssayException(
        ErrorCode.USAGE, "The settings %s do not fit: %s.".formatted(path, what));
  }
}
