package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lays a harness over a solution's folder.
///
/// The folder may be a stranger's: whatever stands where the harness belongs is taken away first,
/// and no link in it is followed. A stale copy, an object file or a finished program therefore
/// changes nothing.
public final class Overlay {
  private Overlay() {}

  /// Replaces `assay/` and `solution` in the folder by the harness of one language for one bundle.
  ///
  /// @throws AssayException `SOLUTION_INVALID` when a folder stands in the place of the program
  public static void lay(Path folder, Harness harness, BundleSpec bundle) {
    Path program = folder.resolve(Harness.PROGRAM);
    if (Files.isDirectory(program, LinkOption.NOFOLLOW_LINKS)) {
      throw new AssayException(
          ErrorCode.SOLUTION_INVALID,
          "the folder %s stands where the program ./%s belongs; give it another name"
              .formatted(program, Harness.PROGRAM));
    }
    try {
      delete(folder.resolve(Harness.FOLDER));
      delete(program);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "could not take an old harness out of %s: %s".formatted(folder, e), e);
    }
    write(folder, harness.overlay(bundle));
  }

  /// Writes files that are not there yet, readable by everybody.
  static void write(Path folder, List<GeneratedFile> files) {
    for (GeneratedFile file : files) {
      Path target = folder.resolve(file.path());
      try {
        Files.createDirectories(target.resolveSibling("."));
        Files.writeString(
            target, file.content(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(file.executable() ? "rwxr-xr-x" : "rw-r--r--"));
      } catch (IOException e) {
        throw new AssayException(ErrorCode.IO, "could not write %s: %s".formatted(target, e), e);
      }
    }
  }

  private static void delete(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
