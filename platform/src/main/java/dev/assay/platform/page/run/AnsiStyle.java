package dev.assay.platform.page.run;

import java.util.List;

/// How text is painted (ECMA-48, section 8.3.117, "select graphic rendition"): bold, and one of 16
/// colours. Of more colours the nearest is taken; backgrounds and all else are left out, so that
/// text can be read on any page.
///
/// @param colour 0 to 15; -1 for the page's own
record AnsiStyle(boolean isBold, int colour) {
  static final AnsiStyle PLAIN = new AnsiStyle(false, -1);

  private static final int GREY = 8;
  private static final int LIGHT_GREY = 7;
  private static final int CUBE = 16;
  private static final int GREYS = 232;
  private static final int MOST_PARAMETERS = 32;

  /// Names of classes; empty for plain text.
  String css() {
    String name = colour < 0 ? "" : "a" + colour;
    return isBold ? (name + " ab").strip() : name;
  }

  /// The style after a sequence.
  ///
  /// @param parameters what stands between `ESC [` and `m`
  AnsiStyle after(String parameters) {
    List<Integer> codes =
        List.of(parameters.split("[;:]", MOST_PARAMETERS)).stream().map(AnsiStyle::number).toList();
    AnsiStyle style = this;
    for (int i = 0; i < codes.size(); i++) {
      int code = codes.get(i);
      if (code == 38 || code == 48) {
        style = code == 38 ? style.extended(codes.subList(i + 1, codes.size())) : style;
        i += isIndexed(codes, i) ? 2 : 4;
      } else {
        style = style.after(code);
      }
    }
    return style;
  }

  private static int number(String text) {
    return text.isEmpty() ? 0 : text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
  }

  private static boolean isIndexed(List<Integer> codes, int at) {
    return at + 1 < codes.size() && codes.get(at + 1) == 5;
  }

  private AnsiStyle after(int code) {
    if (code >= 30 && code <= 37) {
      return new AnsiStyle(isBold, code - 30);
    }
    if (code >= 90 && code <= 97) {
      return new AnsiStyle(isBold, code - 90 + GREY);
    }
    return switch (code) {
      case 0 -> PLAIN;
      case 1 -> new AnsiStyle(true, colour);
      case 22 -> new AnsiStyle(false, colour);
      case 39 -> new AnsiStyle(isBold, -1);
      default -> this;
    };
  }

  /// @param codes as in `5;196` or `2;255;0;0`, and what follows
  private AnsiStyle extended(List<Integer> codes) {
    if (codes.size() >= 2 && codes.get(0) == 5) {
      return indexed(codes.get(1));
    }
    return codes.size() >= 4 && codes.get(0) == 2
        ? new AnsiStyle(isBold, nearest(codes.get(1), codes.get(2), codes.get(3)))
        : this;
  }

  private AnsiStyle indexed(int index) {
    if (index < 0 || index > 255) {
      return this;
    }
    if (index < CUBE) {
      return new AnsiStyle(isBold, index);
    }
    if (index >= GREYS) {
      return new AnsiStyle(isBold, index < GREYS + 12 ? GREY : LIGHT_GREY);
    }
    int place = index - CUBE;
    return new AnsiStyle(
        isBold, nearest(51 * (place / 36), 51 * (place / 6 % 6), 51 * (place % 6)));
  }

  /// @param red 0 to 255, as green and blue
  private static int nearest(int red, int green, int blue) {
    int most = Math.max(red, Math.max(green, blue));
    int least = Math.min(red, Math.min(green, blue));
    if (most - least < 40) {
      return most < 64 ? 0 : most < 160 ? GREY : LIGHT_GREY;
    }
    int half = (most + least) / 2;
    int colour = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0);
    return most > 200 ? colour + GREY : colour;
  }
}
