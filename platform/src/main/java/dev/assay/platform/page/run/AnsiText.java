package dev.assay.platform.page.run;

import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A line of a log with its colours: escape sequences that paint become styles, all others are
/// gone, and what cannot be seen is named.
///
/// @param spans in their order; neighbours differ in style
/// @param end style that the next line begins with
record AnsiText(List<Span> spans, AnsiStyle end) {
  private static final Pattern PAINT = Pattern.compile("\u001B\\[([0-9;:]{0,80}+)m");

  AnsiText {
    spans = List.copyOf(spans);
  }

  /// @param css names of classes; empty for plain text
  record Span(String css, String text) {}

  /// Reads a line. Of what a carriage return wrote over, the last text stays.
  ///
  /// @param start style that the line before ended with
  /// @param line without its end
  static AnsiText of(AnsiStyle start, String line) {
    String text = lastWritten(line);
    var spans = new ArrayList<Span>();
    AnsiStyle style = start;
    Matcher paint = PAINT.matcher(text);
    int at = 0;
    while (paint.find()) {
      add(spans, style, text.substring(at, paint.start()));
      style = style.after(paint.group(1));
      at = paint.end();
    }
    add(spans, style, text.substring(at));
    return new AnsiText(spans, style);
  }

  /// The text without colours.
  static String plain(String line) {
    return shown(lastWritten(line));
  }

  private static String lastWritten(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\r') {
      end--;
    }
    int begin = line.lastIndexOf('\r', end - 1);
    return line.substring(begin + 1, end);
  }

  private static void add(List<Span> spans, AnsiStyle style, String raw) {
    String text = shown(raw);
    if (text.isEmpty()) {
      return;
    }
    if (!spans.isEmpty() && spans.getLast().css().equals(style.css())) {
      Span last = spans.removeLast();
      spans.add(new Span(last.css(), last.text() + text));
    } else {
      spans.add(new Span(style.css(), text));
    }
  }

  /// Control characters become their pictures (Unicode, block "Control Pictures"), which are
  /// shorter than names where there are very many.
  private static String shown(String raw) {
    String text = SafeText.withoutEscapes(raw);
    StringBuilder pictures = null;
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if ((one < ' ' && one != '\t') || one == 0x7F) {
        pictures = pictures == null ? new StringBuilder(text) : pictures;
        pictures.setCharAt(i, one == 0x7F ? '\u2421' : (char) (0x2400 + one));
      }
    }
    return SafeText.lines(pictures == null ? text : pictures.toString());
  }

  /// About how many bytes of HTML it takes.
  int weight() {
    int weight = 24;
    for (Span span : spans) {
      weight += span.css().isEmpty() ? 0 : 24 + span.css().length();
      weight += span.text().chars().map(AnsiText::weight).sum();
    }
    return weight;
  }

  private static int weight(int character) {
    return switch (character) {
      case '<', '>' -> 4;
      case '&' -> 5;
      default -> character < 0x80 ? 1 : character < 0x800 ? 2 : 3;
    };
  }
}
