package dev.assay.core.bundle;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What a solution computes: names and types, in the order of the manifest.
///
/// @param params what a point sets; scalars only
/// @param derived what `make` computes from the parameters, the same for every case at a point
/// @param inputs one file per case and name
/// @param outputs one file per case and name, written by the solution
/// @param secrets the inputs and outputs that a server never sees in clear, in the order of their
///   declaration; empty under other protocols than `encrypted`
public record Signature(
    Map<String, ElementType> params,
    Map<String, ValueType> derived,
    Map<String, ValueType> inputs,
    Map<String, ValueType> outputs,
    @AddedLater List<String> secrets) {
  public Signature {
    secrets = List.copyOf(secrets);
    params = ordered(params);
    derived = ordered(derived);
    inputs = ordered(inputs);
    outputs = ordered(outputs);
  }

  /// A signature without secrets.
  public Signature(
      Map<String, ElementType> params,
      Map<String, ValueType> derived,
      Map<String, ValueType> inputs,
      Map<String, ValueType> outputs) {
    this(params, derived, inputs, outputs, List.of());
  }

  /// The inputs that a server sees in clear.
  public Map<String, ValueType> publicInputs() {
    return without(inputs, secrets);
  }

  /// The outputs that a server gives in clear.
  public Map<String, ValueType> publicOutputs() {
    return without(outputs, secrets);
  }

  /// The outputs that are decrypted.
  public Map<String, ValueType> secretOutputs() {
    return without(outputs, List.copyOf(publicOutputs().keySet()));
  }

  private static Map<String, ValueType> without(Map<String, ValueType> all, List<String> names) {
    var rest = new LinkedHashMap<>(all);
    names.forEach(rest::remove);
    return ordered(rest);
  }

  /// The derived values that are tensors or bytes, which stand as files under `point/`.
  public Map<String, ValueType> derivedFiles() {
    var files = new LinkedHashMap<String, ValueType>();
    derived.forEach((name, type) -> {
      if (!(type instanceof ValueType.Scalar)) {
        files.put(name, type);
      }
    });
    return ordered(files);
  }

  /// The derived values that are scalars, which stand in the manifest of a point directory.
  public Map<String, ElementType> derivedScalars() {
    var scalars = new LinkedHashMap<String, ElementType>();
    derived.forEach((name, type) -> {
      if (type instanceof ValueType.Scalar(ElementType element)) {
        scalars.put(name, element);
      }
    });
    return ordered(scalars);
  }

  /// The size in bytes of the file of one value; empty for `bytes`, whose size is free.
  ///
  /// @param scalars the integer value of every parameter and derived scalar that a dimension names
  /// @throws ArithmeticException when the size does not fit 63 bits
  /// @throws IllegalArgumentException when a dimension is not in `scalars` or negative
  public static OptionalLong sizeOf(ValueType type, Map<String, Long> scalars) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> OptionalLong.of(element.bytes());
      case ValueType.Bytes() -> OptionalLong.empty();
      case ValueType.Tensor(ElementType element, List<Dimension> dimensions) -> {
        long size = element.bytes();
        for (Dimension dimension : dimensions) {
          size = Math.multiplyExact(size, lengthOf(dimension, scalars));
        }
        yield OptionalLong.of(size);
      }
    };
  }

  private static long lengthOf(Dimension dimension, Map<String, Long> scalars) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> length;
      case Dimension.Named(String name) -> {
        Long length = scalars.get(name);
        if (length == null || length < 0) {
          throw new IllegalArgumentException(
              "dimension %s has no length: %s".formatted(name, length));
        }
        yield length;
      }
    };
  }

  private static <V> Map<String, V> ordered(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
