package dev.assay.sandbox.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// A file's SHA-512 as npm's lock files have it: `sha512-` and base64.
final class Integrity {
  private Integrity() {}

  static String ofFile(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file);
        var stream = new DigestInputStream(content, MessageDigest.getInstance("SHA-512"))) {
      stream.transferTo(OutputStream.nullOutputStream());
      return "sha512-" + Base64.getEncoder().encodeToString(stream.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-512", e);
    }
  }
}
