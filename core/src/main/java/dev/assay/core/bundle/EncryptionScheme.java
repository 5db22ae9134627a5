package dev.assay.core.bundle;

import java.util.Locale;

/// The scheme of an envelope. All three rest on ring learning with errors.
public enum EncryptionScheme {
  /// Approximate numbers.
  CKKS,
  /// Integers modulo a plaintext modulus, with a noise budget.
  BFV,
  /// Integers modulo a plaintext modulus, with levels.
  BGV;

  /// As a manifest writes it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
