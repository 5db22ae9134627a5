package dev.assay.runner.check;

import dev.assay.bundle.manifest.CheckNames;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A way to spoil a right answer so that it is far off.
sealed interface Mutation {
  /// The name that `[check] skip` calls it by.
  String name();

  /// The spoiled bytes of one output; empty when it does not apply to the type, or changes nothing.
  Optional<byte[]> spoil(ValueType type, byte[] right);

  /// All of them but the two that need more than one answer, `missing` and `swapped`.
  List<Mutation> ALL =
      List.of(
          new EveryElement(CheckNames.SIGN),
          new EveryElement(CheckNames.HIGH_BIT),
          new EveryElement(CheckNames.ZEROS),
          new EveryElement(CheckNames.NAN),
          new EveryElement(CheckNames.INFINITY),
          new Length(CheckNames.SHORT, false),
          new Length(CheckNames.LONG, true));

  /// The size of one element of a value; 1 for `bytes`.
  private static int elementBytes(ValueType type) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> element.bytes();
      case ValueType.Tensor tensor -> tensor.element().bytes();
      case ValueType.Bytes() -> 1;
    };
  }

  private static Optional<ElementType> element(ValueType type) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> Optional.of(element);
      case ValueType.Tensor tensor -> Optional.of(tensor.element());
      case ValueType.Bytes() -> Optional.empty();
    };
  }

  /// Spoils every element in place.
  record EveryElement(String name) implements Mutation {
    @Override
    public Optional<byte[]> spoil(ValueType type, byte[] right) {
      Optional<ElementType> element = element(type);
      boolean isFloat = element.isPresent() && !element.get().isInteger();
      boolean isSigned = element.isPresent() && element.get().isSigned();
      boolean applies =
          switch (name) {
            case CheckNames.SIGN -> isSigned;
            case CheckNames.NAN, CheckNames.INFINITY -> isFloat;
            default -> true;
          };
      if (!applies) {
        return Optional.empty();
      }
      byte[] spoiled = right.clone();
      int size = elementBytes(type);
      for (int at = 0; at + size <= spoiled.length; at += size) {
        spoilElement(spoiled, at, size, isFloat);
      }
      return Arrays.equals(spoiled, right) ? Optional.empty() : Optional.of(spoiled);
    }

    private void spoilElement(byte[] bytes, int at, int size, boolean isFloat) {
      int top = at + size - 1;
      switch (name) {
        case CheckNames.SIGN -> {
          if (isFloat) {
            bytes[top] ^= (byte) 0x80;
          } else {
            negate(bytes, at, size);
          }
        }
        // The second highest bit is the top of a float's exponent; an integer has its highest
        // flipped.
        case CheckNames.HIGH_BIT -> bytes[top] ^= (byte) (isFloat ? 0x40 : 0x80);
        case CheckNames.ZEROS -> Arrays.fill(bytes, at, at + size, (byte) 0);
        case CheckNames.NAN -> fillFloat(bytes, at, size, true);
        case CheckNames.INFINITY -> fillFloat(bytes, at, size, false);
        default -> throw new IllegalStateException("no such mutation: " + name);
      }
    }

    /// Two's complement, little-endian.
    private static void negate(byte[] bytes, int at, int size) {
      int carry = 1;
      for (int i = at; i < at + size; i++) {
        int value = (~bytes[i] & 0xff) + carry;
        bytes[i] = (byte) value;
        carry = value >> 8;
      }
    }

    /// IEEE 754: an exponent of ones; the fraction's top bit makes a quiet NaN.
    private static void fillFloat(byte[] bytes, int at, int size, boolean nan) {
      Arrays.fill(bytes, at, at + size, (byte) 0);
      bytes[at + size - 1] = 0x7f;
      int second = size == 4 ? 0x80 : 0xf0;
      int quiet = size == 4 ? 0x40 : 0x08;
      bytes[at + size - 2] = (byte) (nan ? second | quiet : second);
    }
  }

  /// One element too few or too many.
  record Length(String name, boolean longer) implements Mutation {
    @Override
    public Optional<byte[]> spoil(ValueType type, byte[] right) {
      int size = elementBytes(type);
      if (longer) {
        return Optional.of(Arrays.copyOf(right, right.length + size));
      }
      return right.length < size
          ? Optional.empty()
          : Optional.of(Arrays.copyOf(right, right.length - size));
    }
  }
}
