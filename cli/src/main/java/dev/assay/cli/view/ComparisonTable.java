package dev.assay.cli.view;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.assay.core.bundle.Score;
import dev.assay.core.rank.Comparison;
import dev.assay.core.rank.Comparison.PointComparison;
import dev.assay.core.rank.Pairing;
import dev.assay.core.run.Run;
import dev.assay.core.statistics.Interval;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Two runs point by point, for a terminal: scores, paired ratio with its interval, which is
/// better.
public final class ComparisonTable {
  private static final String INDENT = "    ";
  private static final int MOST_DIFFERENCES = 20;

  private ComparisonTable() {}

  /// Without a line feed at the end.
  ///
  /// @param width columns of the terminal
  public static String of(Run first, Run second, Comparison comparison, int width) {
    var text = new StringBuilder();
    text.append(head("A", first)).append(head("B", second)).append('\n');
    for (String refusal : comparison.refusals()) {
      text.append(TextLines.wrapped(SafeText.oneLine("not comparable: " + refusal), INDENT, width));
    }
    Score score = comparison.score();
    if (score != null) {
      text.append(table(score, comparison.points()));
      text.append('\n').append(legend(score, isUnpaired(comparison.points()), width));
    }
    if (!comparison.onlyOne().isEmpty()) {
      text.append(
          TextLines.wrapped(
              "measured by one of them only: " + String.join(", ", comparison.onlyOne()),
              INDENT,
              width));
    }
    text.append(differences(comparison, width));
    return text.toString().stripTrailing();
  }

  private static String head(String letter, Run run) {
    String commit = run.job().source().commit();
    return SafeText.oneLine(
            "%s  %s  %s%s"
                .formatted(
                    letter,
                    run.id(),
                    run.job().implementation(),
                    commit == null
                        ? ""
                        : " at " + commit.substring(0, Math.min(12, commit.length()))))
        + "\n";
  }

  private static boolean isUnpaired(List<PointComparison> points) {
    return points.stream()
        .map(PointComparison::pairing)
        .anyMatch(pairing -> pairing != null && pairing.unpaired() != null);
  }

  private static String table(Score score, List<PointComparison> points) {
    List<ColumnData<PointComparison>> columns =
        List.of(
            column("point", HorizontalAlign.LEFT).with(PointComparison::point),
            column("A", HorizontalAlign.RIGHT).with(one -> value(score, one.firstScore())),
            column("B", HorizontalAlign.RIGHT).with(one -> value(score, one.secondScore())),
            column("A / B", HorizontalAlign.RIGHT).with(one -> pairing(one.pairing())),
            column("95 % interval", HorizontalAlign.RIGHT).with(one -> interval(one.pairing())),
            column(isUnpaired(points) ? "measurements" : "pairs", HorizontalAlign.RIGHT)
                .with(one -> pairs(one.pairing())),
            column("p", HorizontalAlign.RIGHT)
                .with(one -> one.adjustedP() == null ? "" : NumberText.of(one.adjustedP())),
            column("better", HorizontalAlign.LEFT).with(ComparisonTable::better));
    return AsciiTable.builder()
        .border(AsciiTable.NO_BORDERS)
        .lineSeparator("\n")
        .data(points, columns)
        .asString()
        .lines()
        .map(String::stripTrailing)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String pairs(@Nullable Pairing pairing) {
    if (pairing == null) {
      return "";
    }
    return pairing.unpaired() == null
        ? Integer.toString(pairing.pairs())
        : pairing.unpaired().toString();
  }

  private static Column column(String name, HorizontalAlign align) {
    return new Column().header(name).headerAlign(align).dataAlign(align);
  }

  private static String value(Score score, @Nullable Double value) {
    return value == null ? "–" : Words.value(score, value);
  }

  private static String better(PointComparison point) {
    return switch (point.better()) {
      case 1 -> "A";
      case 2 -> "B";
      default -> point.pairing() == null ? "nothing to tell by" : "cannot tell";
    };
  }

  private static String pairing(@Nullable Pairing pairing) {
    return pairing == null ? "–" : number(pairing, pairing.value());
  }

  private static String interval(@Nullable Pairing pairing) {
    Interval interval = pairing == null ? null : pairing.interval();
    return pairing == null || interval == null
        ? ""
        : "%s–%s".formatted(number(pairing, interval.low()), number(pairing, interval.high()));
  }

  private static String number(Pairing pairing, double value) {
    return pairing.measure() == Pairing.Measure.RATIO && value > 0.1 && value < 10
        ? String.format(Locale.ROOT, "%.4f", value)
        : NumberText.of(value);
  }

  private static String legend(Score score, boolean isUnpaired, int width) {
    return TextLines.wrapped(
        (isUnpaired
                ? "All measurements of A against all of B: %s. A / B is the ratio of their means on logarithms, p is Welch's and adjusted by Holm over the points."
                : "Compared seed by seed: %s. A / B is the median of the ratios (of differences A - B where values are not above 0), p is adjusted by Holm over the points.")
            .formatted(SafeText.oneLine(Words.score(score))),
        INDENT,
        width);
  }

  private static String differences(Comparison comparison, int width) {
    if (comparison.differences().isEmpty()) {
      return "The environments are the same.\n";
    }
    var text = new StringBuilder("What differs around them:\n");
    comparison.differences().stream()
        .limit(MOST_DIFFERENCES)
        .forEach(one ->
            text.append(
                TextLines.wrapped(
                    SafeText.oneLine(
                        "  %s: %s | %s"
                            .formatted(one.what(), shown(one.first()), shown(one.second()))),
                    INDENT,
                    width)));
    int more = comparison.differences().size() - MOST_DIFFERENCES;
    return text + (more > 0 ? "  and %d more\n".formatted(more) : "");
  }

  private static String shown(@Nullable String text) {
    return text == null ? "–" : text;
  }
}
