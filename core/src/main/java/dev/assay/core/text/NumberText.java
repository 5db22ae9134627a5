package dev.assay.core.text;

import java.util.Locale;

/// Numbers without a unit, for people.
public final class NumberText {
  private NumberText() {}

  /// Three significant digits, with an exponent where the number is very large or very small, as in
  /// `0.125` or `1.25e-7`; whole numbers below a million in full.
  public static String of(double value) {
    double magnitude = Math.abs(value);
    if (magnitude < 1e6 && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    if (magnitude >= 1e6 || magnitude < 1e-3 || Double.isNaN(value)) {
      return String.format(Locale.ROOT, "%.2e", value)
          .replaceFirst("e([+-])0?", "e$1")
          .replace("e+", "e");
    }
    int before = (int) Math.floor(Math.log10(magnitude)) + 1;
    return String.format(Locale.ROOT, "%." + Math.max(0, 3 - before) + "f", value);
  }

  /// A share as percent: whole from 10 % on, with one decimal below, as in `0 %`, `< 0.1 %`, `2.5
  /// %`, `37 %`.
  public static String percent(double share) {
    double percent = 100 * share;
    if (percent == 0 || Math.abs(percent) >= 9.95) {
      return Math.round(percent) + " %";
    }
    return percent > 0 && percent < 0.05
        ? "< 0.1 %"
        : String.format(Locale.ROOT, "%.1f %%", percent);
  }
}
