package dev.assay.runner.point;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The last line of a log, where the reason usually stands.
public final class LastWords {
  private static final int TAIL_BYTES = 2000;
  private static final int MOST = 300;

  private LastWords() {}

  /// To be put behind a sentence, as in `; its last line: no such file`.
  public static String of(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] tail = new byte[(int) Math.min(file.length(), TAIL_BYTES)];
      file.seek(file.length() - tail.length);
      file.readFully(tail);
      String text = new String(tail, StandardCharsets.UTF_8).strip();
      String last = text.substring(text.lastIndexOf('\n') + 1).strip();
      return last.isEmpty()
          ? " and said nothing"
          : "; its last line: " + (last.length() > MOST ? last.substring(0, MOST) + "…" : last);
    } catch (IOException e) {
      return "";
    }
  }
}
