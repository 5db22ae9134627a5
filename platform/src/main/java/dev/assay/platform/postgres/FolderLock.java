package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// Holds a folder for one process. The kernel gives it free when the process ends, however it ends.
final class FolderLock implements AutoCloseable {
  private final FileChannel file;

  private FolderLock(FileChannel file) {
    this.file = file;
  }

  /// @throws AssayException `CONFLICT` when another process holds it
  static FolderLock take(Path folder) {
    try {
      FileChannel file =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(file) == null) {
        file.close();
        throw new AssayException(
            ErrorCode.CONFLICT,
            "Another Assay uses the database in %s at this moment. Stop it first, or name another folder with --home. Several `assay serve` can share one PostgreSQL that is named with --database."
                .formatted(folder));
      }
      return new FolderLock(file);
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The lock could not be taken", folder, e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("a lock could not be given back", e);
    }
  }
}
