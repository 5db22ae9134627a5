package dev.assay.runner.suite;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Holds a folder of results for one command at a time, by a lock of the file `.lock` in it, which
/// the kernel takes away with the process.
public final class ResultsLock implements AutoCloseable {
  private final FileChannel channel;

  private ResultsLock(FileChannel channel) {
    this.channel = channel;
  }

  /// @throws AssayException `USAGE` when another command holds it
  public static ResultsLock of(Path folder) {
    try {
      var channel =
          FileChannel.open(
              folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw new AssayException(
            ErrorCode.USAGE,
            "Another command measures into %s just now; wait for it, or name another folder with --results."
                .formatted(folder));
      }
      return new ResultsLock(channel);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The folder %s cannot be written to: %s. Choose another with --results."
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "A lock could not be given back: %s".formatted(e), e);
    }
  }
}
