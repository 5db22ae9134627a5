package dev.assay.platform.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of comma-separated values (RFC 4180), which end in CR LF.
///
/// Text comes from anybody, and spreadsheets take what begins with `=`, `+`, `-`, `@`, a tab or a
/// carriage return for a formula: such a text gets an apostrophe in front. Numbers stay as they
/// are.
public final class Csv {
  private static final String FORMULA = "=+-@\t\r";

  private Csv() {}

  public static String row(@Nullable Object... values) {
    List<String> cells = new ArrayList<>();
    for (Object value : values) {
      cells.add(
          value == null
              ? ""
              : value instanceof Number || value instanceof Boolean
                  ? value.toString()
                  : quoted(harmless(value.toString())));
    }
    return String.join(",", cells) + "\r\n";
  }

  private static String harmless(String text) {
    return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static String quoted(String text) {
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
