package dev.assay.platform.page.benchmark;

import java.awt.Rectangle;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// A picture that shapes are filled into, smoothly, and that is written as a PNG. It needs no
/// windowing system, fonts or native libraries, which `java.awt.image` does.
final class PixelCanvas {
  private static final double FLATNESS = 0.1;
  private static final byte[] SIGNATURE = {(byte) 137, 'P', 'N', 'G', 13, 10, 26, 10};

  private final int width;
  private final int height;
  private final int[] pixels;

  /// @param color as in `0xFFFFFF`
  PixelCanvas(int width, int height, int color) {
    this.width = width;
    this.height = height;
    this.pixels = new int[width * height];
    Arrays.fill(pixels, color);
  }

  /// Fills a shape that lies within the picture; what reaches beyond it is cut off.
  void fill(Shape shape, int color) {
    Rectangle box = shape.getBounds().intersection(new Rectangle(0, 0, width, height));
    if (!box.isEmpty()) {
      var coverage = new Coverage(box);
      coverage.add(shape.getPathIterator(null, FLATNESS));
      coverage.blend(color);
    }
  }

  /// How much of each pixel of a box a shape covers, by the signed areas left of its edges (as in
  /// font-rs): each edge adds to the pixels that it passes, and their sum from the left is the
  /// coverage.
  private final class Coverage {
    private final Rectangle box;
    private final int stride;
    private final float[] areas;

    Coverage(Rectangle box) {
      this.box = box;
      this.stride = box.width + 2;
      this.areas = new float[stride * box.height];
    }

    void add(PathIterator path) {
      var at = new double[6];
      double startX = 0;
      double startY = 0;
      double x = 0;
      double y = 0;
      for (; !path.isDone(); path.next()) {
        int kind = path.currentSegment(at);
        boolean moves = kind == PathIterator.SEG_MOVETO;
        double toX = kind == PathIterator.SEG_LINETO ? at[0] : startX;
        double toY = kind == PathIterator.SEG_LINETO ? at[1] : startY;
        edge(x, y, toX, toY);
        x = moves ? at[0] : toX;
        y = moves ? at[1] : toY;
        startX = moves ? x : startX;
        startY = moves ? y : startY;
      }
      edge(x, y, startX, startY);
    }

    private void edge(double fromX, double fromY, double toX, double toY) {
      if (fromY == toY) {
        return;
      }
      boolean down = fromY < toY;
      double top = (down ? fromY : toY) - box.y;
      double bottom = (down ? toY : fromY) - box.y;
      double slope = (toX - fromX) / (toY - fromY);
      double x = (down ? fromX : toX) - box.x - Math.min(0, top) * slope;
      int last = Math.min(box.height, (int) Math.ceil(bottom));
      for (int row = Math.max(0, (int) top); row < last; row++) {
        double part = Math.min(row + 1, bottom) - Math.max(row, top);
        double next = x + slope * part;
        row(row, clamped(Math.min(x, next)), clamped(Math.max(x, next)), down ? part : -part);
        x = next;
      }
    }

    private double clamped(double x) {
      return Math.clamp(x, 0, box.width);
    }

    /// @param area height of the edge in this row, below zero where it runs upwards
    private void row(int row, double left, double right, double area) {
      int first = (int) left;
      int end = (int) Math.ceil(right);
      int start = row * stride + first;
      if (end <= first + 1) {
        double beyond = area * ((left + right) / 2 - first);
        areas[start] += (float) (area - beyond);
        areas[start + 1] += (float) beyond;
        return;
      }
      // The share of the edge's area that lies left of each pixel's right end.
      double before = 0;
      for (int pixel = first; pixel < end; pixel++) {
        double share = coveredBy(pixel + 1, left, right);
        areas[row * stride + pixel] += (float) (area * (share - before));
        before = share;
      }
      areas[row * stride + end] += (float) (area * (1 - before));
    }

    /// How much of the pixel that ends at `x` lies right of an edge from `left` to `right`.
    private double coveredBy(int x, double left, double right) {
      return integral(x, left, right) - integral(x - 1, left, right);
    }

    /// Area below the line that rises from 0 at `left` to 1 at `right`, up to `x`.
    private double integral(double x, double left, double right) {
      double inside = Math.clamp(x, left, right) - left;
      return inside * inside / (2 * (right - left)) + Math.max(0, x - right);
    }

    void blend(int color) {
      for (int row = 0; row < box.height; row++) {
        float sum = 0;
        int at = (box.y + row) * width + box.x;
        for (int column = 0; column < box.width; column++) {
          sum += areas[row * stride + column];
          double share = Math.min(1, Math.abs(sum));
          if (share > 0.004) {
            pixels[at + column] = mixed(pixels[at + column], color, share);
          }
        }
      }
    }
  }

  private static int mixed(int below, int above, double share) {
    int red = channel(below >> 16, above >> 16, share);
    int green = channel(below >> 8, above >> 8, share);
    return red << 16 | green << 8 | channel(below, above, share);
  }

  private static int channel(int below, int above, double share) {
    return (int) Math.round((below & 255) + share * ((above & 255) - (below & 255)));
  }

  int pixel(int x, int y) {
    return pixels[y * width + x];
  }

  /// The picture as PNG (ISO/IEC 15948), 8 bits of red, green and blue.
  byte[] png() {
    var out = new ByteArrayOutputStream();
    try (var png = new DataOutputStream(out)) {
      png.write(SIGNATURE);
      chunk(png, "IHDR", header());
      chunk(png, "IDAT", deflated());
      chunk(png, "IEND", new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return out.toByteArray();
  }

  private byte[] header() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var header = new DataOutputStream(bytes);
    header.writeInt(width);
    header.writeInt(height);
    header.write(new byte[] {8, 2, 0, 0, 0});
    return bytes.toByteArray();
  }

  private byte[] deflated() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var deflater = new Deflater();
        var out = new DeflaterOutputStream(bytes, deflater)) {
      var row = new byte[1 + 3 * width];
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          int pixel = pixels[y * width + x];
          row[1 + 3 * x] = (byte) (pixel >> 16);
          row[2 + 3 * x] = (byte) (pixel >> 8);
          row[3 + 3 * x] = (byte) pixel;
        }
        out.write(row);
      }
    }
    return bytes.toByteArray();
  }

  private static void chunk(DataOutputStream png, String type, byte[] content) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    var checksum = new CRC32();
    checksum.update(name);
    checksum.update(content);
    png.writeInt(content.length);
    png.write(name);
    png.write(content);
    png.writeInt((int) checksum.getValue());
  }
}
