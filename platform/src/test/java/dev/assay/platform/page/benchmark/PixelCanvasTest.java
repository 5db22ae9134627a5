package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PixelCanvasTest {
  private static final int WHITE = 0xFFFFFF;

  private static long darkness(PixelCanvas canvas, int width, int height) {
    long sum = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        sum += 255 - (canvas.pixel(x, y) & 255);
      }
    }
    return sum;
  }

  @Test
  void fillsWholePixelsAndSharesOfThem() {
    var canvas = new PixelCanvas(8, 8, WHITE);

    canvas.fill(new Rectangle2D.Double(1, 1, 2.5, 2), 0);

    assertThat(canvas.pixel(1, 1)).isZero();
    assertThat(canvas.pixel(2, 2)).isZero();
    assertThat(canvas.pixel(3, 1) & 255).isBetween(126, 129);
    assertThat(canvas.pixel(4, 1)).isEqualTo(WHITE);
    assertThat(canvas.pixel(1, 3)).isEqualTo(WHITE);
  }

  @Test
  void aCircleIsAsLargeAsItsArea() {
    var canvas = new PixelCanvas(100, 100, WHITE);

    canvas.fill(new Ellipse2D.Double(10.3, 10.7, 80, 80), 0);

    assertThat(darkness(canvas, 100, 100) / 255.0)
        .isBetween(Math.PI * 1600 - 12, Math.PI * 1600 + 12);
  }

  @Test
  void anInnerOutlineTheOtherWayRoundIsAHole() {
    var ring = new Path2D.Double();
    ring.append(new Rectangle2D.Double(0, 0, 10, 10), false);
    ring.moveTo(2, 2);
    ring.lineTo(2, 8);
    ring.lineTo(8, 8);
    ring.lineTo(8, 2);
    ring.closePath();
    var canvas = new PixelCanvas(10, 10, WHITE);

    canvas.fill(ring, 0);

    assertThat(canvas.pixel(1, 5)).isZero();
    assertThat(canvas.pixel(5, 5)).isEqualTo(WHITE);
    assertThat(canvas.pixel(9, 5)).isZero();
  }

  @Test
  void whatReachesBeyondIsCutOff() {
    var canvas = new PixelCanvas(10, 10, WHITE);

    canvas.fill(new Rectangle2D.Double(-5, -5, 8, 8), 0);
    canvas.fill(new Ellipse2D.Double(7, 7, 60, 60), 0x112233);
    canvas.fill(new Rectangle2D.Double(50, 50, 5, 5), 0);

    assertThat(canvas.pixel(0, 0)).isZero();
    assertThat(canvas.pixel(2, 2)).isZero();
    assertThat(canvas.pixel(3, 3)).isEqualTo(WHITE);
  }

  @Test
  void thePictureIsAPng() throws IOException {
    var canvas = new PixelCanvas(30, 20, 0x123456);
    canvas.fill(new Rectangle2D.Double(0, 0, 1, 1), 0xABCDEF);

    var read = ImageIO.read(new ByteArrayInputStream(canvas.png()));

    assertThat(read.getWidth()).isEqualTo(30);
    assertThat(read.getHeight()).isEqualTo(20);
    assertThat(read.getRGB(0, 0) & 0xFFFFFF).isEqualTo(0xABCDEF);
    assertThat(read.getRGB(29, 19) & 0xFFFFFF).isEqualTo(0x123456);
  }

  @Test
  void textHasTheWidthOfItsLettersAndBoxesForWhatTheFontHasNot() {
    GlyphOutlines font = GlyphOutlines.load("NotoSans-Regular.ttf");

    assertThat(font.width("mm", 20)).isGreaterThan(font.width("ii", 20));
    assertThat(font.width("漢", 20)).isPositive();
    assertThat(font.outline("漢", 20, 0, 20).getBounds2D().isEmpty()).isFalse();
    assertThat(font.fitted("a long name that does not fit", 20, 100))
        .startsWith("a long")
        .endsWith("…");
    assertThat(font.width(font.fitted("x".repeat(999), 20, 100), 20)).isLessThanOrEqualTo(100);
  }
}
