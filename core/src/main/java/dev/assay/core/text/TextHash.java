package dev.assay.core.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// What a document is known by.
public final class TextHash {
  private TextHash() {}

  /// SHA-256 of the text in UTF-8, 64 small hex digits.
  public static String of(String text) {
    return HexFormat.of().formatHex(bytesOf(text));
  }

  /// SHA-256 of the text in UTF-8, 32 bytes.
  public static byte[] bytesOf(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
