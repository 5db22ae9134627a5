package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Score;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.statistics.Interval;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.Axis;
import dev.assay.platform.report.TickText;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Every seed of ranked entries on one axis, a lane each. A lane is 1000 wide and 24 high.
///
/// @param lanes by rank
/// @param seeds all that a lane has a value at, ascending; in each lane's path they have their
///   places in this order, so that a script finds a seed in all of them. Empty where lanes are
///   outlines
/// @param ticks of the axis below the lanes
/// @param isOutlined whether lanes are outlines of many values instead of a mark for each
record Lanes(List<Lane> lanes, String seeds, List<Tick> ticks, boolean isOutlined, boolean isLog) {
  /// More values than this are drawn as an outline.
  static final int MOST_MARKS = 200;

  private static final int MOST_LANES = 30;
  private static final int LEAST_LANES = 4;

  /// Bytes of HTML that a lane takes without its marks, that a mark takes, that an outline takes.
  private static final int LANE_BYTES = 540;

  private static final int MARK_BYTES = 8;
  private static final int OUTLINE_BYTES = 800;

  /// How many values are read for one page.
  private static final int MOST_VALUES = 80_000;

  private static final int MOST_NAME = 44;

  private static final int[] ROWS = {12, 7, 17, 10, 14};

  Lanes {
    lanes = List.copyOf(lanes);
    ticks = List.copyOf(ticks);
  }

  /// @param x in percent
  /// @param path as a line through a lane
  record Tick(String x, String path, String text) {}

  /// @param shape path of the marks or the outline
  /// @param band path where the median lies; empty when there are too few values
  /// @param median path of it; empty without a value
  /// @param say where the median lies, for those who do not see it
  record Lane(
      int rank,
      boolean isShared,
      String implementation,
      String name,
      String run,
      Amount score,
      Amount memory,
      String shape,
      String band,
      String median,
      String say) {}

  /// How many lanes a page has.
  ///
  /// @param values of each entry
  /// @param room for all lanes, in bytes of HTML
  static int perPage(int values, int room) {
    int each = LANE_BYTES + (values > MOST_MARKS ? OUTLINE_BYTES : values * MARK_BYTES);
    return Math.clamp(
        Math.min(room / each, MOST_VALUES / Math.max(1, values)), LEAST_LANES, MOST_LANES);
  }

  /// @param axis over the values of all entries, also of those that are not shown
  static Lanes of(
      Texts texts,
      Score score,
      Axis axis,
      List<PlaceView> places,
      Map<String, Map<Long, Double>> values,
      Map<String, Long> memory) {
    return new Drawing(texts, score, axis, places, values, memory).lanes();
  }

  private record Drawing(
      Texts texts,
      Score score,
      Axis axis,
      List<PlaceView> places,
      Map<String, Map<Long, Double>> values,
      Map<String, Long> memory) {
    Lanes lanes() {
      boolean isOutlined = places.stream().anyMatch(one -> valuesOf(one).size() > MOST_MARKS);
      var seeds = new TreeSet<Long>();
      places.forEach(one -> seeds.addAll(valuesOf(one).keySet()));
      List<Amount> scores =
          Amount.aligned(places.stream().map(one -> Amount.ofScore(score, one.score())).toList());
      List<Amount> bytes =
          Amount.aligned(
              places.stream().map(one -> Amount.ofBytes(memory.get(one.run()))).toList());
      var lanes = new ArrayList<Lane>();
      for (int i = 0; i < places.size(); i++) {
        lanes.add(lane(places.get(i), scores.get(i), bytes.get(i), seeds, isOutlined));
      }
      return new Lanes(lanes, isOutlined ? "" : joined(seeds), ticks(), isOutlined, axis.isLog());
    }

    private Map<Long, Double> valuesOf(PlaceView place) {
      return values.getOrDefault(place.run(), Map.of());
    }

    private static String joined(TreeSet<Long> seeds) {
      return seeds.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private List<Tick> ticks() {
      var text = new TickText(score, axis);
      return axis.ticks().stream()
          .map(value -> new Tick(axis.place(value), x(value) + " 0v24", text.of(value)))
          .toList();
    }

    private Lane lane(
        PlaceView place, Amount amount, Amount bytes, TreeSet<Long> seeds, boolean isOutlined) {
      Map<Long, Double> mine = valuesOf(place);
      List<Double> all = List.copyOf(mine.values());
      Interval interval = MedianInterval.bootstrap(all, SampleQuality.LEVEL).orElse(null);
      Double median = all.isEmpty() ? null : MedianInterval.median(all);
      return new Lane(
          place.rank(),
          place.isShared(),
          place.implementation(),
          SafeText.oneLine(place.implementationName(), MOST_NAME),
          place.run(),
          amount,
          bytes,
          isOutlined ? outline(all) : marks(mine, seeds),
          interval == null ? "" : "M%d 12H%d".formatted(x(interval.low()), x(interval.high())),
          median == null ? "" : "M%d 2v20".formatted(x(median)),
          say(median, interval));
    }

    private String say(@Nullable Double median, @Nullable Interval interval) {
      if (median == null) {
        return texts.of("chart.lanes.none");
      }
      return interval == null
          ? Words.value(score, median)
          : Words.range(score, interval.low(), interval.high());
    }

    private int x(double value) {
      return (int) Math.round(10 * axis.percent(value));
    }

    /// A dot for each seed: a line without a length, with round ends. A seed without a value keeps
    /// its place.
    private String marks(Map<Long, Double> mine, TreeSet<Long> seeds) {
      var path = new StringBuilder();
      int place = 0;
      for (Long seed : seeds) {
        Double value = mine.get(seed);
        path.append(
            value == null
                ? "M0 0"
                : String.format(Locale.ROOT, "M%d %dz", x(value), ROWS[place % ROWS.length]));
        place++;
      }
      return path.toString();
    }

    private String outline(List<Double> all) {
      return all.isEmpty()
          ? ""
          : Violin.path(
              all.stream().mapToDouble(value -> 10 * axis.percent(value)).sorted().toArray(),
              12,
              10);
    }
  }
}
