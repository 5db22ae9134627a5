package dev.assay.bundle.archive;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.bundle.hash.BundleFiles;
import dev.assay.bundle.hash.FolderFiles;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// Writes folders as a tar (POSIX, pax) compressed by zstd. The same files give the same bytes:
/// they stand in byte order of their paths, and no time, owner or empty folder enters.
public final class ArchiveWriter {
  private static final int LEVEL = 9;
  private static final int PLAIN = 0100644;
  private static final int EXECUTABLE = 0100755;

  private ArchiveWriter() {}

  /// Writes exactly the files that the bundle's content hash covers.
  ///
  /// @param target replaced when it exists
  /// @throws AssayException `BUNDLE_INVALID` when a link or a special file is among them
  public static void writeBundle(Path folder, Path target) {
    write(FolderFiles.list(folder, BundleFiles::isLeftOut, ErrorCode.BUNDLE_INVALID), target);
  }

  /// Writes all files of a folder.
  ///
  /// @param target replaced when it exists
  /// @throws AssayException `IO` when a link or a special file is among them
  public static void writeFolder(Path folder, Path target) {
    write(FolderFiles.list(folder, _ -> false, ErrorCode.IO), target);
  }

  private static void write(Map<String, Path> files, Path target) {
    try (var file = new BufferedOutputStream(Files.newOutputStream(target));
        var compressed = new ZstdOutputStream(file, LEVEL).setChecksum(true);
        var tar = new TarArchiveOutputStream(compressed, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      tar.setAddPaxHeadersForNonAsciiNames(true);
      for (var one : files.entrySet()) {
        add(tar, one.getKey(), one.getValue());
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Cannot write the archive %s: %s".formatted(target, e), e);
    }
  }

  private static void add(TarArchiveOutputStream tar, String name, Path file) throws IOException {
    var entry = new TarArchiveEntry(name);
    entry.setSize(Files.size(file));
    entry.setMode(FolderFiles.isExecutable(file) ? EXECUTABLE : PLAIN);
    entry.setModTime(0L);
    entry.setIds(0, 0);
    entry.setNames("", "");
    tar.putArchiveEntry(entry);
    Files.copy(file, tar);
    tar.closeArchiveEntry();
  }
}
