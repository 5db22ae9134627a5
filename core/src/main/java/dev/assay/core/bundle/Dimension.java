package dev.assay.core.bundle;

/// One dimension of a tensor: a number, or the name of an integer parameter or derived scalar.
public sealed interface Dimension {
  /// The dimension as a manifest writes it.
  String text();

  /// A fixed length, from 1.
  record Fixed(long length) implements Dimension {
    public Fixed {
      if (length < 1) {
        throw new IllegalArgumentException("dimension %d is below 1".formatted(length));
      }
    }

    @Override
    public String text() {
      return Long.toString(length);
    }
  }

  /// A length that a parameter or derived scalar gives.
  record Named(String name) implements Dimension {
    @Override
    public String text() {
      return name;
    }
  }
}
