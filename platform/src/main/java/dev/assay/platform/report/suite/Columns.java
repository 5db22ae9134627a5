package dev.assay.platform.report.suite;

import dev.assay.platform.report.Amount;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Columns of numbers that are held against each other: one unit in each, points below each other.
public final class Columns {
  private static final int FEWEST_DECIMALS = 3;
  private static final int MOST_DECIMALS = 6;
  private static final int DIGITS = 3;
  private static final int KIB = 1024;
  private static final char GROUP = '\u202f';

  private Columns() {}

  /// Times in seconds, with as many decimals as the smallest needs for three digits.
  ///
  /// @param nanos absent where nothing was measured
  static List<Amount> seconds(List<@Nullable Long> nanos) {
    int decimals = decimals(nanos);
    return Amount.aligned(nanos.stream().map(one -> seconds(one, decimals)).toList());
  }

  private static int decimals(List<@Nullable Long> nanos) {
    double smallest = Double.MAX_VALUE;
    for (Long one : nanos) {
      smallest = one == null || one <= 0 ? smallest : Math.min(smallest, one / 1e9);
    }
    int needed = DIGITS - 1 - (int) Math.floor(Math.log10(smallest));
    return Math.clamp(needed, FEWEST_DECIMALS, MOST_DECIMALS);
  }

  private static Amount seconds(@Nullable Long nanos, int decimals) {
    return nanos == null
        ? Amount.NONE
        : new Amount(
            String.format(Locale.ROOT, "%." + decimals + "f", nanos / 1e9),
            BigDecimal.valueOf(nanos, 9).toPlainString() + " s");
  }

  /// Sizes in KiB.
  static List<Amount> kibibytes(List<@Nullable Long> bytes) {
    return Amount.aligned(bytes.stream().map(Columns::kibibytes).toList());
  }

  private static Amount kibibytes(@Nullable Long bytes) {
    return bytes == null ? Amount.NONE : new Amount(grouped(bytes / KIB), bytes + " B");
  }

  /// Whole numbers; 0 is one that is not known.
  static List<Amount> sizes(List<Long> bytes) {
    return Amount.aligned(
        bytes.stream()
            .map(one -> one == 0 ? Amount.NONE : new Amount(grouped(one), one + " B"))
            .toList());
  }

  /// Multiples, of which NaN is none.
  static List<Amount> ratios(List<Double> ratios) {
    return Amount.aligned(ratios.stream().map(Columns::ratio).toList());
  }

  public static Amount ratio(double ratio) {
    return Double.isNaN(ratio)
        ? Amount.NONE
        : new Amount(ratioText(ratio), String.format(Locale.ROOT, "%.6f times", ratio));
  }

  /// Three digits, as in `1.04`, `12.3` or `1 250`.
  static String ratioText(double ratio) {
    if (ratio >= 99.95) {
      return grouped(Math.round(ratio));
    }
    return String.format(Locale.ROOT, ratio >= 9.995 ? "%.1f" : "%.2f", ratio);
  }

  /// A whole number with its thousands apart.
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', GROUP);
  }
}
