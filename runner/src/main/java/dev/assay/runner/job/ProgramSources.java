package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.source.SourceLanguage;
import dev.assay.core.game.source.SourceSize;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// How large the source of a program is, as the Benchmarks Game counts it: each file of a language
/// that is known, by its name's ending, without comments and repeated white space, compressed.
final class ProgramSources extends SimpleFileVisitor<Path> {
  private static final int MOST_FILES = 1_000;
  private static final int MOST_BYTES = 4 << 20;

  private int files;
  private long bytes;
  private long sum;

  private ProgramSources() {}

  /// Absent where the folder has no such file, or so much that it is no program of a few files.
  ///
  /// @param folder before anything was built in it
  static @Nullable Long sizeOf(Path folder) {
    var sources = new ProgramSources();
    try {
      Files.walkFileTree(folder, sources);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The sources in %s could not be read: %s".formatted(folder, e), e);
    }
    return sources.files == 0 || sources.isTooMuch() ? null : Long.valueOf(sources.sum);
  }

  private boolean isTooMuch() {
    return files > MOST_FILES || bytes > MOST_BYTES;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    var language = SourceLanguage.ofFile(file.getFileName().toString());
    if (attributes.isRegularFile() && language.isPresent()) {
      files++;
      bytes += attributes.size();
      if (isTooMuch()) {
        return FileVisitResult.TERMINATE;
      }
      sum += SourceSize.of(Files.readAllBytes(file), language.get()).compressedBytes();
    }
    return FileVisitResult.CONTINUE;
  }
}
