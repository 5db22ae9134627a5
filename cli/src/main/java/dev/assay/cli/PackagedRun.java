package dev.assay.cli;

import com.github.luben.zstd.ZstdInputStream;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/// A reproduction package as it was downloaded, unpacked into a folder that is taken away at the
/// end. Paths that lead out of it, links, and more than 4 GiB are refused.
final class PackagedRun implements AutoCloseable {
  private static final long MOST_BYTES = 4L << 30;
  private static final int MOST_FILES = 200_000;

  private final Path folder;

  private PackagedRun(Path folder) {
    this.folder = folder;
  }

  static boolean isPackage(Path file) {
    return file.toString().endsWith(".tar.zst") && Files.isRegularFile(file);
  }

  static PackagedRun unpack(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      var unpacked = new PackagedRun(Files.createTempDirectory("assay-package"));
      try {
        unpacked.unpack(in);
        return unpacked;
      } catch (IOException | RuntimeException e) {
        unpacked.close();
        throw e;
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.RUN_INVALID, "The package %s could not be unpacked: %s".formatted(file, e), e);
    }
  }

  private void unpack(InputStream in) throws IOException {
    try (var tar = new TarArchiveInputStream(new ZstdInputStream(in), "UTF-8")) {
      long bytes = 0;
      int files = 0;
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        bytes += entry.getSize();
        files++;
        Path target = folder.resolve(entry.getName()).normalize();
        if (!isPlainFile(entry)
            || !target.startsWith(folder)
            || target.equals(folder)
            || bytes > MOST_BYTES
            || files > MOST_FILES) {
          throw new AssayException(
              ErrorCode.RUN_INVALID,
              "The package holds '%s', which is no file inside of it, or too much."
                  .formatted(entry.getName()));
        }
        Files.createDirectories(target.getParent());
        Files.copy(tar, target);
        if ((entry.getMode() & 0100) != 0) {
          Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }

  /// A sparse file has more bytes than its entry says.
  private static boolean isPlainFile(TarArchiveEntry entry) {
    boolean isSpecial = entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO();
    boolean isLink = entry.isLink() || entry.isSymbolicLink();
    return entry.isFile() && !isLink && !isSpecial && !entry.isSparse();
  }

  /// The run's folder in it.
  String run() {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .filter(path -> Files.isRegularFile(path.resolve("run.json")))
          .findFirst()
          .orElse(folder)
          .toString();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(folder, e), e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be taken away: %s".formatted(folder, e), e);
    }
  }
}
