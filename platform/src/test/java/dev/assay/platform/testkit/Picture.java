package dev.assay.platform.testkit;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/// A screenshot at half its size in 216 colours: small enough to be kept, and blind for how exactly
/// a letter's edge is drawn.
public final class Picture {
  private static final int STEPS = 6;
  private static final int STEP = 51;
  private static final IndexColorModel COLOURS = colours();

  private final BufferedImage image;

  private Picture(BufferedImage image) {
    this.image = image;
  }

  private static IndexColorModel colours() {
    byte[] red = new byte[STEPS * STEPS * STEPS];
    byte[] green = new byte[red.length];
    byte[] blue = new byte[red.length];
    for (int i = 0; i < red.length; i++) {
      red[i] = (byte) (i / (STEPS * STEPS) * STEP);
      green[i] = (byte) (i / STEPS % STEPS * STEP);
      blue[i] = (byte) (i % STEPS * STEP);
    }
    return new IndexColorModel(8, red.length, red, green, blue);
  }

  /// @param png as the browser gave it
  public static Picture of(byte[] png) {
    try {
      BufferedImage full = ImageIO.read(new ByteArrayInputStream(png));
      int width = full.getWidth() / 2;
      int height = full.getHeight() / 2;
      var half = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
      Graphics2D graphics = half.createGraphics();
      graphics.setRenderingHint(
          RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
      graphics.drawImage(full, 0, 0, width, height, null);
      graphics.dispose();
      return new Picture(reduced(half));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedImage reduced(BufferedImage colourful) {
    var reduced =
        new BufferedImage(
            colourful.getWidth(), colourful.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, COLOURS);
    for (int y = 0; y < reduced.getHeight(); y++) {
      for (int x = 0; x < reduced.getWidth(); x++) {
        int rgb = colourful.getRGB(x, y);
        int index = (step(rgb >> 16) * STEPS + step(rgb >> 8)) * STEPS + step(rgb);
        reduced.getRaster().setSample(x, y, 0, index);
      }
    }
    return reduced;
  }

  private static int step(int channel) {
    return ((channel & 255) + STEP / 2) / STEP;
  }

  public static Picture read(Path file) {
    try {
      return new Picture(ImageIO.read(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      ImageIO.write(image, "png", file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Which share of the pixels is clearly another colour; 1 when the sizes differ.
  public double differsFrom(Picture other) {
    if (!hasSizeOf(other)) {
      return 1;
    }
    long different = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        different += differs(other, x, y) ? 1 : 0;
      }
    }
    return (double) different / image.getWidth() / image.getHeight();
  }

  private boolean hasSizeOf(Picture other) {
    return image.getWidth() == other.image.getWidth()
        && image.getHeight() == other.image.getHeight();
  }

  /// More than one step of a channel apart.
  private boolean differs(Picture other, int x, int y) {
    int a = image.getRGB(x, y);
    int b = other.image.getRGB(x, y);
    return Math.abs(((a >> 16) & 255) - ((b >> 16) & 255)) > STEP
        || Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) > STEP
        || Math.abs((a & 255) - (b & 255)) > STEP;
  }

  /// This one in pale, with what differs in red.
  public Picture against(Picture other) {
    var marked = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        boolean same = hasSizeOf(other) && !differs(other, x, y);
        marked.setRGB(x, y, same ? ((image.getRGB(x, y) >> 1) & 0x7f7f7f) | 0x808080 : 0xff0000);
      }
    }
    return new Picture(marked);
  }
}
