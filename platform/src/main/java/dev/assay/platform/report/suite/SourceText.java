package dev.assay.platform.report.suite;

import dev.assay.core.text.SafeText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A source, line by line, as it can be shown: nothing in it moves a cursor or turns a direction.
///
/// @param lines escape sequences taken out, control characters named
/// @param note what is not shown; empty when all is
public record SourceText(List<String> lines, String note) {
  /// Characters of a source on a page; the file beside the report has all.
  private static final int MOST_SHOWN = 256 * 1024;

  private static final int MOST_OF_A_LINE = 10_000;

  public SourceText {
    lines = List.copyOf(lines);
  }

  /// @param source UTF-8, or Latin-1 where it is not
  static SourceText of(byte[] source) {
    String text = decoded(source);
    String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) : text;
    List<String> lines = shown.lines().toList();
    boolean isCut = shown.length() < text.length() || lines.stream().anyMatch(SourceText::isLong);
    return new SourceText(
        lines.stream().map(SourceText::line).toList(),
        isCut
            ? "Not all of it is shown: it has %s, of which the first %s are here, and %s of a line at most."
                .formatted(
                    Counted.of(text.length(), "character"),
                    Columns.grouped(shown.length()),
                    Columns.grouped(MOST_OF_A_LINE))
            : "");
  }

  private static boolean isLong(String line) {
    return line.length() > MOST_OF_A_LINE;
  }

  private static String line(String line) {
    return SafeText.lines(isLong(line) ? line.substring(0, MOST_OF_A_LINE) + "…" : line);
  }

  /// A text of unknown encoding.
  static String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
