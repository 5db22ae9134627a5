package dev.assay.platform.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/// The style of a report, which stands in its pages.
///
/// @param hash by which a policy knows it (Content Security Policy Level 3, section 2.3)
public record ReportStyle(String css, String hash) {
  /// One after the other.
  ///
  /// @param names of files beside this class
  public static ReportStyle of(String... names) {
    var css = new StringBuilder();
    for (String name : names) {
      css.append(read(name));
    }
    return new ReportStyle(css.toString(), hashOf(css.toString()));
  }

  private static String read(String name) {
    try (InputStream css = ReportStyle.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(css, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is part of the program and cannot be read", e);
    }
  }

  private static String hashOf(String style) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
