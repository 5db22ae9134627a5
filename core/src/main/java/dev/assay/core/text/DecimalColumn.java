package dev.assay.core.text;

import java.util.List;

/// Aligns the numbers of a column on the decimal point, and their units on the left.
///
/// @param digitSpace as wide as a digit
/// @param pointSpace as wide as a decimal point
public record DecimalColumn(char digitSpace, char pointSpace) {
  /// For a terminal, where every character has the same width.
  public static final DecimalColumn TERMINAL = new DecimalColumn(' ', ' ');

  /// For a page with tabular digits: figure space and punctuation space.
  public static final DecimalColumn PAGE = new DecimalColumn('\u2007', '\u2008');

  /// The texts, padded. A text is a number, a number with a unit behind a space, or anything else,
  /// which is treated as a whole number.
  public List<String> align(List<String> texts) {
    List<Parts> parts = texts.stream().map(Parts::of).toList();
    int whole = parts.stream().mapToInt(part -> part.whole().length()).max().orElse(0);
    int fraction = parts.stream().mapToInt(part -> part.fraction().length()).max().orElse(0);
    int unit = parts.stream().mapToInt(part -> part.unit().length()).max().orElse(0);
    return parts.stream().map(part -> pad(part, whole, fraction, unit)).toList();
  }

  private String pad(Parts part, int whole, int fraction, int unit) {
    var text = new StringBuilder();
    append(text, digitSpace, whole - part.whole().length());
    text.append(part.whole());
    if (fraction > 0) {
      text.append(part.fraction().isEmpty() ? pointSpace : '.').append(part.fraction());
      append(text, digitSpace, fraction - part.fraction().length());
    }
    if (unit > 0) {
      text.append(' ').append(part.unit());
      append(text, digitSpace, unit - part.unit().length());
    }
    return text.toString();
  }

  private static void append(StringBuilder text, char space, int count) {
    text.repeat(space, count);
  }

  private record Parts(String whole, String fraction, String unit) {
    static Parts of(String text) {
      int space = text.indexOf(' ');
      String number = space < 0 ? text : text.substring(0, space);
      int point = number.indexOf('.');
      return new Parts(
          point < 0 ? number : number.substring(0, point),
          point < 0 ? "" : number.substring(point + 1),
          space < 0 ? "" : text.substring(space + 1));
    }
  }
}
