package dev.assay.core.bundle;

import java.util.Locale;

/// Where the halves of an encrypted solution are executed.
public enum EncryptedMode {
  /// Client and server in containers of their own; only serialised keys and ciphertexts cross. What
  /// standings ask for.
  SPLIT,
  /// Everything in one process, for comparison. Never ranked.
  JOINED,
  /// The solution brings its own program, and reports its stages. Never ranked.
  SELF_REPORTED;

  /// As documents write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
