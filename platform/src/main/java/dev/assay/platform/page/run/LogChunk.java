package dev.assay.platform.page.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A stretch of a log, as much as a page takes.
///
/// @param rows lines, or pieces of overlong ones
/// @param from byte that it begins at
/// @param next byte that what follows begins at; the size of the log at its end
/// @param nextLine number of the line that follows; absent when lines are not numbered
/// @param beginsWithin whether it begins in the middle of a line
record LogChunk(
    List<Row> rows, long from, long next, @Nullable Long nextLine, boolean beginsWithin) {
  /// Bytes of HTML.
  static final int MOST_WEIGHT = 22_000;

  private static final int MOST_READ = 64 << 10;
  private static final int LONGEST_PIECE = 2_000;
  private static final int LONGEST_ESCAPE = 32;

  LogChunk {
    rows = List.copyOf(rows);
  }

  /// @param number of the line; absent when lines are not numbered
  /// @param isContinued whether it goes on with the line of the row before
  record Row(@Nullable Long number, boolean isContinued, AnsiText text) {}

  /// Reads on from a byte.
  ///
  /// @param content at the byte `from - 1`, or at the begin of the log
  /// @param line number of the line that begins there; absent when it is not known
  static LogChunk read(InputStream content, long from, @Nullable Long line) throws IOException {
    boolean beginsWithin = from > 0 && content.read() != '\n';
    byte[] bytes = content.readNBytes(MOST_READ);
    boolean isEnd = bytes.length < MOST_READ;
    return new Reading(bytes, isEnd, from, beginsWithin).chunk(line);
  }

  private static final class Reading {
    private final byte[] bytes;
    private final boolean isEnd;
    private final long from;
    private final boolean beginsWithin;

    Reading(byte[] bytes, boolean isEnd, long from, boolean beginsWithin) {
      this.bytes = bytes;
      this.isEnd = isEnd;
      this.from = from;
      this.beginsWithin = beginsWithin;
    }

    LogChunk chunk(@Nullable Long line) {
      var rows = new ArrayList<Row>();
      AnsiStyle style = AnsiStyle.PLAIN;
      Long number = line;
      boolean isContinued = beginsWithin;
      int at = 0;
      int weight = 0;
      while (at < bytes.length) {
        int lineEnd = lineEnd(at);
        int end = lineEnd < 0 || lineEnd - at > LONGEST_PIECE ? pieceEnd(at) : lineEnd;
        if (lineEnd < 0 && !isEnd && end == bytes.length && at > 0) {
          break;
        }
        AnsiText text = AnsiText.of(style, new String(bytes, at, end - at, StandardCharsets.UTF_8));
        if (!rows.isEmpty() && weight + text.weight() > MOST_WEIGHT) {
          break;
        }
        weight += text.weight();
        style = text.end();
        rows.add(new Row(number, isContinued, text));
        isContinued = end != lineEnd;
        at = isContinued ? end : end + 1;
        number = number == null || isContinued ? number : Long.valueOf(number + 1);
      }
      return new LogChunk(rows, from, from + at, number, beginsWithin);
    }

    private int lineEnd(int at) {
      for (int i = at; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          return i;
        }
      }
      return -1;
    }

    /// Where an overlong line is broken: between characters, and not within an escape sequence.
    private int pieceEnd(int at) {
      int end = Math.min(bytes.length, at + LONGEST_PIECE);
      if (end == bytes.length) {
        return end;
      }
      for (int i = end - 1; i > Math.max(at, end - LONGEST_ESCAPE); i--) {
        if (bytes[i] == 0x1B) {
          return i;
        }
      }
      int whole = end;
      while (whole > end - 4 && whole > at + 1 && (bytes[whole] & 0xC0) == 0x80) {
        whole--;
      }
      return (bytes[whole] & 0xC0) == 0x80 ? end : whole;
    }
  }
}
