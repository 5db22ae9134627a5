package dev.assay.bundle.hash;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Predicate;

/// The identity of a folder: the SHA-256 over a line `PATH NUL x|- NUL HEX NL` for each of its
/// files, in byte order of the path, where HEX is the SHA-256 of the content and `x` marks a file
/// that its owner may execute. Times, owners and the order on disk do not enter it.
public final class ContentHash {
  private static final int BUFFER_BYTES = 1 << 16;

  private ContentHash() {}

  /// The content hash of a bundle, over the files that [BundleFiles] covers.
  ///
  /// @return 64 hex digits
  /// @throws AssayException `BUNDLE_INVALID` when a link or a special file is among them
  public static String ofBundle(Path folder) {
    return ofFiles(FolderFiles.list(folder, BundleFiles::isLeftOut, ErrorCode.BUNDLE_INVALID));
  }

  /// The content hash of a folder.
  ///
  /// @param leftOut says of a path in the folder, written with `/`, that it does not count; what
  ///   lies in a folder that is left out is not looked at
  /// @return 64 hex digits
  /// @throws AssayException `USAGE` when a link or a special file is among the files
  public static String ofFolder(Path folder, Predicate<String> leftOut) {
    return ofFiles(FolderFiles.list(folder, leftOut, ErrorCode.USAGE));
  }

  private static String ofFiles(Map<String, Path> files) {
    MessageDigest digest = sha256();
    files.forEach((name, path) -> {
      try {
        String line =
            "%s\0%s\0%s\n"
                .formatted(name, FolderFiles.isExecutable(path) ? "x" : "-", ofFile(path));
        digest.update(line.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new AssayException(ErrorCode.IO, "Cannot read %s: %s".formatted(path, e), e);
      }
    });
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String ofFile(Path path) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream stream = Files.newInputStream(path)) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
