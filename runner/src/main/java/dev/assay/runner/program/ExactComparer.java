package dev.assay.runner.program;

import dev.assay.core.run.Verification;
import dev.assay.core.text.SafeText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Byte for byte.
final class ExactComparer implements OutputComparer {
  /// Bytes of context that a message shows.
  private static final int CONTEXT = 40;

  @Override
  public Verification compare(Path expected, Path output) throws IOException {
    long at = Files.mismatch(expected, output);
    return at < 0
        ? new Verification(true, Map.of(), "")
        : new Verification(false, Map.of(), difference(expected, output, at));
  }

  private static String difference(Path expected, Path output, long at) throws IOException {
    long due = Files.size(expected);
    long found = Files.size(output);
    if (at == found) {
      return "ends after %d bytes, %d are expected".formatted(found, due);
    }
    if (at == due) {
      return "has %d bytes, %d are expected; what is too much begins with '%s'"
          .formatted(found, due, shown(output, at));
    }
    return "differs from byte %d on, in line %d: '%s', where '%s' is expected"
        .formatted(at + 1, lineOf(expected, at), shown(output, at), shown(expected, at));
  }

  private static String shown(Path file, long from) throws IOException {
    try (var content = new RandomAccessFile(file.toFile(), "r")) {
      content.seek(from);
      byte[] bytes = new byte[(int) Math.min(CONTEXT, content.length() - from)];
      content.readFully(bytes);
      return SafeText.shown(escaped(new String(bytes, StandardCharsets.UTF_8)));
    }
  }

  /// With control characters and what is no text as they are written in programs, or a carriage
  /// return would look like a blank.
  private static String escaped(String text) {
    var shown = new StringBuilder();
    text.chars()
        .forEach(c -> {
          switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default ->
                shown.append(
                    c < ' ' || c == 0x7f ? "\\x%02x".formatted(c) : String.valueOf((char) c));
          }
        });
    return shown.toString();
  }

  private static long lineOf(Path file, long at) throws IOException {
    long line = 1;
    try (var in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      for (long left = at; left > 0; ) {
        int count = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (count < 0) {
          break;
        }
        for (int i = 0; i < count; i++) {
          line += buffer[i] == '\n' ? 1 : 0;
        }
        left -= count;
      }
    }
    return line;
  }
}
