package dev.assay.core.encrypted;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A process of an encrypted point: whose code it executes, and what it can see follows from it.
public enum EncryptedPart {
  /// The author's, with the inputs and without keys.
  ENCODE,
  /// The envelope's, which makes the keys and encrypts.
  SEAL,
  /// The author's, with public keys and ciphertexts: the part that is scored.
  SERVER,
  /// The envelope's, which decrypts.
  OPEN,
  /// The author's, with what was decrypted and without the inputs.
  DECODE,
  /// All of it in one process.
  JOINED;

  /// As documents write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The one that documents write so.
  public static Optional<EncryptedPart> find(String text) {
    return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
  }
}
