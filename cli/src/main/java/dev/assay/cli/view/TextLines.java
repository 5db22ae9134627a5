package dev.assay.cli.view;

/// Text broken into lines for a terminal.
final class TextLines {
  private TextLines() {}

  /// The text in lines of at most `width`, broken at spaces where there are any; each ends with a
  /// line feed, and those after the first begin with `indent`.
  static String wrapped(String text, String indent, int width) {
    var lines = new StringBuilder();
    String rest = text;
    int room = Math.max(indent.length() + 10, width);
    while (rest.length() > room) {
      int space = rest.lastIndexOf(' ', room);
      int end = space > indent.length() ? space : room;
      lines.append(rest, 0, end).append('\n');
      rest = indent + rest.substring(end).stripLeading();
    }
    return lines.append(rest).append('\n').toString();
  }
}
