package dev.assay.runner.program;

import dev.assay.core.bundle.OutputComparison;

/// The comparisons that a bundle can ask for without a program of its own.
final class Comparers {
  private Comparers() {}

  /// @throws IllegalArgumentException for one that the bundle's own `verify` makes
  static OutputComparer of(OutputComparison comparison) {
    return switch (comparison.kind()) {
      case EXACT -> new ExactComparer();
      case NUMBERS -> new NumberComparer(comparison);
      case VERIFY -> throw new IllegalArgumentException("that is the bundle's to do");
    };
  }
}
