package dev.assay.core.bundle;

import java.util.regex.Pattern;

/// A bundle as an author asks for it: `NAME@VERSION`, where the version may be cut short. `@1` is
/// the newest 1.x, `@1.2` the newest 1.2.x, `@1.2.3` that one. A pre-release is meant only when it
/// is written out.
///
/// @param version as written
public record BundleReference(BundleName name, String version) {
  private static final String NUMBER = "(0|[1-9]\\d{0,8})";
  private static final Pattern PREFIX =
      Pattern.compile("%1$s(\\.%1$s(\\.%1$s(-[0-9A-Za-z.-]+)?)?)?".formatted(NUMBER));

  public BundleReference {
    if (!PREFIX.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no version; write 1, 1.2 or 1.2.3".formatted(version));
    }
  }

  /// Reads `NAME@VERSION`.
  ///
  /// @throws IllegalArgumentException with a sentence that says what is wrong
  public static BundleReference parse(String text) {
    int at = text.indexOf('@');
    if (at < 0) {
      throw new IllegalArgumentException(
          "'%s' has no version; write NAME@VERSION, as in %s@1".formatted(text, text));
    }
    return new BundleReference(new BundleName(text.substring(0, at)), text.substring(at + 1));
  }

  /// Whether a bundle of this name in this version is one that was asked for.
  public boolean matches(BundleName bundleName, Version candidate) {
    if (!name.equals(bundleName)) {
      return false;
    }
    String full = candidate.toString();
    return full.equals(version)
        || (candidate.preRelease().isEmpty() && full.startsWith(version + "."));
  }

  @Override
  public String toString() {
    return name + "@" + version;
  }
}
