package dev.assay.core.encrypted;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.run.EncryptedPoint.Security;
import java.util.Locale;

/// What holds of encrypted runs in words, for pages and terminals.
public final class EncryptedWords {
  private EncryptedWords() {}

  /// The parameters against the table of the standard.
  public static String security(Security security) {
    return "%s; %d bits of security allow %d%s"
        .formatted(
            parameters(security),
            security.requiredBits(),
            security.mostModulusBits(),
            security.reachedBits() > security.requiredBits()
                ? ", and it reaches %d".formatted(security.reachedBits())
                : "");
  }

  /// The parameters alone.
  public static String parameters(Security security) {
    return "%d bits of modulus at ring degree %d"
        .formatted(security.modulusBits(), security.ringDegree());
  }

  /// A scheme as its papers write it.
  public static String scheme(EncryptionScheme scheme) {
    return scheme.name().toUpperCase(Locale.ROOT);
  }

  /// Where the halves are executed.
  public static String mode(EncryptedMode mode) {
    return switch (mode) {
      case SPLIT -> "client and server apart";
      case JOINED -> "joined: client and server in one process";
      case SELF_REPORTED -> "self-reported: a program of its own, with its own clock";
    };
  }

  /// Whose code a process is, and what it sees.
  public static String part(EncryptedPart part) {
    return switch (part) {
      case ENCODE -> "the author's, with the inputs and without keys";
      case SEAL -> "the envelope's, makes keys and encrypts";
      case SERVER -> "the author's, with public keys and ciphertexts alone";
      case OPEN -> "the envelope's, decrypts";
      case DECODE -> "the author's, with what was decrypted and without the inputs";
      case JOINED -> "everything in one process";
    };
  }

  /// A meter's name, for people.
  public static String meter(String name) {
    return switch (name) {
      case Meter.NOISE_BUDGET -> "noise budget, bits";
      case Meter.LEVEL -> "level left";
      case Meter.SCALE -> "scale, bits";
      case Meter.WORST_PRECISION -> "worst precision, bits";
      case Meter.MEAN_PRECISION -> "mean precision, bits";
      default -> name;
    };
  }
}
