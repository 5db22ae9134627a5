package dev.assay.platform.page.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.blob.Blobs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The last lines of a log.
///
/// @param lines oldest first; the whole log when it is short
/// @param address of all of it
record LogTail(List<AnsiText> lines, boolean isWhole, String address) {
  private static final int MOST_BYTES = 6 << 10;
  private static final int MOST_LINES = 40;
  private static final int MOST_WEIGHT = 6_000;
  private static final int LONGEST = 400;

  LogTail {
    lines = List.copyOf(lines);
  }

  /// @param bytes size of the blob
  static LogTail read(Blobs blobs, String blob, long bytes, String address) {
    long skipped = Math.max(0, bytes - MOST_BYTES);
    try (InputStream content = blobs.open(blob)) {
      content.skipNBytes(skipped);
      String text = new String(content.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      return of(text, skipped == 0, address);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The end of a log could not be read: %s".formatted(e), e);
    }
  }

  static LogTail of(String text, boolean isWhole, String address) {
    List<String> all = text.lines().toList();
    List<String> raw = isWhole || all.size() < 2 ? all : all.subList(1, all.size());
    var lines = new ArrayList<AnsiText>();
    int weight = 0;
    for (int i = raw.size() - 1; i >= 0 && lines.size() < MOST_LINES; i--) {
      AnsiText line = AnsiText.of(AnsiStyle.PLAIN, shortened(raw.get(i)));
      weight += line.weight();
      if (weight > MOST_WEIGHT) {
        break;
      }
      lines.addFirst(line);
    }
    return new LogTail(lines, isWhole && lines.size() == raw.size(), address);
  }

  private static String shortened(String line) {
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}
