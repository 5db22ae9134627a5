package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Score;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.rank.Entry;
import dev.assay.core.rank.Step;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Texts;
import dev.assay.platform.page.chart.HistoryRepository.Row;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.TickText;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// An implementation's runs at a point on a class of machine, in the order in which they were made.
///
/// @param plane absent when no run has a score
/// @param whiskers path of the intervals, in a drawing of 1000 by the plane's height
/// @param path through the scores
/// @param runs newest first
/// @param steps that are significant, newest first
/// @param compared how many steps were looked at
/// @param isRepeated whether runs hold repeats instead of seeds, as those of whole programs do
/// @param changes marks of changes below the scores
record History(
    @Nullable Plane plane,
    String whiskers,
    String path,
    List<Shown> runs,
    List<CalledOut> steps,
    int compared,
    boolean isRepeated,
    List<Mark> changes) {
  private static final int HEIGHT = 240;
  private static final int PADDING = 16;
  private static final int ROW = 20;
  private static final int MOST_CHANGES = 3;
  private static final int MOST_CHANGE = 150;
  private static final int MOST_REASON = 90;
  private static final int MOST_DATES = 5;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  History {
    runs = List.copyOf(runs);
    steps = List.copyOf(steps);
    changes = List.copyOf(changes);
  }

  /// What changes from run to run. Each has a row below the scores.
  enum Kind {
    BUNDLE(1),
    IMAGE(2),
    MACHINE(3);

    private final int shape;

    Kind(int shape) {
      this.shape = shape;
    }

    String key() {
      return "chart.change." + name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param text in words, with what it was before and after
  record Change(Kind kind, String text) {}

  /// @param dot where its score stands; absent without one
  /// @param interval where the median lies; empty for too few values
  /// @param why it did not pass; empty when it did
  record Shown(
      String run,
      String submission,
      String commit,
      Moment at,
      String version,
      @Nullable Dot dot,
      Amount score,
      String interval,
      String outcome,
      String why,
      List<Change> changes) {}

  /// @param x in percent
  record Dot(String x, int y, boolean isPassing, String title) {}

  /// @param x in percent
  record Mark(String x, int y, int shape, String title) {}

  /// @param isBetter whether the newer is the better one
  /// @param change as in `12.3 % faster`
  /// @param interval as in `11.8–12.7 %`; empty for too few pairs
  /// @param x in percent
  record CalledOut(
      boolean isBetter,
      String change,
      String interval,
      String p,
      String x,
      Shown run,
      String before) {}

  /// @param rows newest first
  /// @param isRepeated whether the values are repeats instead of seeds, as of whole programs
  /// @param values of each run's seeds, by its id
  /// @param facts around each run, by its key
  static History of(
      Texts texts,
      Score score,
      boolean isRepeated,
      List<Row> rows,
      Map<String, Map<Long, Double>> values,
      Map<Long, Map<String, String>> facts) {
    return new Drawing(texts, score, isRepeated, rows.reversed(), values, facts).history();
  }

  /// How a step is told: of a time that it is faster or slower, by so much of the older one.
  static CalledOut calledOut(
      Texts texts, Score score, Step step, String x, Shown run, String before) {
    Double change = Objects.requireNonNullElse(step.change(), Double.NaN);
    boolean isTime = score.metric().equals(Score.SECONDS);
    boolean isLower = Objects.requireNonNull(step.pairing()).isFirstLower();
    String way =
        texts.of(
            isTime
                ? (isLower ? "chart.faster" : "chart.slower")
                : (isLower ? "chart.lower" : "chart.higher"));
    if (Double.isNaN(change)) {
      String by = Amount.ofNumber(Math.abs(step.pairing().value())).text();
      return new CalledOut(
          step.isImprovement(score.better()), by + " " + way, "", p(step), x, run, before);
    }
    Interval interval = step.changeInterval();
    return new CalledOut(
        step.isImprovement(score.better()),
        percent(Math.abs(change)) + " % " + way,
        interval == null ? "" : range(interval, isLower),
        p(step),
        x,
        run,
        before);
  }

  private static String range(Interval interval, boolean isLower) {
    double low = isLower ? -interval.high() : interval.low();
    double high = isLower ? -interval.low() : interval.high();
    return "%s–%s %%".formatted(percent(low), percent(high));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.01 ? "%.2f" : "%.1f", 100 * share);
  }

  private static String p(Step step) {
    return Amount.ofNumber(step.adjustedP()).text();
  }

  private static final class Drawing {
    private final Texts texts;
    private final Score score;
    private final boolean isRepeated;
    private final List<Row> rows;
    private final Map<String, Map<Long, Double>> values;
    private final Map<Long, Map<String, String>> facts;
    private final Map<String, Interval> intervals = new HashMap<>();
    private final @Nullable PlotAxis y;

    /// @param rows oldest first
    Drawing(
        Texts texts,
        Score score,
        boolean isRepeated,
        List<Row> rows,
        Map<String, Map<Long, Double>> values,
        Map<Long, Map<String, String>> facts) {
      this.texts = texts;
      this.score = score;
      this.isRepeated = isRepeated;
      this.rows = rows;
      this.values = values;
      this.facts = facts;
      if (score.fold() == Fold.MEDIAN) {
        values.forEach((run, mine) ->
            MedianInterval.bootstrap(List.copyOf(mine.values()), SampleQuality.LEVEL)
                .ifPresent(interval -> intervals.put(run, interval)));
      }
      var all = spanned().summaryStatistics();
      this.y = all.getCount() == 0 ? null : PlotAxis.over(all);
    }

    private DoubleStream spanned() {
      return rows.stream()
          .filter(row -> row.score() != null)
          .flatMapToDouble(row -> {
            Interval interval = intervals.get(row.run());
            double value = Objects.requireNonNull(row.score());
            return interval == null
                ? DoubleStream.of(value)
                : DoubleStream.of(value, interval.low(), interval.high());
          });
    }

    History history() {
      var shown = new ArrayList<Shown>();
      for (int i = 0; i < rows.size(); i++) {
        shown.add(shown(i));
      }
      List<Step.Pair> pairs = pairs();
      var steps = new ArrayList<CalledOut>();
      for (Step step : Step.of(pairs)) {
        if (step.isSignificant()) {
          int place = placeOf(step.after());
          steps.add(calledOut(texts, score, step, x(place), shown.get(place), step.before()));
        }
      }
      List<Kind> kinds = kinds(shown);
      return new History(
          plane(kinds),
          whiskers(),
          path(),
          shown.reversed(),
          steps.reversed(),
          pairs.size(),
          isRepeated,
          marks(shown, kinds));
    }

    private int placeOf(String run) {
      for (int i = 0; i < rows.size(); i++) {
        if (rows.get(i).run().equals(run)) {
          return i;
        }
      }
      throw new IllegalArgumentException("no run " + run);
    }

    /// Runs with values that follow each other and were judged by the same bundle.
    private List<Step.Pair> pairs() {
      var pairs = new ArrayList<Step.Pair>();
      Row before = null;
      for (Row row : rows) {
        if (!values.containsKey(row.run())) {
          continue;
        }
        if (before != null && before.hash().equals(row.hash())) {
          pairs.add(new Step.Pair(entry(before), entry(row)));
        }
        before = row;
      }
      return pairs;
    }

    private Entry entry(Row row) {
      return new Entry(
          row.run(), row.score(), values.getOrDefault(row.run(), Map.of()), isRepeated);
    }

    private static List<Kind> kinds(List<Shown> shown) {
      return List.of(Kind.values()).stream()
          .filter(kind ->
              shown.stream()
                  .flatMap(one -> one.changes().stream())
                  .anyMatch(change -> change.kind() == kind))
          .toList();
    }

    private @Nullable Plane plane(List<Kind> kinds) {
      if (y == null) {
        return null;
      }
      var text = new TickText(score, y.axis());
      var ticks = new ArrayList<Plane.Row>();
      y.ticks()
          .forEach(value ->
              ticks.add(new Plane.Row(Plane.y(HEIGHT, PADDING, y.percent(value)), text.of(value))));
      for (int i = 0; i < kinds.size(); i++) {
        ticks.add(new Plane.Row(rowY(i), texts.of(kinds.get(i).key())));
      }
      return new Plane(HEIGHT + ROW * kinds.size(), dates(), ticks);
    }

    private static int rowY(int row) {
      return HEIGHT + ROW * row + ROW / 2 - 2;
    }

    private List<Plane.Column> dates() {
      var dates = new ArrayList<Plane.Column>();
      int every = Math.max(1, (rows.size() + MOST_DATES - 1) / MOST_DATES);
      String last = "";
      for (int i = 0; i < rows.size(); i += every) {
        String date = DATE.format(rows.get(i).openedAt());
        if (!date.equals(last)) {
          dates.add(new Plane.Column(x(i), date));
        }
        last = date;
      }
      return dates;
    }

    private double percentOf(int place) {
      return 100 * (place + 0.5) / rows.size();
    }

    private String x(int place) {
      return Plane.percent(percentOf(place));
    }

    private int yOf(double value) {
      return Plane.y(HEIGHT, PADDING, Objects.requireNonNull(y).percent(value));
    }

    private Shown shown(int place) {
      Row row = rows.get(place);
      Double value = row.score();
      Interval interval = intervals.get(row.run());
      String text = interval == null ? "" : Words.range(score, interval.low(), interval.high());
      boolean isPassing = row.outcome().equals("pass");
      return new Shown(
          row.run(),
          row.submission(),
          row.commit(),
          Moment.of(row.openedAt()),
          row.version(),
          value == null ? null : new Dot(x(place), yOf(value), isPassing, title(row, value, text)),
          Amount.ofScore(score, value),
          text,
          row.outcome(),
          isPassing ? "" : SafeText.oneLine(row.reason(), MOST_REASON),
          place == 0 ? List.of() : changes(rows.get(place - 1), row));
    }

    private String title(Row row, double value, String interval) {
      return "%s: %s%s"
          .formatted(
              shortened(row.commit()),
              Words.value(score, value),
              interval.isEmpty() ? "" : " (" + interval + ")");
    }

    private static String shortened(String commit) {
      return commit.length() > 10 ? commit.substring(0, 10) : commit;
    }

    private List<Change> changes(Row before, Row after) {
      var changes = new ArrayList<Change>();
      if (!before.hash().equals(after.hash()) || !before.version().equals(after.version())) {
        changes.add(
            new Change(
                Kind.BUNDLE, texts.of("chart.changed.bundle", before.version(), after.version())));
      }
      if (!before.imageDigest().equals(after.imageDigest())) {
        changes.add(
            new Change(
                Kind.IMAGE,
                texts.of(
                    "chart.changed.image",
                    SafeText.oneLine(after.imageReference(), 60),
                    digest(after.imageDigest()))));
      }
      List<String> machine = machineChanges(before, after);
      if (!machine.isEmpty()) {
        changes.add(new Change(Kind.MACHINE, SafeText.oneLine(joined(machine), MOST_CHANGE)));
      }
      return changes;
    }

    private static String digest(String digest) {
      String hex = digest.replaceFirst("^sha256:", "");
      return hex.length() > 12 ? hex.substring(0, 12) : hex;
    }

    private List<String> machineChanges(Row before, Row after) {
      var changes = new ArrayList<String>();
      boolean isOther = !before.runner().equals(after.runner());
      if (isOther) {
        changes.add(
            texts.of(
                "chart.changed.runner",
                SafeText.oneLine(before.runner(), 40),
                SafeText.oneLine(after.runner(), 40)));
      }
      Surroundings.changes(
              facts.getOrDefault(before.runKey(), Map.of()),
              facts.getOrDefault(after.runKey(), Map.of()))
          .stream()
          .filter(change -> !isOther || !change.startsWith("host "))
          .forEach(changes::add);
      return changes;
    }

    private String joined(List<String> all) {
      String first = String.join("; ", all.stream().limit(MOST_CHANGES).toList());
      return all.size() <= MOST_CHANGES
          ? first
          : first + texts.of("chart.changed.more", Integer.toString(all.size() - MOST_CHANGES));
    }

    private List<Mark> marks(List<Shown> shown, List<Kind> kinds) {
      var marks = new ArrayList<Mark>();
      for (int i = 0; i < shown.size(); i++) {
        for (Change change : shown.get(i).changes()) {
          int row = kinds.indexOf(change.kind());
          marks.add(new Mark(x(i), rowY(row), change.kind().shape, change.text()));
        }
      }
      return marks;
    }

    private String whiskers() {
      var path = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        Interval interval = intervals.get(rows.get(i).run());
        if (interval != null && rows.get(i).score() != null) {
          path.append(
              "M%d %dV%d"
                  .formatted(
                      Math.round(10 * percentOf(i)), yOf(interval.low()), yOf(interval.high())));
        }
      }
      return path.toString();
    }

    private String path() {
      var path = new StringBuilder();
      for (int i = 0; i < rows.size(); i++) {
        Double value = rows.get(i).score();
        if (value != null) {
          path.append(path.isEmpty() ? "M" : "L")
              .append(Math.round(10 * percentOf(i)))
              .append(' ')
              .append(yOf(value));
        }
      }
      return path.toString();
    }
  }
}
