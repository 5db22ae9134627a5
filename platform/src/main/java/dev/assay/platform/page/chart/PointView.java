package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Score;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.standing.StandingView;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The page of a point.
///
/// @param title of the bundle
/// @param params of the point, in words
/// @param bar in words
/// @param sample in words; of whole programs how they are measured
/// @param isProgram whether whole programs are measured, which have no seeds
/// @param score in words
/// @param versions of the bundle, newest first
/// @param points the first of the version's
/// @param pointCount how many the version has
/// @param pager of the lanes
/// @param seeds address of the values as a table
/// @param csv address of the values as a file
/// @param tradeoff absent where no entry has a score and its memory
/// @param growth absent where no other point differs in one parameter
record PointView(
    String benchmark,
    String title,
    String point,
    String params,
    StandingView standing,
    String bar,
    String sample,
    boolean isProgram,
    String score,
    List<String> versions,
    List<String> points,
    int pointCount,
    Lanes lanes,
    Pager pager,
    String seeds,
    String csv,
    @Nullable Tradeoff tradeoff,
    @Nullable GrowthPart growth) {
  private static final int MOST_UNRANKED = 5;
  private static final int MOST_WHY = 160;

  /// @param choices parameters along which there are points
  /// @param points how many the family has
  record GrowthPart(Growth growth, List<Choice> choices, int points, Pager pager) {}

  /// @param value what is chosen: an address, or what a form sends
  record Choice(String text, String value) {}

  /// @param why shortened
  record Unranked(String run, String name, String why) {}

  String benchmarkAddress() {
    return Addresses.with(
        Addresses.with(Addresses.benchmark(benchmark), "version", standing.version()),
        "point",
        point);
  }

  /// Of the values, for scripts; empty for a metric without one.
  String unit() {
    return standing.score().metric().equals(Score.SECONDS) ? "s" : "";
  }

  List<Choice> classes() {
    return standing.classes().stream()
        .map(one -> new Choice(Words.machineClass(one), one))
        .toList();
  }

  String classWords() {
    return Words.machineClass(standing.machineClass());
  }

  /// The first of those that are not ranked, suspects before others.
  List<Unranked> unranked() {
    return Stream.concat(standing.suspects().stream(), standing.unranked().stream())
        .limit(MOST_UNRANKED)
        .map(one ->
            new Unranked(
                one.run(),
                SafeText.oneLine(one.implementationName(), 60),
                SafeText.oneLine(one.why(), MOST_WHY)))
        .toList();
  }

  int unrankedCount() {
    return standing.suspects().size() + standing.unranked().size();
  }
}
