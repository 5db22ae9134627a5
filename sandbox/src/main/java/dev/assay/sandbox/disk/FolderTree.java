package dev.assay.sandbox.disk;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Deletes folders with whatever a program may have left in them: links (never followed), names
/// that are not UTF-8, trees deeper than a path may be long. Nothing else writes in them meanwhile.
///
/// A mount below is not entered: deleting its mount point fails.
public final class FolderTree {
  /// A path has 4,095 bytes at most and a name 255: deeper folders are moved up first.
  private static final int DEEPEST = 8;

  private final Path top;
  private long moved;

  private FolderTree(Path top) {
    this.top = top;
  }

  /// Deletes a folder, or does nothing when there is none.
  ///
  /// @throws AssayException `IO` when something cannot be deleted
  public static void delete(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      new FolderTree(folder).empty();
      Files.delete(folder);
    } catch (IOException e) {
      throw failed("delete", folder, e);
    }
  }

  /// Deletes what is in a folder, and not the folder.
  ///
  /// @throws AssayException `IO` when something cannot be deleted
  public static void wipe(Path folder) {
    try {
      new FolderTree(folder).empty();
    } catch (IOException e) {
      throw failed("empty", folder, e);
    }
  }

  private static AssayException failed(String verb, Path folder, IOException e) {
    return new AssayException(
        ErrorCode.IO, "cannot %s the folder %s: %s".formatted(verb, folder, e.getMessage()), e);
  }

  private void empty() throws IOException {
    // Folders that were moved up while the top was listed may not be in the list.
    boolean found;
    do {
      found = deleteIn(top, 0);
    } while (found);
  }

  /// Whether there was anything.
  private boolean deleteIn(Path folder, int depth) throws IOException {
    boolean any = false;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        any = true;
        deleteEntry(entry, depth);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return any;
  }

  private void deleteEntry(Path entry, int depth) throws IOException {
    try {
      Files.delete(entry);
    } catch (NoSuchFileException already) {
      // Listed twice since the folder changed while it was read.
    } catch (DirectoryNotEmptyException full) {
      if (depth == DEEPEST) {
        Files.move(entry, unusedName());
      } else {
        deleteIn(entry, depth + 1);
        deleteEntry(entry, depth);
      }
    }
  }

  private Path unusedName() {
    Path name = top.resolve("moved-" + moved++);
    while (Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
      name = top.resolve("moved-" + moved++);
    }
    return name;
  }
}
