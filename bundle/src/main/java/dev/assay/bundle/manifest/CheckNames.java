package dev.assay.bundle.manifest;

import java.util.List;

/// The answers that `bundle check` hands to a verifier, each of which it must refuse, by the names
/// that `[check] skip` uses.
public final class CheckNames {
  /// The sign of one element is flipped.
  public static final String SIGN = "sign";

  /// A high bit of one element is flipped.
  public static final String HIGH_BIT = "high-bit";

  /// Every element is zero.
  public static final String ZEROS = "zeros";

  /// One element is not a number.
  public static final String NAN = "nan";

  /// One element is infinite.
  public static final String INFINITY = "infinity";

  /// One element too few.
  public static final String SHORT = "short";

  /// One element too many.
  public static final String LONG = "long";

  /// No answer at all.
  public static final String MISSING = "missing";

  /// Another case's answer, where it differs.
  public static final String SWAPPED = "swapped";

  public static final List<String> ALL =
      List.of(SIGN, HIGH_BIT, ZEROS, NAN, INFINITY, SHORT, LONG, MISSING, SWAPPED);

  private CheckNames() {}
}
