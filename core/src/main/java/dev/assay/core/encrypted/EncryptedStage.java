package dev.assay.core.encrypted;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// A clocked stage of an encrypted solution, in the order in which they follow.
public enum EncryptedStage {
  /// The envelope makes the keys.
  KEYGEN(EncryptedPart.SEAL, true),
  /// Keys become bytes.
  SAVE_KEYS(EncryptedPart.SEAL, true),
  /// Bytes become keys: at the server, and once more where answers are opened.
  LOAD_KEYS(EncryptedPart.SERVER, true),
  /// The author's `init`.
  INIT(EncryptedPart.SERVER, true),
  /// The author's `encode`: inputs become vectors.
  ENCODE(EncryptedPart.ENCODE, false),
  /// Vectors become ciphertexts.
  ENCRYPT(EncryptedPart.SEAL, false),
  /// Ciphertexts become bytes.
  SAVE(EncryptedPart.SEAL, false),
  /// Bytes become ciphertexts, at the server.
  LOAD(EncryptedPart.SERVER, false),
  /// The author's `run`: the score.
  RUN(EncryptedPart.SERVER, false),
  /// The answer's ciphertexts become bytes.
  SAVE_ANSWER(EncryptedPart.SERVER, false),
  /// Bytes become the answer's ciphertexts.
  LOAD_ANSWER(EncryptedPart.OPEN, false),
  /// The answer's ciphertexts become vectors.
  DECRYPT(EncryptedPart.OPEN, false),
  /// The author's `decode`: vectors become outputs.
  DECODE(EncryptedPart.DECODE, false);

  private final EncryptedPart part;
  private final boolean isOnce;

  EncryptedStage(EncryptedPart part, boolean isOnce) {
    this.part = part;
    this.isOnce = isOnce;
  }

  /// The process that it belongs to where client and server are apart.
  public EncryptedPart part() {
    return part;
  }

  /// Whether it is done once at a point, and not for each case.
  public boolean isOnce() {
    return isOnce;
  }

  /// Whether it is what the window of a case is.
  public boolean isMeasured() {
    return this == RUN;
  }

  /// As documents write it, as in `save-answer`.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The one that documents write so.
  public static Optional<EncryptedStage> find(String text) {
    return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
  }
}
