package dev.assay.core.bundle;

import java.util.List;
import java.util.stream.Collectors;

/// The type of one value of a signature.
public sealed interface ValueType {
  /// The type as a manifest writes it: `u32`, `f64[N,M]` or `bytes`.
  String text();

  /// One element.
  record Scalar(ElementType element) implements ValueType {
    @Override
    public String text() {
      return element.text();
    }
  }

  /// A row-major array of at least one dimension.
  record Tensor(ElementType element, List<Dimension> dimensions) implements ValueType {
    public Tensor {
      dimensions = List.copyOf(dimensions);
      if (dimensions.isEmpty()) {
        throw new IllegalArgumentException("a tensor of %s without dimensions".formatted(element));
      }
    }

    @Override
    public String text() {
      return dimensions.stream()
          .map(Dimension::text)
          .collect(Collectors.joining(",", element.text() + "[", "]"));
    }
  }

  /// Any number of bytes, zero included; its length is not known from the point.
  record Bytes() implements ValueType {
    @Override
    public String text() {
      return "bytes";
    }
  }
}
