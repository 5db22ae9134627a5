package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Score;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.page.chart.ParetoLine.Spot;
import dev.assay.platform.report.TickText;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Score against memory of ranked entries, with the line of those that none beats in both.
///
/// @param line path of that line, in a drawing of 1000 by the plane's height
/// @param spots those that are linked: all of the line, and the entries of the page
/// @param others path of all others, a dot each
/// @param otherCount how many `others` shows
/// @param without how many entries have no score or no memory, so that they cannot be drawn
/// @param best names of the line, for those who do not see it
record Tradeoff(
    Plane plane,
    String line,
    List<Mark> spots,
    String others,
    int otherCount,
    int without,
    String best) {
  private static final int HEIGHT = 320;
  private static final int PADDING = 14;
  private static final int NARROW = 225;
  private static final int WIDE = 620;
  private static final double MIB = 1 << 20;
  private static final int ASIDE = 13;
  private static final double LETTER = 6.4;
  private static final int MOST_LABEL = 22;
  private static final int MOST_SPOTS = 24;
  private static final int MOST_LABELS = 10;

  Tradeoff {
    spots = List.copyOf(spots);
  }

  /// @param x in percent
  /// @param isBest whether none beats it
  /// @param label as long as there is room; empty without
  /// @param isWideOnly whether there is room for the label in a wide drawing only
  /// @param anchor `start` or `end`: where the label begins or ends
  record Mark(
      String x,
      int y,
      String run,
      String title,
      boolean isBest,
      String label,
      boolean isWideOnly,
      String anchor,
      int labelY) {}

  /// Empty where no entry has both.
  ///
  /// @param places all that are ranked, best first
  /// @param memory bytes by id of the run
  /// @param linked ids of runs that are linked besides the line
  static Optional<Tradeoff> of(
      Score score, List<PlaceView> places, Map<String, Long> memory, Set<String> linked) {
    var spots = new ArrayList<Spot>();
    for (PlaceView one : places) {
      Long bytes = memory.get(one.run());
      Double value = one.score();
      if (bytes != null && bytes > 0 && value != null) {
        spots.add(new Spot(one.run(), value, bytes));
      }
    }
    return spots.isEmpty()
        ? Optional.empty()
        : Optional.of(new Drawing(score, places, spots, linked).tradeoff());
  }

  private static final class Drawing {
    private final Score score;
    private final Map<String, PlaceView> places;
    private final List<Spot> spots;
    private final List<Spot> best;
    private final Set<String> bestRuns;
    private final Set<String> linked;
    private final PlotAxis x;
    private final PlotAxis y;
    private final int without;

    Drawing(Score score, List<PlaceView> places, List<Spot> spots, Set<String> linked) {
      this.score = score;
      this.places = places.stream().collect(Collectors.toMap(PlaceView::run, one -> one));
      this.spots = spots;
      this.best = ParetoLine.of(spots, score.better());
      this.bestRuns = best.stream().map(Spot::id).collect(Collectors.toSet());
      this.linked = linked;
      this.x = PlotAxis.over(spots.stream().mapToDouble(Spot::score).summaryStatistics());
      this.y =
          PlotAxis.fromZero(
              spots.stream().mapToDouble(one -> one.memory() / MIB).summaryStatistics());
      this.without = places.size() - spots.size();
    }

    Tradeoff tradeoff() {
      List<Spot> shown =
          spots.stream()
              .filter(one -> bestRuns.contains(one.id()) || linked.contains(one.id()))
              .limit(MOST_SPOTS)
              .toList();
      Set<String> ids = shown.stream().map(Spot::id).collect(Collectors.toSet());
      List<Spot> others = spots.stream().filter(one -> !ids.contains(one.id())).toList();
      var text = new TickText(score, x.axis());
      return new Tradeoff(
          Plane.of(
              HEIGHT,
              PADDING,
              x,
              text::of,
              y,
              size -> DataSize.ofBytes(Math.max(0, Math.round(size * MIB))).toText()),
          line(),
          marks(shown),
          dots(others),
          others.size(),
          without,
          best.stream()
              .limit(MOST_LABELS)
              .map(one -> name(one, MOST_LABEL))
              .collect(Collectors.joining(", ")));
    }

    /// Down a step at each entry: what lies above and to its worse side is beaten.
    private String line() {
      var path = new StringBuilder();
      for (Spot one : best) {
        path.append(path.isEmpty() ? "M" : "H").append(Math.round(10 * x.percent(one.score())));
        path.append(path.indexOf("H") < 0 ? " " : "V").append(yOf(one));
      }
      return path.toString();
    }

    private int yOf(Spot spot) {
      return Plane.y(HEIGHT, PADDING, y.percent(spot.memory() / MIB));
    }

    private String name(Spot spot, int most) {
      return SafeText.oneLine(
          Objects.requireNonNull(places.get(spot.id())).implementationName(), most);
    }

    private String dots(List<Spot> others) {
      var seen = new HashSet<String>();
      return others.stream()
          .map(one -> "M%d %dh0".formatted(5 * Math.round(2 * x.percent(one.score())), yOf(one)))
          .filter(seen::add)
          .collect(Collectors.joining());
    }

    private List<Mark> marks(List<Spot> shown) {
      Map<String, LabelPlacing.Place> narrow = placed(NARROW, Map.of());
      Map<String, LabelPlacing.Place> wide = placed(WIDE, narrow);
      return shown.stream()
          .map(one -> {
            LabelPlacing.Place place = wide.get(one.id());
            String title =
                "%s: %s, %s"
                    .formatted(
                        name(one, MOST_LABEL),
                        Words.value(score, one.score()),
                        DataSize.ofBytes((long) one.memory()).toText());
            return new Mark(
                Plane.percent(x.percent(one.score())),
                yOf(one),
                one.id(),
                title,
                bestRuns.contains(one.id()),
                place == null ? "" : name(one, MOST_LABEL),
                !narrow.containsKey(one.id()),
                place == null || place.isRight() ? "start" : "end",
                place == null ? 0 : yOf(one) + place.below() + 4);
          })
          .toList();
    }

    /// @param before labels that have their places already
    private Map<String, LabelPlacing.Place> placed(
        int width, Map<String, LabelPlacing.Place> before) {
      var placing = new LabelPlacing(width, HEIGHT);
      spots.forEach(one -> placing.avoid(xOf(one, width), yOf(one)));
      Map<String, LabelPlacing.Place> places = new HashMap<>(before);
      best.stream()
          .filter(one -> before.containsKey(one.id()))
          .forEach(one ->
              placing.avoid(
                  xOf(one, width),
                  yOf(one),
                  widthOf(one),
                  Objects.requireNonNull(before.get(one.id()))));
      best.stream()
          .limit(MOST_LABELS)
          .filter(one -> !before.containsKey(one.id()))
          .forEach(one ->
              placing
                  .place(xOf(one, width), yOf(one), widthOf(one), besideLine())
                  .ifPresent(place -> places.put(one.id(), place)));
      return places;
    }

    /// Where the line never runs: it leaves a mark towards worse scores and comes from above.
    private List<LabelPlacing.Place> besideLine() {
      boolean isRight = score.better() == Better.LOWER;
      return List.of(
          new LabelPlacing.Place(isRight, -ASIDE), new LabelPlacing.Place(!isRight, ASIDE));
    }

    private double xOf(Spot spot, int width) {
      return x.percent(spot.score()) * width / 100;
    }

    private double widthOf(Spot spot) {
      return LETTER * name(spot, MOST_LABEL).length();
    }
  }
}
