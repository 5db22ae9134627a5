package dev.assay.core.bundle;

import java.util.regex.Pattern;

/// The name of a bundle: `[a-z0-9-]+(/[a-z0-9-]+)?`.
public record BundleName(String text) {
  private static final Pattern FORM = Pattern.compile("[a-z0-9-]+(/[a-z0-9-]+)?");

  public BundleName {
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no bundle name; allowed are small letters, digits and '-', with one '/' between two parts"
              .formatted(text));
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
