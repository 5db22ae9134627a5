package dev.assay.runner.source;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Removes folders with all that is in them. Links are removed, never followed.
final class FolderRemoval {
  private FolderRemoval() {}

  static void remove(Path folder) throws IOException {
    Files.walkFileTree(folder, new Removal(null));
  }

  /// After a failure: what goes wrong now is added to it.
  static void remove(Path folder, Exception first) {
    walk(folder, new Removal(null), first);
  }

  /// The same, and the folder itself stays.
  static void clear(Path folder, Exception first) {
    walk(folder, new Removal(folder), first);
  }

  private static void walk(Path folder, Removal removal, Exception first) {
    try {
      Files.walkFileTree(folder, removal);
    } catch (IOException second) {
      first.addSuppressed(second);
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    private final @Nullable Path kept;

    Removal(@Nullable Path kept) {
      this.kept = kept;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException broken)
        throws IOException {
      if (broken != null) {
        throw broken;
      }
      if (!directory.equals(kept)) {
        Files.delete(directory);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
