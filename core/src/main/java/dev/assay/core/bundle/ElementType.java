package dev.assay.core.bundle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/// The ten element types. Values are little-endian on disk.
public enum ElementType {
  I8(1),
  I16(2),
  I32(4),
  I64(8),
  U8(1),
  U16(2),
  U32(4),
  U64(8),
  F32(4),
  F64(8);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  /// The size of one element, in bytes.
  public int bytes() {
    return bytes;
  }

  public boolean isInteger() {
    return this != F32 && this != F64;
  }

  public boolean isSigned() {
    return name().charAt(0) != 'U';
  }

  /// The smallest value of an integer type.
  public BigInteger min() {
    requireInteger();
    return isSigned() ? BigInteger.ONE.shiftLeft(8 * bytes - 1).negate() : BigInteger.ZERO;
  }

  /// The largest value of an integer type.
  public BigInteger max() {
    requireInteger();
    return BigInteger.ONE
        .shiftLeft(isSigned() ? 8 * bytes - 1 : 8 * bytes)
        .subtract(BigInteger.ONE);
  }

  /// Whether a value of this type can have this value; an `f32` or `f64` takes what it can hold
  /// without becoming infinite, rounded.
  public boolean holds(BigDecimal value) {
    return switch (this) {
      case F32 -> Float.isFinite(value.floatValue());
      case F64 -> Double.isFinite(value.doubleValue());
      default -> isWhole(value) && isInRange(value);
    };
  }

  private static boolean isWhole(BigDecimal value) {
    return value.signum() == 0 || value.scale() <= 0 || value.stripTrailingZeros().scale() <= 0;
  }

  private boolean isInRange(BigDecimal value) {
    return value.compareTo(new BigDecimal(min())) >= 0
        && value.compareTo(new BigDecimal(max())) <= 0;
  }

  private void requireInteger() {
    if (!isInteger()) {
      throw new IllegalStateException("%s has no integer range".formatted(this));
    }
  }

  /// The type as a manifest writes it, as in `u32`.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Reads a type name; empty when it is none of the ten.
  public static Optional<ElementType> parse(String text) {
    for (ElementType type : values()) {
      if (type.text().equals(text)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return text();
  }
}
