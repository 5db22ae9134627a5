package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.kernel.FileSystemUse;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;

/// Watches what a process writes to its file system. Cheap while little is used: files are looked
/// at one by one only when the file system says that they may have passed the limit.
final class StorageWatch {
  /// Deeper folders are not looked into; what the file system holds stands for the sum instead.
  private static final int DEEPEST = 24;

  private static final long LONGEST_PAUSE_NANOS = 200_000_000;
  private static final long FIRST_PAUSE_NANOS = 20_000_000;
  private static final long SHORTEST_PAUSE_NANOS = 2_000_000;

  private final ProcessSpec.Storage storage;
  private final long usedBefore;
  private long lastWalkedUse = -1;
  private long lastWritten;
  private long lastLookNanos = System.nanoTime();
  private long pauseNanos = FIRST_PAUSE_NANOS;

  StorageWatch(ProcessSpec.Storage storage) {
    this.storage = storage;
    this.usedBefore = use().usedBytes();
  }

  ProcessSpec.Storage storage() {
    return storage;
  }

  /// What the process has written, when that has passed the limit or filled the file system.
  OptionalLong findPassed() {
    FileSystemUse use = use();
    long written = use.usedBytes() - usedBefore;
    setPause(written);
    if (use.availableBytes() == 0 || (use.files() > 0 && use.freeFiles() == 0)) {
      return OptionalLong.of(Math.max(written, storage.bytes().bytes()));
    }
    if (written < storage.bytes().bytes() || written == lastWalkedUse) {
      return OptionalLong.empty();
    }
    lastWalkedUse = written;
    return overLimit(written);
  }

  /// How long nothing needs to be looked at: while it fills, half of what the rest of the limit
  /// takes at the pace of the time between the last two looks, and 20 ms at most; while it does
  /// not, ever longer.
  long pauseNanos() {
    return pauseNanos;
  }

  private void setPause(long written) {
    long now = System.nanoTime();
    long grown = written - lastWritten;
    long rest = storage.bytes().bytes() - written;
    if (grown <= 0) {
      pauseNanos = Math.min(2 * Math.max(pauseNanos, FIRST_PAUSE_NANOS), LONGEST_PAUSE_NANOS);
    } else {
      double filled = (now - lastLookNanos) / (double) grown * rest;
      pauseNanos = (long) Math.clamp(filled / 2, SHORTEST_PAUSE_NANOS, FIRST_PAUSE_NANOS);
    }
    lastWritten = written;
    lastLookNanos = now;
  }

  /// The same when it has ended: exact, files with holes included.
  OptionalLong findPassedAtEnd() {
    OptionalLong passed = findPassed();
    return passed.isPresent() ? passed : overLimit(use().usedBytes() - usedBefore);
  }

  private OptionalLong overLimit(long written) {
    long sum = sumOfSizes(written);
    return sum > storage.bytes().bytes() ? OptionalLong.of(sum) : OptionalLong.empty();
  }

  private FileSystemUse use() {
    try {
      return Linux.statfs(storage.folder());
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "cannot watch what is written: " + refused.getMessage(),
          refused);
    }
  }

  private long sumOfSizes(long written) {
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(storage.folder())) {
      if (!(stream instanceof SecureDirectoryStream<Path> folder)) {
        return written;
      }
      return sumOfSizes(folder, 1);
    } catch (TooDeep folder) {
      return written;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "cannot read %s: %s".formatted(storage.folder(), e.getMessage()),
          e);
    }
  }

  /// Relative to open folders and without following links: the program may change names meanwhile.
  private long sumOfSizes(SecureDirectoryStream<Path> folder, int depth) throws IOException {
    long sum = 0;
    for (Path entry : folder) {
      Path name = entry.getFileName();
      BasicFileAttributes attributes;
      try {
        attributes =
            folder
                .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (attributes.isDirectory()) {
          sum += inside(folder, name, depth);
        } else if (attributes.isRegularFile()) {
          sum += attributes.size();
        }
      } catch (TooDeep tooDeep) {
        throw tooDeep;
      } catch (IOException goneMeanwhile) {
        continue;
      }
      if (sum > storage.bytes().bytes()) {
        return sum;
      }
    }
    return sum;
  }

  private long inside(SecureDirectoryStream<Path> folder, Path name, int depth) throws IOException {
    if (depth == DEEPEST) {
      throw new TooDeep();
    }
    try (SecureDirectoryStream<Path> inner =
        folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      return sumOfSizes(inner, depth + 1);
    }
  }

  private static final class TooDeep extends IOException {}
}
