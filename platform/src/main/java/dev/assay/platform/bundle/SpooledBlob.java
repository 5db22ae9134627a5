package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What came without its hash, as a file with its hash, for as long as it is stored.
///
/// @param hash SHA-256 of the content, hex
record SpooledBlob(Path path, String hash, long bytes) implements AutoCloseable {
  static SpooledBlob of(InputStream content, Path folder) {
    try {
      Files.createDirectories(folder);
      Path path = Files.createTempFile(folder, "upload-", "");
      try {
        return write(content, path);
      } catch (IOException | RuntimeException e) {
        Files.deleteIfExists(path);
        throw e;
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The upload could not be kept in %s: %s".formatted(folder, e), e);
    }
  }

  private static SpooledBlob write(InputStream content, Path path) throws IOException {
    MessageDigest digest = sha256();
    long bytes = 0;
    byte[] buffer = new byte[64 << 10];
    try (OutputStream out = Files.newOutputStream(path)) {
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        out.write(buffer, 0, count);
        digest.update(buffer, 0, count);
        bytes += count;
      }
    }
    return new SpooledBlob(path, HexFormat.of().formatHex(digest.digest()), bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssayException(ErrorCode.INTERNAL, "every JVM has SHA-256", e);
    }
  }

  InputStream open() {
    try {
      return Files.newInputStream(path);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(path, e), e);
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
