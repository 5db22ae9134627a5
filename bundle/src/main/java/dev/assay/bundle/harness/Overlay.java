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

  /// Replaces `assay/` and `solution` in the folder by the harness of one language for one bundle,
  /// and by the bundle's envelope where it is encrypted.
  ///
  /// @param bundleFolder where the bundle lies
  /// @throws AssayException `SOLUTION_INVALID` when a folder stands in the place of the program, or
  ///   the envelope knows nothing of the language; `BUNDLE_INVALID` when the envelope's folder is
  ///   missing or holds what is no regular file
  public static void lay(Path folder, Harness harness, BundleSpec bundle, Path bundleFolder) {
    if (bundle.envelope() == null) {
      lay(folder, harness, bundle);
      return;
    }
    requireEnvelope(harness, bundle, bundleFolder);
    layFiles(folder, harness, bundle);
    Envelope.in(bundle, bundleFolder).copyTo(folder);
  }

  /// Demands that a bundle's envelope, where it has one, serves solutions in a harness's language.
  ///
  /// @throws AssayException `SOLUTION_INVALID` when it does not; `BUNDLE_INVALID` when it is
  ///   missing
  static void requireEnvelope(Harness harness, BundleSpec bundle, Path bundleFolder) {
    if (bundle.envelope() != null) {
      Envelope.in(bundle, bundleFolder).requireFor(harness);
    }
  }

  /// Makes the folder of the client's half of an envelope: the harness of its language and the
  /// bundle's files, and nothing of an author's.
  ///
  /// @param folder made, and emptied of what a solution's harness would replace
  /// @param bundleFolder where the bundle lies
  /// @return the harness, which says how the folder is built
  /// @throws AssayException `BUNDLE_INVALID` when the envelope has no file for its own language
  public static Harness layVault(Path folder, BundleSpec bundle, Path bundleFolder) {
    Harness harness = Harnesses.require(bundle.requireEnvelope().language());
    Envelope envelope = Envelope.in(bundle, bundleFolder);
    envelope.requireOwn(harness);
    layFiles(folder, harness, bundle);
    envelope.copyTo(folder);
    return harness;
  }

  /// Replaces `assay/` and `solution` in the folder by the harness of one language for one bundle.
  ///
  /// @throws AssayException `SOLUTION_INVALID` when a folder stands in the place of the program
  /// @throws IllegalArgumentException when the bundle is encrypted: then its envelope is due too
  public static void lay(Path folder, Harness harness, BundleSpec bundle) {
    if (bundle.envelope() != null) {
      throw new IllegalArgumentException(
          "%s has an envelope, and nobody said where it lies".formatted(bundle.id()));
    }
    layFiles(folder, harness, bundle);
  }

  private static void layFiles(Path folder, Harness harness, BundleSpec bundle) {
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
