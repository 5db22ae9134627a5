package dev.assay.platform.page.benchmark;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/// The outlines of a font that is part of the program, so that text can be drawn where no fonts are
/// installed. A character that the font does not have is a box. Thread-safe.
final class GlyphOutlines {
  private final TrueTypeFont font;
  private final CmapLookup glyphs;
  private final double unitsPerEm;
  private final Map<Integer, Glyph> known = new HashMap<>();

  private GlyphOutlines(TrueTypeFont font) throws IOException {
    this.font = font;
    this.glyphs = font.getUnicodeCmapLookup();
    this.unitsPerEm = font.getUnitsPerEm();
  }

  /// @param outline in the font's units, y upwards
  private record Glyph(Path2D outline, int advance) {}

  /// @param name as in `NotoSans-Regular.ttf`
  static GlyphOutlines load(String name) {
    try (InputStream in =
        Objects.requireNonNull(GlyphOutlines.class.getResourceAsStream("font/" + name), name)) {
      return new GlyphOutlines(new TTFParser().parse(new RandomAccessReadBuffer(in)));
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is part of the program and cannot be read", e);
    }
  }

  /// @param size of an em in pixels
  double width(String text, double size) {
    return text.codePoints().map(point -> glyph(point).advance()).sum() * size / unitsPerEm;
  }

  /// The text with `…` where it had to be cut to a width in pixels.
  String fitted(String text, double size, double width) {
    if (width(text, size) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 0 && width(text.substring(0, end) + "…", size) > width) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end).stripTrailing() + "…";
  }

  /// The text's outline.
  ///
  /// @param x where it begins, in pixels
  /// @param y of its base line, in pixels, downwards
  Path2D outline(String text, double size, double x, double y) {
    double scale = size / unitsPerEm;
    var outline = new Path2D.Double(Path2D.WIND_NON_ZERO);
    double at = x;
    for (int point : text.codePoints().toArray()) {
      Glyph glyph = glyph(point);
      outline.append(
          glyph.outline().getPathIterator(new AffineTransform(scale, 0, 0, -scale, at, y)), false);
      at += glyph.advance() * scale;
    }
    return outline;
  }

  private Glyph glyph(int codePoint) {
    synchronized (known) {
      return known.computeIfAbsent(codePoint, this::read);
    }
  }

  private Glyph read(int codePoint) {
    int glyph = glyphs.getGlyphId(codePoint);
    try {
      var data = font.getGlyph().getGlyph(glyph);
      Path2D path = data == null ? new Path2D.Double() : data.getPath();
      return new Glyph(path, font.getAdvanceWidth(glyph));
    } catch (IOException e) {
      throw new UncheckedIOException("the font is part of the program and cannot be read", e);
    }
  }
}
