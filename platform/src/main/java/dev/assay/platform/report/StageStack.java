package dev.assay.platform.report;

import dev.assay.core.encrypted.StageFigures;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Stages that follow each other in one bar, the measured one marked.
///
/// @param caption what the bar is as long as
/// @param label everything in one sentence, for those who do not see it
public record StageStack(String caption, String label, List<Piece> pieces) {
  /// Narrower pieces have no name in them.
  private static final double LEAST_NAMED = 0.16;

  /// @param x where it begins, in percent
  /// @param width in percent
  /// @param middle where its name stands, in percent
  /// @param name empty where there is no room for it
  public record Piece(
      String x, String width, String middle, String name, String title, String style) {}

  /// @param whole what all stages together are, as in `one case`
  /// @param figures at least one
  public static StageStack of(String whole, List<StageFigures> figures) {
    var pieces = new ArrayList<Piece>();
    var words = new ArrayList<String>();
    double before = 0;
    for (StageFigures one : figures) {
      String share = share(one.share());
      boolean isMeasured = one.stage().isMeasured();
      pieces.add(
          new Piece(
              percent(before),
              percent(one.share()),
              percent(before + one.share() / 2),
              one.share() < LEAST_NAMED ? "" : one.stage().text(),
              "%s: %s, %s"
                  .formatted(
                      one.stage().text(), DurationText.ofSeconds(one.medianSeconds()), share),
              isMeasured ? "measured" : pieces.size() % 2 == 0 ? "even" : "uneven"));
      words.add("%s %s%s".formatted(one.stage().text(), share, isMeasured ? " (measured)" : ""));
      before += one.share();
    }
    double seconds = figures.stream().mapToDouble(StageFigures::medianSeconds).sum();
    return new StageStack(
        "%s, %s".formatted(whole, DurationText.ofSeconds(seconds)),
        "%s: %s.".formatted(whole, String.join(", ", words)),
        pieces);
  }

  static String share(double share) {
    return share < 0.005 ? "< 1 %" : String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", Math.clamp(100 * share, 0, 100));
  }
}
