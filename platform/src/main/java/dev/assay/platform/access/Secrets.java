package dev.assay.platform.access;

import dev.assay.core.text.TextHash;
import java.security.SecureRandom;
import java.util.Base64;

/// Random secrets of 256 bits: tokens, keys, links. They are shown once and stored as their
/// SHA-256, which is enough since nobody can guess them. Thread-safe.
public final class Secrets {
  private static final int BYTES = 32;

  private final SecureRandom random;

  public Secrets(SecureRandom random) {
    this.random = random;
  }

  /// The prefix and 43 characters of base64url.
  public String next(String prefix) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// What is stored of a secret.
  public static byte[] hash(String secret) {
    return TextHash.bytesOf(secret);
  }
}
