package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.blob.Blobs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A blob as a file, for as long as something reads it.
public record BlobCopy(Path path) implements AutoCloseable {
  /// @param folder that the file is made in
  public static BlobCopy of(Blobs blobs, String hash, Path folder) {
    try {
      Files.createDirectories(folder);
      var copy = new BlobCopy(Files.createTempFile(folder, "blob-", ""));
      try (InputStream content = blobs.open(hash)) {
        Files.copy(content, copy.path, StandardCopyOption.REPLACE_EXISTING);
        return copy;
      } catch (IOException | RuntimeException e) {
        copy.close();
        throw e;
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The blob %s could not be copied to %s: %s".formatted(hash, folder, e), e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be deleted: %s".formatted(path, e), e);
    }
  }
}
