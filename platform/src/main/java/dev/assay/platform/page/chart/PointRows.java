package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Score;
import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.rank.Comparison;
import dev.assay.core.rank.Comparison.PointComparison;
import dev.assay.core.rank.Entry;
import dev.assay.core.rank.Pairing;
import dev.assay.core.run.PointResult;
import dev.assay.core.text.NumberText;
import dev.assay.platform.page.chart.ComparePage.Known;
import dev.assay.platform.page.chart.CompareView.Cell;
import dev.assay.platform.page.chart.CompareView.PointRow;
import dev.assay.platform.report.Amount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The points of the base, and what each other run has there.
final class PointRows {
  private PointRows() {}

  /// @param found the base first
  /// @param comparisons of each other with the base
  static List<PointRow> of(List<Known> found, List<Comparison> comparisons) {
    Map<String, Cell> base = own(found.getFirst());
    var others = new ArrayList<Map<String, Cell>>();
    for (int i = 0; i < comparisons.size(); i++) {
      others.add(compared(found.get(i + 1), comparisons.get(i)));
    }
    var rows = new ArrayList<PointRow>();
    base.forEach((point, first) -> {
      var cells = new ArrayList<Cell>();
      cells.add(first);
      for (int i = 0; i < others.size(); i++) {
        cells.add(
            Optional.ofNullable(others.get(i).get(point))
                .orElse(nothing(found.get(i + 1).run().id())));
      }
      rows.add(new PointRow(point, cells));
    });
    return rows;
  }

  private static Cell nothing(String run) {
    return new Cell(run, Amount.NONE, "", "", "", "", 0);
  }

  private static Map<String, Cell> own(Known one) {
    Score score = one.run().job().score();
    Map<String, Verdict> verdicts = RunJudge.judge(one.run());
    var cells = new LinkedHashMap<String, Cell>();
    for (PointResult point : one.run().points()) {
      Double value = Entry.of(one.run().id(), score, point.cases()).score();
      Verdict verdict = verdicts.get(point.point());
      cells.put(
          point.point(),
          new Cell(
              one.run().id(),
              Amount.ofScore(score, value),
              verdict == null ? "" : verdict.outcome().text(),
              "",
              "",
              "",
              0));
    }
    return cells;
  }

  private static Map<String, Cell> compared(Known one, Comparison comparison) {
    if (!comparison.refusals().isEmpty()) {
      return own(one);
    }
    Score score = one.run().job().score();
    Map<String, Cell> cells = new HashMap<>();
    for (PointComparison point : comparison.points()) {
      cells.put(point.point(), cell(one.run().id(), score, point));
    }
    return cells;
  }

  private static Cell cell(String run, Score score, PointComparison point) {
    Amount amount = Amount.ofScore(score, point.firstScore());
    String verdict = point.firstVerdict().outcome().text();
    Pairing pairing = point.pairing();
    Double p = point.adjustedP();
    if (pairing == null || p == null) {
      return new Cell(run, amount, verdict, "", "", "", 0);
    }
    boolean isRatio = pairing.measure() == Pairing.Measure.RATIO;
    return new Cell(
        run,
        amount,
        verdict,
        isRatio ? "× " + ratio(pairing.value()) : signed(pairing.value()),
        pairing.interval() == null
            ? ""
            : isRatio
                ? "%s–%s"
                    .formatted(ratio(pairing.interval().low()), ratio(pairing.interval().high()))
                : "%s to %s"
                    .formatted(signed(pairing.interval().low()), signed(pairing.interval().high())),
        NumberText.of(p),
        point.better() == 0 ? 0 : point.better() == 1 ? 1 : -1);
  }

  private static String signed(double difference) {
    return (difference > 0 ? "+" : "") + NumberText.of(difference);
  }

  /// Three decimals where a ratio is about one.
  private static String ratio(double value) {
    return value > 0.1 && value < 10
        ? String.format(Locale.ROOT, "%.3f", value)
        : NumberText.of(value);
  }
}
