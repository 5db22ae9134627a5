package dev.assay.runner.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads a text field by field. Fields stand between blanks and tabs; lines end with a line feed,
/// which the last one may lack. Holds one field at a time, however long a line is. Fields are read
/// as Latin-1, so that each byte counts, whatever it means.
final class FieldReader {
  /// A longer field is cut there, and is then like no other.
  static final int MOST_BYTES = 1 << 20;

  private static final int END = -1;

  private final InputStream in;
  private int next;

  /// @param in buffered
  FieldReader(InputStream in) throws IOException {
    this.in = in;
    this.next = in.read();
  }

  /// What comes next.
  sealed interface Part {
    /// A field.
    ///
    /// @param isCut whether there was more of it than is kept
    record Field(String text, boolean isCut) implements Part {}

    /// The end of a line.
    record LineEnd() implements Part {}

    /// The end of the text.
    record TextEnd() implements Part {}
  }

  Part read() throws IOException {
    while (next == ' ' || next == '\t' || next == '\r') {
      next = in.read();
    }
    if (next == END) {
      return new Part.TextEnd();
    }
    if (next == '\n') {
      next = in.read();
      return new Part.LineEnd();
    }
    return field();
  }

  private Part field() throws IOException {
    var bytes = new ByteArrayOutputStream();
    boolean isCut = false;
    while (next != END && next != ' ' && next != '\t' && next != '\r' && next != '\n') {
      if (bytes.size() < MOST_BYTES) {
        bytes.write(next);
      } else {
        isCut = true;
      }
      next = in.read();
    }
    return new Part.Field(bytes.toString(StandardCharsets.ISO_8859_1), isCut);
  }
}
