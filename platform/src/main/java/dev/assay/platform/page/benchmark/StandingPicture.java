package dev.assay.platform.page.benchmark;

import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Amount;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.awt.geom.Rectangle2D;
import java.util.List;

/// Draws a standing for previews of its link (Open Graph): title, point, class of machine, and the
/// first entries with bars as long as their scores. Thread-safe.
final class StandingPicture {
  static final int WIDTH = 1200;
  static final int HEIGHT = 630;

  private static final int MOST_ENTRIES = 10;
  private static final int MARGIN = 56;
  private static final int TOP = 196;
  private static final int ROW = 38;
  private static final int NAME = 130;
  private static final int BAR = 560;
  private static final int BAR_END = 1000;

  private static final int PAGE = 0xFBFBFA;
  private static final int INK = 0x1B1D21;
  private static final int SOFT = 0x5B6068;
  private static final int LINE = 0xD9DBDE;
  private static final int BLUE = 0x1F5FBF;
  private static final int PALE = 0x9DBBE6;

  private final Texts texts;
  private final GlyphOutlines regular = GlyphOutlines.load("NotoSans-Regular.ttf");
  private final GlyphOutlines bold = GlyphOutlines.load("NotoSans-SemiBold.ttf");

  StandingPicture(Texts texts) {
    this.texts = texts;
  }

  /// A PNG of 1200 × 630 pixels.
  byte[] draw(String title, StandingView standing) {
    var canvas = new PixelCanvas(WIDTH, HEIGHT, PAGE);
    canvas.fill(new Rectangle2D.Double(0, 0, WIDTH, 10), BLUE);
    var sheet = new Sheet(canvas);
    sheet.text(bold, SafeText.oneLine(title, 200), 44, MARGIN, 82, INK, WIDTH - 2 * MARGIN);
    sheet.text(
        regular,
        texts.of(
            "benchmark.picture.point",
            standing.point(),
            standing.version(),
            Words.score(standing.score())),
        25,
        MARGIN,
        126,
        SOFT,
        WIDTH - 2 * MARGIN);
    String machine = Words.machineClass(standing.machineClass());
    sheet.text(regular, machine, 25, MARGIN, 161, SOFT, WIDTH - 2 * MARGIN);
    entries(sheet, standing);
    return canvas.png();
  }

  private void entries(Sheet sheet, StandingView standing) {
    List<PlaceView> places = standing.places().stream().limit(MOST_ENTRIES).toList();
    if (places.isEmpty()) {
      sheet.text(
          bold, texts.of("benchmark.picture.none"), 32, MARGIN, TOP + 80, SOFT, WIDTH - 2 * MARGIN);
    }
    double longest = places.stream().mapToDouble(StandingPicture::length).max().orElse(0);
    for (int i = 0; i < places.size(); i++) {
      entry(sheet, standing, places.get(i), TOP + i * ROW, longest);
    }
    int more = standing.places().size() - places.size();
    if (more > 0) {
      sheet.text(
          regular,
          texts.of("benchmark.picture.more", Integer.toString(more)),
          21,
          NAME,
          TOP + MOST_ENTRIES * ROW + 26,
          SOFT,
          400);
    }
    double wide = bold.width("Assay", 26);
    sheet.text(bold, "Assay", 26, WIDTH - MARGIN - wide, HEIGHT - 26, BLUE, wide + 1);
  }

  private void entry(
      Sheet sheet, StandingView standing, PlaceView place, double y, double longest) {
    double base = y + 27;
    String rank = place.rank() + (place.isShared() ? "=" : "");
    sheet.text(bold, rank, 24, MARGIN, base, place.rank() == 1 ? BLUE : SOFT, 70);
    sheet.text(
        place.rank() == 1 ? bold : regular,
        SafeText.oneLine(place.implementationName(), 100),
        24,
        NAME,
        base,
        INK,
        BAR - NAME - 20);
    sheet.box(BAR, y + 9, BAR_END - BAR, 22, LINE);
    double length = longest > 0 ? (BAR_END - BAR) * length(place) / longest : 0;
    sheet.box(BAR, y + 9, length, 22, place.rank() == 1 ? BLUE : PALE);
    sheet.text(
        bold,
        Amount.ofScore(standing.score(), place.score()).text(),
        24,
        BAR_END + 18,
        base,
        INK,
        WIDTH - MARGIN - BAR_END);
  }

  private static double length(PlaceView place) {
    Double score = place.score();
    return score == null || !Double.isFinite(score) ? 0 : Math.max(0, score);
  }

  private record Sheet(PixelCanvas canvas) {
    void text(
        GlyphOutlines font, String text, double size, double x, double y, int color, double most) {
      canvas.fill(font.outline(font.fitted(text, size, most), size, x, y), color);
    }

    void box(double x, double y, double width, double height, int color) {
      canvas.fill(new Rectangle2D.Double(x, y, width, height), color);
    }
  }
}
