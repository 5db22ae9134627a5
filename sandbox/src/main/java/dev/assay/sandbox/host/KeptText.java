package dev.assay.sandbox.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// The text of a stream, of which only one end is kept when it is long. Thread-safe.
final class KeptText {
  /// Which end is kept.
  enum End {
    HEAD,
    TAIL
  }

  private static final int CHUNK = 16 << 10;
  private static final int LONGEST_LINE = 4096;

  private final End end;
  private final int most;
  private final Consumer<String> lines;
  private byte[] kept = new byte[0];
  private int length;
  private final StringBuilder line = new StringBuilder();

  KeptText(End end, int most, Consumer<String> lines) {
    this.end = end;
    this.most = most;
    this.lines = lines;
  }

  void readAll(InputStream stream) {
    var chunk = new byte[CHUNK];
    try (stream) {
      for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
        keep(chunk, count);
        tell(new String(chunk, 0, count, StandardCharsets.UTF_8));
      }
    } catch (IOException closed) {
      // The program is gone; what was read is what there is.
    }
    if (!line.isEmpty()) {
      lines.accept(line.toString());
    }
  }

  private synchronized void keep(byte[] chunk, int count) {
    if (end == End.HEAD) {
      append(chunk, Math.min(count, most - length));
      return;
    }
    append(chunk, count);
    if (length > 2 * most) {
      System.arraycopy(kept, length - most, kept, 0, most);
      length = most;
    }
  }

  private void append(byte[] chunk, int count) {
    if (length + count > kept.length) {
      kept = Arrays.copyOf(kept, Math.max(length + count, 2 * kept.length));
    }
    System.arraycopy(chunk, 0, kept, length, count);
    length += count;
  }

  private void tell(String text) {
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '\n' || letter == '\r' || line.length() == LONGEST_LINE) {
        if (!line.isEmpty()) {
          lines.accept(line.toString());
          line.setLength(0);
        }
      }
      if (letter != '\n' && letter != '\r') {
        line.append(letter);
      }
    }
  }

  synchronized String text() {
    int from = end == End.TAIL ? Math.max(0, length - most) : 0;
    return new String(kept, from, length - from, StandardCharsets.UTF_8);
  }
}
