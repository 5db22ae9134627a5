package dev.assay.bundle.manifest;

import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// Reads one table of a manifest key by key. What is wrong goes to the errors, the answer is then
/// empty and reading goes on; a caller that needs the value asks the errors first.
final class TableReader {
  private static final String DURATION = "a duration as \"10s\": an integer with ms, s, m or h";
  private static final String SIZE =
      "a size as \"64MiB\": an integer with B, KB, MB, GB, KiB, MiB or GiB";

  private final TomlTable table;
  private final String path;
  private final TomlPosition position;
  private final ManifestText text;
  private final ManifestErrors errors;
  private final Set<String> known = new LinkedHashSet<>();

  TableReader(
      TomlTable table,
      String path,
      TomlPosition position,
      ManifestText text,
      ManifestErrors errors) {
    this.table = table;
    this.path = path;
    this.position = position;
    this.text = text;
    this.errors = errors;
  }

  /// A reader of a table that the manifest does not have: every key is absent.
  private TableReader absent(String childPath) {
    return new TableReader(Toml.parse(""), childPath, position, text, errors);
  }

  boolean has(String key) {
    return table.contains(List.of(key));
  }

  /// Whether `key` is an array without elements.
  boolean isEmptyArray(String key) {
    return table.get(List.of(key)) instanceof TomlArray array && array.isEmpty();
  }

  /// Where this table stands, as in `points[0]`.
  String path() {
    return path;
  }

  /// The keys of this table in the order of the file.
  List<String> keys() {
    return table.keySet().stream()
        .sorted(
            Comparator.<String>comparingInt(key -> positionOf(key).line())
                .thenComparingInt(key -> positionOf(key).column()))
        .toList();
  }

  /// Adds an error at `key`, or at the table where the key is absent.
  void error(String key, String sentence) {
    errors.add(positionOf(key), pathOf(key), sentence);
  }

  /// Adds an error at the table itself.
  void errorHere(String sentence) {
    errors.add(position, path, sentence);
  }

  /// Demands that `key` is there.
  ///
  /// @param expected a noun phrase
  TableReader require(String key, String expected) {
    known.add(key);
    if (!has(key)) {
      errors.add(position, pathOf(key), "missing; expected " + expected);
    }
    return this;
  }

  Optional<String> string(String key, String expected) {
    return value(key, String.class, expected);
  }

  /// A string that `parse` understands.
  ///
  /// @param parse empty when it does not
  <T> Optional<T> parsed(String key, String expected, Function<String, Optional<T>> parse) {
    return string(key, expected)
        .flatMap(written -> {
          Optional<T> value = parse.apply(written);
          if (value.isEmpty()) {
            error(key, "%s is not %s".formatted(ManifestText.quote(written), expected));
          }
          return value;
        });
  }

  /// A string that `parse` understands, where its own exception says what is wrong.
  <T> Optional<T> checked(String key, String expected, Function<String, T> parse) {
    return string(key, expected)
        .flatMap(written -> {
          try {
            return Optional.of(parse.apply(written));
          } catch (IllegalArgumentException e) {
            error(key, String.valueOf(e.getMessage()));
            return Optional.empty();
          }
        });
  }

  Optional<Boolean> flag(String key) {
    return value(key, Boolean.class, "true or false");
  }

  Optional<Duration> duration(String key, Duration min, Duration max) {
    return parsed(key, DURATION, DurationText::parse)
        .filter(duration ->
            within(
                key,
                duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0,
                written(key),
                ManifestText.of(min),
                ManifestText.of(max)));
  }

  Optional<DataSize> size(String key, DataSize min, DataSize max) {
    return parsed(key, SIZE, DataSize::parse)
        .filter(size ->
            within(
                key,
                size.compareTo(min) >= 0 && size.compareTo(max) <= 0,
                written(key),
                min.toText(),
                max.toText()));
  }

  Optional<Integer> integer(String key, int min, int max) {
    String expected = "an integer from %d to %d".formatted(min, max);
    return value(key, Long.class, expected)
        .filter(number -> {
          boolean fits = number >= min && number <= max;
          return within(
              key, fits, Long.toString(number), Integer.toString(min), Integer.toString(max));
        })
        .map(Math::toIntExact);
  }

  /// A number, exactly as written; never infinite, never NaN.
  Optional<BigDecimal> decimal(String key, String expected) {
    known.add(key);
    Object value = table.get(List.of(key));
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Long number) {
      return Optional.of(BigDecimal.valueOf(number));
    }
    if (value instanceof Double number && Double.isFinite(number)) {
      return Optional.of(text.decimalAt(positionOf(key), number));
    }
    wrongType(key, value, expected);
    return Optional.empty();
  }

  /// Strings of an array, in order.
  Optional<List<String>> strings(String key, String expected) {
    return value(key, TomlArray.class, expected)
        .flatMap(array -> {
          for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof String)) {
              errors.add(
                  array.inputPositionOf(i),
                  "%s[%d]".formatted(pathOf(key), i),
                  "expected a string, got " + ManifestText.describe(array.get(i)));
              return Optional.empty();
            }
          }
          return Optional.of(array.toList().stream().map(String.class::cast).toList());
        });
  }

  /// The table at `key`; a reader without keys when it is absent or no table.
  TableReader table(String key) {
    return value(key, TomlTable.class, "a table")
        .map(child -> new TableReader(child, pathOf(key), positionOf(key), text, errors))
        .orElseGet(() -> absent(pathOf(key)));
  }

  /// The tables of an array, in order; none when it is absent.
  ///
  /// @param expected a noun phrase
  List<TableReader> tables(String key, String expected) {
    Optional<TomlArray> array = value(key, TomlArray.class, expected);
    var readers = new ArrayList<TableReader>();
    for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
      String childPath = "%s[%d]".formatted(pathOf(key), i);
      TomlPosition childPosition = array.get().inputPositionOf(i);
      if (array.get().get(i) instanceof TomlTable child) {
        readers.add(new TableReader(child, childPath, childPosition, text, errors));
      } else {
        errors.add(
            childPosition,
            childPath,
            "expected a table, got " + ManifestText.describe(array.get().get(i)));
      }
    }
    return readers;
  }

  /// The value as TOML holds it, or null.
  @Nullable Object raw(String key) {
    known.add(key);
    return table.get(List.of(key));
  }

  /// Reports every key that nothing asked for. Called last.
  void finish() {
    for (String key : keys()) {
      if (!known.contains(key)) {
        error(
            key,
            unknown(
                table.get(List.of(key)) instanceof TomlTable ? "unknown table" : "unknown key",
                key,
                known));
      }
    }
  }

  /// A sentence on a name that is not one of `allowed`.
  static String unknown(String what, String name, Set<String> allowed) {
    String all = String.join(", ", allowed);
    return NearestName.find(name, allowed)
        .map(nearest -> "%s; did you mean '%s'? Allowed: %s".formatted(what, nearest, all))
        .orElseGet(() -> "%s; allowed: %s".formatted(what, all));
  }

  void wrongType(String key, Object value, String expected) {
    error(key, "expected %s, got %s".formatted(expected, ManifestText.describe(value)));
  }

  String pathOf(String key) {
    String written = Toml.joinKeyPath(List.of(key));
    return path.isEmpty() ? written : path + "." + written;
  }

  TomlPosition positionOf(String key) {
    TomlPosition found = table.inputPositionOf(List.of(key));
    return found == null ? position : found;
  }

  private boolean within(String key, boolean fits, String written, String min, String max) {
    if (!fits) {
      error(key, "%s is out of range; allowed: %s to %s".formatted(written, min, max));
    }
    return fits;
  }

  private String written(String key) {
    return ManifestText.quote(String.valueOf(table.get(List.of(key))));
  }

  private <T> Optional<T> value(String key, Class<T> type, String expected) {
    known.add(key);
    Object value = table.get(List.of(key));
    if (value == null) {
      return Optional.empty();
    }
    if (type.isInstance(value)) {
      return Optional.of(type.cast(value));
    }
    wrongType(key, value, expected);
    return Optional.empty();
  }
}
