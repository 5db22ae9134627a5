package dev.assay.sandbox.disk;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A file system of its own in a file, mounted without set-user-id programs and devices.
public final class DiskImage implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final long PAUSE_NANOS = 5_000_000;

  private final Path file;
  private final Path mountPoint;
  private final long emptyBytes;
  private boolean closed;

  DiskImage(Path file, Path mountPoint) {
    this(file, mountPoint, DiskImages.used(mountPoint));
  }

  DiskImage(Path file, Path mountPoint, long emptyBytes) {
    this.file = file;
    this.mountPoint = mountPoint;
    this.emptyBytes = emptyBytes;
  }

  /// Where it is mounted: a folder that belongs to root.
  public Path mountPoint() {
    return mountPoint;
  }

  /// Bytes of the blocks that files and folders in it take, from statfs(2); a file of one byte
  /// takes 4,096. Data that the kernel has not placed yet counts.
  public long usedBytes() {
    return Math.max(0, DiskImages.used(mountPoint) - emptyBytes);
  }

  /// Deletes whatever lies in it, without following links. Nothing may write in it meanwhile.
  public void wipe() {
    FolderTree.wipe(mountPoint);
  }

  /// Unmounts it, which frees its loop device, and deletes the file. When something still uses it
  /// after a second, it is detached, and ends with that use. Does nothing the second time.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      unmount();
      Files.deleteIfExists(file);
      Files.deleteIfExists(mountPoint);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot take away %s: %s".formatted(mountPoint, e.getMessage()), e);
    }
  }

  private void unmount() throws KernelException {
    long start = System.nanoTime();
    boolean mounted = Files.isDirectory(mountPoint);
    while (mounted) {
      try {
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          Linux.detach(mountPoint);
        } else {
          Linux.unmount(mountPoint);
        }
      } catch (KernelException e) {
        if (e.errno() == Errno.EINVAL) {
          // Not a mount point (any more): umount(2).
          mounted = false;
        } else if (e.errno() == Errno.EBUSY) {
          LockSupport.parkNanos(PAUSE_NANOS);
        } else {
          throw e;
        }
      }
    }
  }
}
