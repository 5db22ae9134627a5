package dev.assay.sandbox.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 in lower-case hex.
final class Sha256 {
  private static final int CHUNK = 1 << 20;

  private Sha256() {}

  static String ofText(String text) {
    return HexFormat.of().formatHex(start().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  static String ofFile(Path file) throws IOException {
    MessageDigest digest = start();
    var chunk = new byte[CHUNK];
    try (InputStream content = Files.newInputStream(file)) {
      for (int count = content.read(chunk); count >= 0; count = content.read(chunk)) {
        digest.update(chunk, 0, count);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
