package dev.assay.cli;

import dev.assay.bundle.archive.ArchiveLimits;
import dev.assay.bundle.archive.ArchiveReader;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A reproduction package as it was downloaded, unpacked into a folder that is taken away at the
/// end.
final class PackagedRun implements AutoCloseable {
  private static final ArchiveLimits LIMITS = new ArchiveLimits(DataSize.ofGibibytes(4), 200_000);

  private final Path folder;

  private PackagedRun(Path folder) {
    this.folder = folder;
  }

  static boolean isPackage(Path file) {
    return file.toString().endsWith(".tar.zst") && Files.isRegularFile(file);
  }

  /// @throws AssayException `RUN_INVALID` for what is no package, `TOO_LARGE` beyond 4 GiB
  static PackagedRun unpack(Path file) {
    try {
      var unpacked = new PackagedRun(Files.createTempDirectory("assay-package"));
      try {
        ArchiveReader.unpack(file, unpacked.folder, LIMITS, ErrorCode.RUN_INVALID);
        return unpacked;
      } catch (RuntimeException e) {
        unpacked.close();
        throw e;
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The package %s could not be unpacked: %s".formatted(file, e), e);
    }
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
    FolderTree.delete(folder);
  }
}
