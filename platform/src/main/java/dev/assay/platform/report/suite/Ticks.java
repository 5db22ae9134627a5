package dev.assay.platform.report.suite;

import java.math.BigDecimal;
import java.math.MathContext;

/// Values at ticks of an axis, as short as they can be written.
final class Ticks {
  private static final MathContext DIGITS = new MathContext(3);

  private Ticks() {}

  /// As in `0.02`, `1` or `5 000`.
  static String number(double value) {
    var rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return value >= 1_000 ? Columns.grouped(rounded.longValue()) : rounded.toPlainString();
  }
}
