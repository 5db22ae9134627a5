package dev.assay.core.wire;

import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;

/// Decimals as JSON numbers, exactly.
final class Decimals {
  /// Digits that are written out before an exponent is used; every 64-bit integer is plain.
  private static final int PLAIN_DIGITS = 40;

  private Decimals() {}

  /// The nearest double; infinite where the number is too large for one.
  static double toDouble(JsonNode number) {
    return number.decimalValue().doubleValue();
  }

  /// Plain digits where that is short, else with an exponent: 1E-900000000 would not fit a memory.
  static String toJson(BigDecimal value) {
    boolean isShort = Math.abs((long) value.scale()) + value.precision() <= PLAIN_DIGITS;
    return isShort ? value.toPlainString() : value.toString();
  }
}
