package dev.assay.platform.http;

import java.util.Map;

/// Headers of every answer. Nothing of it is executed, framed, guessed at or told to other sites; a
/// page that needs more sets its own `Content-Security-Policy`.
final class SafeHeaders {
  static final Map<String, String> ALL =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "X-Frame-Options",
          "DENY",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  private SafeHeaders() {}
}
