package dev.assay.bundle.manifest;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.tomlj.TomlArray;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// The text of a manifest: gives back what its numbers say exactly, where TOML holds them as
/// doubles, and words values for messages.
final class ManifestText {
  private static final int QUOTED_LENGTH = 60;
  private static final int LITERAL_LENGTH = 64;
  private static final Pattern ASSIGNED =
      Pattern.compile("[^=]*=[ \\t]*([+-]?[0-9][0-9_]*(?:\\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)");

  private final List<String> lines;

  ManifestText(String text) {
    lines = text.lines().toList();
  }

  /// The decimal that stands behind the key at `position`. A literal that is very long, or that
  /// this does not find, counts as the shortest decimal that gives the double.
  BigDecimal decimalAt(TomlPosition position, double value) {
    var shortest = new BigDecimal(Double.toString(value));
    if (position.line() > lines.size()) {
      return shortest;
    }
    String line = lines.get(position.line() - 1);
    int start = Math.min(position.column() - 1, line.length());
    var matcher = ASSIGNED.matcher(line).region(start, line.length());
    if (!matcher.lookingAt() || matcher.group(1).length() > LITERAL_LENGTH) {
      return shortest;
    }
    // A quoted key may hold a '=', and then the literal found is another one: it must give the
    // same double.
    String literal = matcher.group(1).replace("_", "");
    boolean same = Double.parseDouble(literal) == value && (value != 0 || isZero(literal));
    return same ? new BigDecimal(literal) : shortest;
  }

  private static boolean isZero(String literal) {
    return literal
        .chars()
        .takeWhile(c -> c != 'e' && c != 'E')
        .noneMatch(c -> c >= '1' && c <= '9');
  }

  /// A TOML value for messages, as in `the integer 10`.
  static String describe(Object value) {
    return switch (value) {
      case String string -> "the string " + quote(string);
      case Long number -> "the integer " + number;
      case Double number -> "the float " + number;
      case Boolean flag -> "the boolean " + flag;
      case TomlArray array -> "an array of " + array.size();
      case TomlTable table -> "a table";
      default -> "the date or time " + value;
    };
  }

  /// A string for messages: in quotes, control characters shown as escapes, cut when long.
  static String quote(String value) {
    var quoted = new StringBuilder("'");
    int end =
        value.offsetByCodePoints(
            0, Math.min(QUOTED_LENGTH, value.codePointCount(0, value.length())));
    value
        .substring(0, end)
        .codePoints()
        .forEach(point -> {
          if (Character.isISOControl(point)) {
            quoted.append("\\u%04x".formatted(point));
          } else {
            quoted.appendCodePoint(point);
          }
        });
    return quoted.append(end < value.length() ? "…'" : "'").toString();
  }

  /// A duration as a manifest writes it, as in `10s`.
  static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 3600 == 0 && seconds > 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 && seconds > 60 ? seconds / 60 + "m" : seconds + "s";
  }
}
