package dev.assay.platform.report.suite;

import dev.assay.core.statistics.BoxPlot;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.platform.report.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Languages with a box plot each, all on one logarithmic axis.
///
/// @param rows those that are ranked, the fastest first
/// @param apart those that did too few tasks for that
public record BoxRows(List<Tick> ticks, List<Row> rows, List<Row> apart) {
  public BoxRows {
    ticks = List.copyOf(ticks);
    rows = List.copyOf(rows);
    apart = List.copyOf(apart);
  }

  public record Tick(String x, String text) {}

  /// @param x place of the ratio
  /// @param title what the ratio is of
  public record Point(String x, String title) {}

  /// Places, as SVG writes them.
  public record Box(
      String low, String lowQuartile, String width, String median, String high, String title) {}

  /// @param tasks how many it did, as in `5 of 5`
  /// @param box absent for fewer than four tasks
  /// @param meanX place of the geometric mean
  /// @param label all of it in a sentence, for those who do not see it
  public record Row(
      String language,
      String address,
      String tasks,
      Amount mean,
      Amount median,
      String meanX,
      @Nullable Box box,
      List<Point> points,
      String label) {}

  /// Absent where no language did a task.
  ///
  /// @param tasks how many there are
  /// @param address of a language's page
  public static @Nullable BoxRows of(
      List<LanguageRatios> languages, int tasks, UnaryOperator<String> address) {
    if (languages.isEmpty()) {
      return null;
    }
    var values = new ArrayList<Double>();
    languages.forEach(language -> language.ratios().forEach(one -> values.add(one.ratio())));
    var drawing = new Drawing(LogScale.over(values), tasks, address);
    return new BoxRows(
        drawing.ticks(),
        drawing.rows(languages.stream().filter(one -> one.isRanked(tasks)).toList()),
        drawing.rows(languages.stream().filter(one -> !one.isRanked(tasks)).toList()));
  }

  private record Drawing(LogScale scale, int tasks, UnaryOperator<String> address) {
    List<Tick> ticks() {
      return scale.ticks().stream()
          .map(tick -> new Tick(scale.x(tick), Ticks.number(tick) + "×"))
          .toList();
    }

    List<Row> rows(List<LanguageRatios> languages) {
      List<Amount> means =
          Columns.ratios(languages.stream().map(LanguageRatios::geometricMean).toList());
      List<Amount> medians =
          Columns.ratios(languages.stream().map(LanguageRatios::median).toList());
      var rows = new ArrayList<Row>();
      for (int i = 0; i < languages.size(); i++) {
        rows.add(row(languages.get(i), means.get(i), medians.get(i)));
      }
      return rows;
    }

    private Row row(LanguageRatios language, Amount mean, Amount median) {
      return new Row(
          language.language(),
          address.apply(language.language()),
          "%d of %d".formatted(language.ratios().size(), tasks),
          mean,
          median,
          scale.x(language.geometricMean()),
          language.box().map(this::box).orElse(null),
          language.ratios().stream().map(this::point).toList(),
          label(language));
    }

    private Point point(LanguageRatios.TaskRatio one) {
      return new Point(
          scale.x(one.ratio()),
          "%s: %s× the fastest, %s"
              .formatted(one.task(), Columns.ratioText(one.ratio()), one.program().shortName()));
    }

    private Box box(BoxPlot box) {
      double width =
          scale.axis().percent(box.highQuartile()) - scale.axis().percent(box.lowQuartile());
      return new Box(
          scale.x(box.lowWhisker()),
          scale.x(box.lowQuartile()),
          String.format(java.util.Locale.ROOT, "%.2f%%", Math.max(0, width)),
          scale.x(box.median()),
          scale.x(box.highWhisker()),
          "middle half %s× to %s×, median %s×"
              .formatted(
                  Columns.ratioText(box.lowQuartile()),
                  Columns.ratioText(box.highQuartile()),
                  Columns.ratioText(box.median())));
    }

    private static String label(LanguageRatios language) {
      var range =
          language.ratios().stream()
              .mapToDouble(LanguageRatios.TaskRatio::ratio)
              .summaryStatistics();
      return "%s: %s× to %s× the fastest, median %s×"
          .formatted(
              language.language(),
              Columns.ratioText(range.getMin()),
              Columns.ratioText(range.getMax()),
              Columns.ratioText(language.median()));
    }
  }
}
