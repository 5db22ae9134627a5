package dev.assay.core.game;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Data files of the Benchmarks Game as text: a header and eleven columns between commas, without
/// quotes.
public final class GameTable {
  /// The first line of a file.
  public static final String HEADER =
      "name,lang,id,n,size(B),cpu(s),mem(KB),status,load,elapsed(s),busy(s)";

  private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");

  private GameTable() {}

  /// The rows of a file.
  ///
  /// @param lines with the header; empty ones at the end are passed over
  /// @param name of the file, for errors
  /// @throws AssayException `USAGE` that names the line, the column and what stands there
  public static List<GameRow> parse(List<String> lines, String name) {
    if (lines.isEmpty() || !plain(lines.getFirst()).equals(HEADER)) {
      throw invalid(
          name,
          1,
          "begins with '%s', and a data file of the Benchmarks Game with '%s'"
              .formatted(lines.isEmpty() ? "" : SafeText.shown(lines.getFirst()), HEADER));
    }
    var rows = new ArrayList<GameRow>();
    for (int i = 1; i < lines.size(); i++) {
      String line = plain(lines.get(i));
      if (!line.isEmpty()) {
        rows.add(new Line(line.split(",", -1), name, i + 1).row());
      }
    }
    return rows;
  }

  private static String plain(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /// A row as a line of a file, without its end.
  public static String line(GameRow row) {
    return String.join(
        ",",
        row.task(),
        row.language(),
        Integer.toString(row.program()),
        Long.toString(row.workload()),
        Long.toString(row.sourceBytes()),
        row.cpuSeconds().toPlainString(),
        Long.toString(row.memoryKilobytes()),
        Integer.toString(row.status().number()),
        row.load(),
        row.elapsedSeconds().toPlainString(),
        row.busySeconds().toPlainString());
  }

  private static AssayException invalid(String name, int line, String what) {
    return new AssayException(ErrorCode.USAGE, "%s, line %d: %s".formatted(name, line, what));
  }

  private record Line(List<String> fields, String name, int number) {
    Line(String[] fields, String name, int number) {
      this(List.of(fields), name, number);
    }

    GameRow row() {
      if (fields.size() != COLUMNS.size()) {
        throw invalid(
            name,
            number,
            "has %d columns instead of %d: '%s'"
                .formatted(
                    fields.size(), COLUMNS.size(), SafeText.shown(String.join(",", fields))));
      }
      return new GameRow(
          text(0),
          text(1),
          Math.toIntExact(whole(2, Integer.MAX_VALUE)),
          whole(3, Long.MAX_VALUE),
          whole(4, Long.MAX_VALUE),
          decimal(5),
          whole(6, Long.MAX_VALUE),
          status(),
          fields.get(8),
          decimal(9),
          decimal(10));
    }

    private String text(int column) {
      String text = fields.get(column);
      if (text.isBlank()) {
        throw wrong(column, "a name");
      }
      return text;
    }

    private long whole(int column, long most) {
      String text = fields.get(column);
      if (!WHOLE.matcher(text).matches() || Long.parseLong(text) > most) {
        throw wrong(column, "a whole number");
      }
      return Long.parseLong(text);
    }

    private BigDecimal decimal(int column) {
      String text = fields.get(column);
      if (!NUMBER.matcher(text).matches()) {
        throw wrong(column, "a number of seconds");
      }
      return new BigDecimal(text);
    }

    private GameStatus status() {
      String text = fields.get(7);
      @Nullable Integer value = text.matches("0|-\\d{1,3}") ? Integer.valueOf(text) : null;
      return Optional.ofNullable(value)
          .flatMap(GameStatus::of)
          .orElseThrow(() -> wrong(7, "0, -1, -2, -10, -11 or -12"));
    }

    private AssayException wrong(int column, String expected) {
      return invalid(
          name,
          number,
          "%s is '%s', which is not %s"
              .formatted(COLUMNS.get(column), SafeText.shown(fields.get(column)), expected));
    }
  }
}
