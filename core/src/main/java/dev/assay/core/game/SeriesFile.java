package dev.assay.core.game;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Recorded iteration times, as text.
public final class SeriesFile {
  private static final Pattern NUMBER =
      Pattern.compile(
          "\\d{1,18}(\\.\\d{0,18})?([eE][+-]?\\d{1,3})?|\\.\\d{1,18}([eE][+-]?\\d{1,3})?");

  private SeriesFile() {}

  /// The seconds of each iteration, for each process.
  ///
  /// JSON (`[…]`, `[[…], …]`, or an object with one of these as `series`), or CSV with a line for
  /// each process, or a single column for one process.
  ///
  /// @param name of the file, for errors
  /// @throws AssayException `USAGE` that says where what stands
  public static List<List<Double>> parse(String text, String name) {
    String plain = text.strip();
    List<List<Double>> series =
        plain.startsWith("[") || plain.startsWith("{") ? json(plain, name) : csv(plain, name);
    if (series.isEmpty()) {
      throw new AssayException(ErrorCode.USAGE, name + " has no iteration times.");
    }
    for (int i = 0; i < series.size(); i++) {
      require(series.get(i), name, i + 1);
    }
    return series;
  }

  /// The object form.
  record Recorded(List<List<Double>> series) {}

  private static List<List<Double>> json(String text, String name) {
    String object = text.startsWith("{") ? text : "{\"series\":" + text + "}";
    String nested =
        object.replaceFirst("(?s)\"series\"\\s*:\\s*\\[(?!\\s*\\[)(.*)]", "\"series\":[[$1]]");
    return JsonCodec.read(nested.getBytes(StandardCharsets.UTF_8), Recorded.class, name).series();
  }

  private static List<List<Double>> csv(String text, String name) {
    List<String> lines = text.lines().toList();
    var series = new ArrayList<List<Double>>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty()) {
        series.add(numbers(line, name, i + 1));
      }
    }
    boolean isColumn = series.stream().allMatch(one -> one.size() == 1);
    return isColumn && !series.isEmpty()
        ? List.of(series.stream().map(List::getFirst).toList())
        : series;
  }

  private static List<Double> numbers(String line, String name, int number) {
    return Arrays.stream(line.split("[,;]", -1)).map(cell -> number(cell, name, number)).toList();
  }

  private static Double number(String cell, String name, int line) {
    if (!NUMBER.matcher(cell.strip()).matches()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s, line %d: '%s' is not a number of seconds, as in 0.125"
              .formatted(name, line, SafeText.shown(cell.strip())));
    }
    return Double.valueOf(cell.strip());
  }

  private static void require(List<Double> series, String name, int process) {
    if (series.size() < SeriesShape.MIN_ITERATIONS || series.size() > SeriesShape.MAX_ITERATIONS) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s: process %d has %d iterations; %d to %d can be classified."
              .formatted(
                  name,
                  process,
                  series.size(),
                  SeriesShape.MIN_ITERATIONS,
                  SeriesShape.MAX_ITERATIONS));
    }
    for (int i = 0; i < series.size(); i++) {
      Double seconds = series.get(i);
      if (seconds == null || !(seconds > 0) || seconds.isInfinite()) {
        throw new AssayException(
            ErrorCode.USAGE,
            "%s: iteration %d of process %d took %s s; a time is above 0."
                .formatted(name, i + 1, process, seconds));
      }
    }
  }
}
