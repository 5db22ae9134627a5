package dev.assay.core.game;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Data files of the Benchmarks Game as text: a header and eleven columns between commas. They are
/// written in the Game's order and read in any; quotes around a field are understood.
public final class GameTable {
  /// The first line of a file.
  public static final String HEADER =
      "name,lang,id,n,size(B),cpu(s),mem(KB),status,load,elapsed(s),busy(s)";

  private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,18})?");
  private static final Pattern FIELD =
      Pattern.compile("\\s*(?:\"((?:\"\"|[^\"])*+)\"|([^\",]*+))\\s*(,|\\z)");

  private GameTable() {}

  /// The rows of a file.
  ///
  /// @param lines with the header, whose columns may have another order; blank ones are passed over
  /// @param name of the file, for errors
  /// @throws AssayException `USAGE` that names the line, the column and what stands there
  public static List<GameRow> parse(List<String> lines, String name) {
    int header = 0;
    while (header < lines.size() && lines.get(header).isBlank()) {
      header++;
    }
    if (header == lines.size()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s is empty; a data file of the Benchmarks Game begins with '%s'"
              .formatted(name, HEADER));
    }
    int[] order = order(lines.get(header), name, header + 1);
    var rows = new ArrayList<GameRow>();
    for (int i = header + 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        rows.add(Line.of(lines.get(i), order, name, i + 1).row());
      }
    }
    return rows;
  }

  /// Where each column stands.
  private static int[] order(String header, String name, int line) {
    List<String> found = fields(header, name, line);
    if (found.stream().noneMatch(COLUMNS::contains)) {
      throw invalid(
          name,
          line,
          "begins with '%s', and a data file of the Benchmarks Game with '%s'"
              .formatted(SafeText.shown(header), HEADER));
    }
    List<String> missing = COLUMNS.stream().filter(column -> !found.contains(column)).toList();
    if (!missing.isEmpty() || found.size() != COLUMNS.size()) {
      String what =
          missing.isEmpty()
              ? "has %d columns instead of %d".formatted(found.size(), COLUMNS.size())
              : "lacks the column %s".formatted(String.join(", ", missing));
      throw invalid(
          name,
          line,
          "the header %s: '%s'; it is '%s'".formatted(what, SafeText.shown(header), HEADER));
    }
    return COLUMNS.stream().mapToInt(found::indexOf).toArray();
  }

  private static List<String> fields(String line, String name, int number) {
    var fields = new ArrayList<String>();
    var matcher = FIELD.matcher(line);
    int at = 0;
    boolean more = true;
    while (more) {
      if (!matcher.region(at, line.length()).lookingAt()) {
        throw invalid(
            name, number, "has a quote where none can be: '%s'".formatted(SafeText.shown(line)));
      }
      String quoted = matcher.group(1);
      fields.add(quoted == null ? matcher.group(2).strip() : quoted.replace("\"\"", "\""));
      more = !matcher.group(3).isEmpty();
      at = matcher.end();
    }
    return fields;
  }

  /// A row as a line of a file, without its end.
  public static String line(GameRow row) {
    return String.join(
        ",",
        quoted(row.task()),
        quoted(row.language()),
        Integer.toString(row.program()),
        Long.toString(row.workload()),
        Long.toString(row.sourceBytes()),
        row.cpuSeconds().toPlainString(),
        Long.toString(row.memoryKilobytes()),
        Integer.toString(row.status().number()),
        quoted(row.load()),
        row.elapsedSeconds().toPlainString(),
        row.busySeconds().toPlainString());
  }

  private static String quoted(String field) {
    boolean isPlain =
        field.indexOf(',') < 0 && field.indexOf('"') < 0 && field.equals(field.strip());
    return isPlain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }

  private static AssayException invalid(String name, int line, String what) {
    return new AssayException(ErrorCode.USAGE, "%s, line %d: %s".formatted(name, line, what));
  }

  private record Line(List<String> fields, String name, int number) {
    static Line of(String line, int[] order, String name, int number) {
      List<String> found = GameTable.fields(line, name, number);
      if (found.size() != COLUMNS.size()) {
        throw invalid(
            name,
            number,
            "has %d columns instead of %d: '%s'"
                .formatted(found.size(), COLUMNS.size(), SafeText.shown(line)));
      }
      return new Line(Arrays.stream(order).mapToObj(found::get).toList(), name, number);
    }

    GameRow row() {
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
