package dev.assay.core.bundle;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a bundle demands of a point.
///
/// @param cases share of the cases that must be ok, from 0 to 1; exact decimal
/// @param require demands on metrics, all of which must hold
/// @param referenceHash content hash of the folder of the reference solution, hex SHA-256, when its
///   answers say what is right; absent where the bundle's `verify` does, so that such a bar is
///   written as it always was
public record Bar(BigDecimal cases, List<Requirement> require, @Nullable String referenceHash) {
  /// The most decimal places of a share; exact arithmetic with millions of them would never end.
  public static final int MAX_SCALE = 18;

  public Bar {
    require = List.copyOf(require);
    if (cases.scale() > MAX_SCALE) {
      throw new IllegalArgumentException(
          "the share of cases %s has more than %d decimal places".formatted(cases, MAX_SCALE));
    }
    if (cases.signum() < 0 || cases.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException(
          "the share of cases %s is not from 0 to 1".formatted(cases));
    }
  }

  /// A bar over answers that `verify` judges.
  public Bar(BigDecimal cases, List<Requirement> require) {
    this(cases, require, null);
  }

  /// Whether answers are held against those of the reference implementation.
  public boolean isJudgedByReference() {
    return referenceHash != null;
  }

  /// How many of `count` cases must be ok: ceil(share * count), exactly.
  public int casesRequired(int count) {
    return cases
        .multiply(BigDecimal.valueOf(count))
        .setScale(0, RoundingMode.CEILING)
        .intValueExact();
  }
}
