package dev.assay.runner.point;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which of the numbers that a harness says beside a window are clocks, in nanoseconds, and which
/// are something else.
public final class HarnessClocks {
  private static final Set<String> METERS = Set.of("noise_budget_bits", "level", "scale_bits");
  private static final Set<String> COUNTS = Set.of("ciphertexts_in", "ciphertexts_out");

  private HarnessClocks() {}

  /// The sum of all clocks; saturated when it does not fit.
  static long sumNanos(Map<String, BigDecimal> said) {
    BigDecimal sum = BigDecimal.ZERO;
    for (var one : said.entrySet()) {
      if (isClock(one.getKey())) {
        // One that runs backwards makes none of the others true.
        if (one.getValue().signum() < 0) {
          return Long.MAX_VALUE / 4;
        }
        sum = sum.add(one.getValue());
      }
    }
    return sum.min(BigDecimal.valueOf(Long.MAX_VALUE / 4)).longValue();
  }

  /// The clocks among them, in whole nanoseconds.
  public static Map<String, Long> of(Map<String, BigDecimal> said) {
    var clocks = new LinkedHashMap<String, Long>();
    said.forEach((name, value) -> {
      if (isClock(name)) {
        clocks.put(name, value.setScale(0, RoundingMode.HALF_UP).longValue());
      }
    });
    return clocks;
  }

  /// What the envelope read off ciphertexts.
  public static Map<String, BigDecimal> meters(Map<String, BigDecimal> said) {
    var meters = new LinkedHashMap<String, BigDecimal>();
    said.forEach((name, value) -> {
      if (METERS.contains(name)) {
        meters.put(name, value);
      }
    });
    return meters;
  }

  /// A whole number of things; absent when it was not said, or is none.
  static @Nullable Integer count(Map<String, BigDecimal> said, String name) {
    BigDecimal value = said.get(name);
    return value != null
            && value.signum() >= 0
            && value.stripTrailingZeros().scale() <= 0
            && value.compareTo(BigDecimal.valueOf(1_000_000)) <= 0
        ? Integer.valueOf(value.intValue())
        : null;
  }

  private static boolean isClock(String name) {
    return !METERS.contains(name) && !COUNTS.contains(name);
  }
}
