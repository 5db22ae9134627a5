package dev.assay.platform.queue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/// Secrets of 256 random bits, which are kept as their SHA-256 only.
final class RandomText {
  private static final int BYTES = 32;

  private final SecureRandom random;

  RandomText(SecureRandom random) {
    this.random = random;
  }

  /// The prefix and 43 characters.
  String next(String prefix) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static byte[] hash(String secret) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
