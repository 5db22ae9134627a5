package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.LogFile;
import dev.assay.sandbox.ProcessSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Keeps head and tail of a stream in a file, and counts the rest. Holds at most half of what is
/// kept in memory.
final class LogKeeper {
  private final ProcessSpec.Log log;
  private final OutputStream file;
  private final long headBytes;
  private final int tailBytes;
  private byte @Nullable [] tail;
  private long total;

  /// @throws AssayException `IO` when the file cannot be made
  static LogKeeper open(ProcessSpec.Log log) {
    try {
      return new LogKeeper(log);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot write the log %s: %s".formatted(log.file(), e.getMessage()), e);
    }
  }

  /// Keeps the head alone, however long: for a stream that ends its process before it is longer.
  static LogKeeper openHead(ProcessSpec.Log log) {
    try {
      return new LogKeeper(log, log.kept().bytes(), 0);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot write the log %s: %s".formatted(log.file(), e.getMessage()), e);
    }
  }

  LogKeeper(ProcessSpec.Log log) throws IOException {
    this(log, bounded(log) - bounded(log) / 2, bounded(log) / 2);
  }

  private LogKeeper(ProcessSpec.Log log, long headBytes, int tailBytes) throws IOException {
    this.log = log;
    this.file = Files.newOutputStream(log.file());
    this.headBytes = headBytes;
    this.tailBytes = tailBytes;
  }

  private static int bounded(ProcessSpec.Log log) {
    return (int) Math.min(log.kept().bytes(), 1 << 30);
  }

  Path file() {
    return log.file();
  }

  /// Bytes that were written, what is left out included.
  long total() {
    return total;
  }

  void write(byte[] bytes) throws IOException {
    int toHead = Math.clamp(headBytes - total, 0, bytes.length);
    file.write(bytes, 0, toHead);
    total += toHead;
    writeTail(bytes, toHead);
  }

  /// The tail is a ring: byte number n of the stream stands at (n - headBytes) modulo its size.
  private void writeTail(byte[] bytes, int from) {
    int length = bytes.length - from;
    if (length == 0) {
      return;
    }
    if (tail == null) {
      tail = new byte[tailBytes];
    }
    int skipped = Math.max(0, length - tailBytes);
    total += skipped;
    for (int at = from + skipped; at < bytes.length; ) {
      int position = (int) ((total - headBytes) % tailBytes);
      int chunk = Math.min(bytes.length - at, tailBytes - position);
      System.arraycopy(bytes, at, tail, position, chunk);
      at += chunk;
      total += chunk;
    }
  }

  /// Writes mark and tail, and closes the file.
  LogFile close() throws IOException {
    long kept = headBytes + tailBytes;
    long cut = Math.max(0, total - kept);
    try (file) {
      if (cut > 0) {
        file.write("\n[... %d bytes left out ...]\n".formatted(cut).getBytes(UTF_8));
      }
      writeTailTo(file);
    }
    return new LogFile(log.recordedAs(), total, Math.min(total, kept), cut > 0);
  }

  private void writeTailTo(OutputStream into) throws IOException {
    if (tail == null || tailBytes == 0) {
      return;
    }
    long written = total - headBytes;
    if (written <= tailBytes) {
      into.write(tail, 0, (int) written);
      return;
    }
    int oldest = (int) (written % tailBytes);
    into.write(tail, oldest, tailBytes - oldest);
    into.write(tail, 0, oldest);
  }
}
