package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A kernel file that is read over and over: kept open, so one value costs a seek and a read. The
/// kernel makes the text anew whenever offset 0 is read. Thread-safe.
final class CounterFile implements AutoCloseable {
  private static final int LONGEST = 4096;

  private final Path path;
  private final RandomAccessFile file;
  private final byte[] buffer = new byte[LONGEST];

  private CounterFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  static CounterFile open(Path path) {
    try {
      return new CounterFile(path, new RandomAccessFile(path.toFile(), "r"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot open %s: %s".formatted(path, KernelFile.reason(e)), e);
    }
  }

  synchronized String read() {
    try {
      file.seek(0);
      int length = Math.max(0, file.read(buffer));
      return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot read %s: %s".formatted(path, KernelFile.reason(e)), e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot close %s: %s".formatted(path, KernelFile.reason(e)), e);
    }
  }
}
