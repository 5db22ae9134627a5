package dev.assay.platform.page.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.rank.Entry;
import dev.assay.core.rank.Step;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Texts;
import dev.assay.platform.page.chart.LabelPlacing.Place;
import dev.assay.platform.page.chart.ParetoLine.Spot;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.Axis;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartPartsTest {
  // The Pareto line ------------------------------------------------------------------------------

  @Test
  void theLineHoldsWhatNoneBeats() {
    var spots =
        List.of(
            new Spot("fast", 1, 100),
            new Spot("small", 9, 1),
            new Spot("beaten", 2, 100),
            new Spot("middle", 3, 10),
            new Spot("worst", 10, 200));

    assertThat(ParetoLine.of(spots, Better.LOWER))
        .extracting(Spot::id)
        .containsExactly("fast", "middle", "small");
    assertThat(ParetoLine.of(spots, Better.HIGHER))
        .extracting(Spot::id)
        .containsExactly("worst", "small");
  }

  @Test
  void equalSpotsAreAllOnTheLine() {
    var spots = List.of(new Spot("a", 1, 1), new Spot("b", 1, 1), new Spot("c", 1, 2));

    assertThat(ParetoLine.of(spots, Better.LOWER)).extracting(Spot::id).containsExactly("a", "b");
    assertThat(ParetoLine.of(List.of(), Better.LOWER)).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noSpotOfTheLineIsBeatenAndEveryOtherIs(long seed) {
    var random = new Random(seed);
    List<Spot> spots =
        IntStream.range(0, 300)
            .mapToObj(i -> new Spot("s" + i, random.nextInt(40), random.nextInt(40)))
            .toList();

    List<Spot> line = ParetoLine.of(spots, Better.LOWER);

    assertThat(line).noneMatch(one -> isBeaten(one, spots));
    assertThat(spots).filteredOn(one -> !line.contains(one)).allMatch(one -> isBeaten(one, spots));
  }

  private static boolean isBeaten(Spot one, List<Spot> all) {
    return all.stream()
        .anyMatch(other ->
            other.score() <= one.score()
                && other.memory() <= one.memory()
                && (other.score() < one.score() || other.memory() < one.memory()));
  }

  // Labels ---------------------------------------------------------------------------------------

  private static final List<Place> BOTH_SIDES = List.of(new Place(true, 0), new Place(false, 0));

  @Test
  void aLabelGoesToTheOtherSideWhereAMarkIsInTheWay() {
    var placing = new LabelPlacing(400, 100);
    placing.avoid(100, 50);
    placing.avoid(130, 50);

    assertThat(placing.place(100, 50, 60, BOTH_SIDES)).contains(new Place(false, 0));
    assertThat(placing.place(100, 50, 60, BOTH_SIDES)).as("there is one already").isEmpty();
  }

  @Test
  void aLabelStaysInTheDrawing() {
    var placing = new LabelPlacing(400, 100);

    assertThat(placing.place(390, 50, 60, BOTH_SIDES)).contains(new Place(false, 0));
    assertThat(placing.place(10, 2, 60, BOTH_SIDES)).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {4, 5, 6})
  void whatDoesNotOverlapInANarrowDrawingDoesNotInAWideOne(long seed) {
    var random = new Random(seed);
    double[][] marks = new double[30][];
    Arrays.setAll(marks, i -> new double[] {random.nextDouble(), 300 * random.nextDouble()});
    var narrow = new LabelPlacing(250, 300);
    Arrays.stream(marks).forEach(mark -> narrow.avoid(250 * mark[0], mark[1]));
    var placed = new ArrayList<double[]>();
    for (double[] mark : marks) {
      narrow
          .place(250 * mark[0], mark[1], 50, BOTH_SIDES)
          .ifPresent(place -> placed.add(new double[] {mark[0], mark[1], place.isRight() ? 1 : 0}));
    }

    for (double width : new double[] {250, 400, 900}) {
      for (int i = 0; i < placed.size(); i++) {
        double[] one = placed.get(i);
        assertThat(placed.subList(i + 1, placed.size()))
            .noneMatch(other -> overlap(one, other, width));
      }
    }
    assertThat(placed).isNotEmpty();
  }

  private static boolean overlap(double[] one, double[] other, double width) {
    double left = one[0] * width + (one[2] == 1 ? 8 : -58);
    double otherLeft = other[0] * width + (other[2] == 1 ? 8 : -58);
    return Math.abs(left - otherLeft) < 50 && Math.abs(one[1] - other[1]) < 15;
  }

  // Families -------------------------------------------------------------------------------------

  private static final List<Point> POINTS =
      List.of(
          ChartWorld.point(1024, 64),
          ChartWorld.point(256, 64),
          ChartWorld.point(512, 64),
          ChartWorld.point(1024, 32),
          ChartWorld.point(9, 9));

  @Test
  void aFamilyDiffersInOneParameterAlone() {
    List<Family> families = Family.of(POINTS, POINTS.getFirst());

    assertThat(families).extracting(Family::parameter).containsExactly("N", "W");
    assertThat(families.getFirst().points())
        .extracting(Point::name)
        .containsExactly("N256-W64", "N512-W64", "N1024-W64");
    assertThat(Family.of(POINTS, POINTS.getLast())).isEmpty();
  }

  @Test
  void aLargeFamilyIsThinnedAndKeepsThePointItself() {
    List<Point> many = IntStream.rangeClosed(1, 100).mapToObj(n -> ChartWorld.point(n, 1)).toList();
    Family family = Family.of(many, many.get(41)).getFirst();

    List<Point> shown = Growth.shown(family, many.get(41));

    assertThat(shown).hasSizeLessThanOrEqualTo(Growth.MOST_POINTS).contains(many.get(41));
    assertThat(shown.getFirst()).isEqualTo(many.getFirst());
    assertThat(shown.getLast()).isEqualTo(many.getLast());
  }

  // Axes -----------------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource({"1, 1", "1e-9, 1", "1, 1.1", "1024, 2048", "3e-7, 2.9e-4", "5e300, 6e300"})
  void aLogarithmicAxisHasTicksThatItHolds(double low, double high) {
    PlotAxis axis = PlotAxis.logOver(DoubleStream.of(low, high).summaryStatistics());

    assertThat(axis.ticks()).hasSizeBetween(2, 12);
    assertThat(axis.ticks())
        .allMatch(tick -> tick >= axis.axis().from() && tick <= axis.axis().to());
    assertThat(axis.percent(low)).isBetween(0.0, 50.1);
    assertThat(axis.percent(high)).isBetween(49.9, 100.0);
  }

  // Violins --------------------------------------------------------------------------------------

  @Test
  void aViolinIsWidestWhereMostValuesAreAndStaysInItsLane() {
    var random = new Random(8);
    double[] places =
        DoubleStream.generate(() -> 500 + 40 * random.nextGaussian())
            .limit(5_000)
            .sorted()
            .toArray();

    List<double[]> outline = points(Violin.path(places, 12, 10));

    assertThat(outline).allMatch(point -> point[1] >= 2 && point[1] <= 22);
    double[] top =
        outline.stream().min(Comparator.comparingDouble(point -> point[1])).orElseThrow();
    assertThat(top[0]).isCloseTo(500, within(25.0));
    assertThat(top[1]).isEqualTo(2);
  }

  @Test
  void equalValuesHaveAnOutlineToo() {
    double[] places = new double[300];
    Arrays.fill(places, 500);

    assertThat(points(Violin.path(places, 12, 10))).allMatch(point -> Double.isFinite(point[1]));
  }

  private static List<double[]> points(String path) {
    return Arrays.stream(path.substring(1, path.length() - 1).split("L"))
        .map(point -> Arrays.stream(point.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toList();
  }

  // Lists ----------------------------------------------------------------------------------------

  @Test
  void aPagerLeadsToWhatIsBeforeAndAfter() {
    var middle = Pager.of(10, 10, 25, from -> "?from=" + from);

    assertThat(middle).isEqualTo(new Pager(11, 20, 25, "?from=0", "?from=20"));
    assertThat(Pager.of(0, 10, 10, from -> "").isWhole()).isTrue();
    assertThat(Pager.of(0, 10, 0, from -> "").first()).isZero();
  }

  @Test
  void lanesHaveRoomForEverySeed() {
    assertThat(Lanes.perPage(20, 10_500)).isBetween(12, 20);
    assertThat(Lanes.perPage(200, 10_500)).isBetween(4, 6);
    assertThat(Lanes.perPage(10_000, 10_500)).isBetween(4, 8);
    assertThat(Lanes.perPage(0, 19_000)).isEqualTo(30);
  }

  @Test
  void aSeedWithoutAValueKeepsItsPlaceInALane() {
    Map<Long, Double> whole = Map.of(1L, 1e-3, 2L, 2e-3, 3L, 3e-3);

    Lanes lanes =
        Lanes.of(
            Texts.english(),
            SECONDS,
            Axis.over(DoubleStream.of(1e-3, 3e-3).summaryStatistics()),
            List.of(place("a"), place("b")),
            Map.of("a", whole, "b", Map.of(2L, 2e-3)),
            Map.of());

    assertThat(lanes.seeds()).isEqualTo("1,2,3");
    assertThat(lanes.lanes().getFirst().shape()).matches("M37 12zM500 7zM963 17z");
    assertThat(lanes.lanes().getLast().shape()).isEqualTo("M0 0M500 7zM0 0");
    assertThat(lanes.lanes().getLast().band()).isEmpty();
  }

  private static final Score SECONDS =
      new Score(Score.SECONDS, Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED);

  private static PlaceView place(String run) {
    return new PlaceView(1, false, run, run, run, "owner", "c0ffee", 2e-3, 3, 3, null);
  }

  // Steps ----------------------------------------------------------------------------------------

  @Test
  void aStepIsToldByHowMuchLessOrMoreTimeItTook() {
    var before = new Entry("a", 1.0, values(1));
    var faster = new Entry("b", 0.877, values(0.877));

    assertThat(told(before, faster)).isEqualTo("12.3 % faster, better");
    assertThat(told(faster, before)).isEqualTo("14.0 % slower, worse");
  }

  private static Map<Long, Double> values(double factor) {
    var values = new TreeMap<Long, Double>();
    for (long seed = 1; seed <= 20; seed++) {
      values.put(seed, factor * seed * 1e-3);
    }
    return values;
  }

  private static String told(Entry before, Entry after) {
    Step step = Step.of(List.of(new Step.Pair(before, after))).getFirst();
    var shown =
        new History.Shown(
            "b",
            "s",
            "c0ffee",
            new Moment("", ""),
            "1.0.0",
            null,
            Amount.NONE,
            "",
            "pass",
            "",
            List.of());
    var told = History.calledOut(Texts.english(), SECONDS, step, "50%", shown, "a");
    return "%s, %s".formatted(told.change(), told.isBetter() ? "better" : "worse");
  }

  // Facts, ids -----------------------------------------------------------------------------------

  @Test
  void factsThatChangedAreNamedWithBoth() {
    assertThat(
            Surroundings.changes(
                Map.of("kernel", "6.1", "turbo", "off"), Map.of("kernel", "6.5", "smt", "on")))
        .containsExactly("kernel 6.1 → 6.5", "smt – → on", "turbo off → –");
  }

  @Test
  void runsAreNamedByIdOrAddress() {
    assertThat(
            ComparePage.ids(
                List.of(
                    "a, b;c\nhttps://example.org/runs/d/points/N1?x=1", "/runs/e#log", " ", "a")))
        .containsExactly("a", "b", "c", "d", "e");
  }
}
