package dev.assay.core.bundle;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/// How a program's output is held against the expected one.
///
/// @param tolerance of numbers, where nothing else is said of their field
/// @param fields tolerances of single fields, counted from 1 in their line
public record OutputComparison(Kind kind, Tolerance tolerance, List<FieldTolerance> fields) {
  /// Byte for byte.
  public static final OutputComparison EXACT =
      new OutputComparison(Kind.EXACT, Tolerance.NONE, List.of());

  public OutputComparison {
    fields = List.copyOf(fields);
  }

  /// The ways to compare.
  public enum Kind {
    /// Byte for byte.
    EXACT,
    /// Field by field, where numbers may differ by a tolerance.
    NUMBERS,
    /// As the bundle's own `verify` says.
    VERIFY;

    /// As a manifest writes it.
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How far a number may be off: by `absolute`, or by `relative` times what is expected, whichever
  /// is more.
  public record Tolerance(BigDecimal absolute, BigDecimal relative) {
    /// Equal numbers, however they are written.
    public static final Tolerance NONE = new Tolerance(BigDecimal.ZERO, BigDecimal.ZERO);

    public Tolerance {
      if (absolute.signum() < 0 || relative.signum() < 0) {
        throw new IllegalArgumentException(
            "a tolerance of %s, relative %s: neither is below 0".formatted(absolute, relative));
      }
    }
  }

  /// The tolerance of one field of each line.
  ///
  /// @param field from 1
  public record FieldTolerance(int field, Tolerance tolerance) {}

  /// What holds for a field, counted from 1.
  public Tolerance of(int field) {
    return fields.stream()
        .filter(one -> one.field() == field)
        .map(FieldTolerance::tolerance)
        .findFirst()
        .orElse(tolerance);
  }
}
