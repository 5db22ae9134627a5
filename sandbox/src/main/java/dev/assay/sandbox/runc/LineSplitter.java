package dev.assay.sandbox.runc;

import dev.assay.sandbox.Heard;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Splits a program's standard output into lines of at most 4,096 bytes of UTF-8.
final class LineSplitter {
  static final int LONGEST = 4096;

  private final byte[] line = new byte[LONGEST];
  private final Queue<Heard> ready = new ArrayDeque<>();
  private int length;
  private boolean tooLong;

  /// @param atNanos when the bytes had been read
  void add(byte[] bytes, long atNanos) {
    for (byte next : bytes) {
      if (next == '\n') {
        finish(atNanos);
      } else if (length < LONGEST) {
        line[length++] = next;
      } else if (!tooLong) {
        tooLong = true;
        ready.add(new Heard.Malformed("more than %d bytes without a line feed".formatted(LONGEST)));
      }
    }
  }

  private void finish(long atNanos) {
    if (!tooLong) {
      ready.add(decode(atNanos));
    }
    length = 0;
    tooLong = false;
  }

  private Heard decode(long atNanos) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, length));
      return new Heard.Line(text.toString(), atNanos);
    } catch (CharacterCodingException malformed) {
      return new Heard.Malformed("a line that is not UTF-8");
    }
  }

  boolean isEmpty() {
    return ready.isEmpty();
  }

  /// The next line, or what was wrong with it; absent when more bytes are needed.
  @Nullable Heard poll() {
    return ready.poll();
  }
}
