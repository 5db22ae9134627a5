package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The C that is generated from a signature, and the C++ that stands between it and the harness.
final class CSource {
  private CSource() {}

  /// The types that an author works with.
  static String signature(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("c/signature.h")
        .with("bundle", bundle.id())
        .with("point", fields(pointValues(signature), "const "))
        .with("inputs", fields(signature.inputs(), "const "))
        .with("outputs", fields(signature.outputs(), ""))
        .render();
  }

  /// The clock around the author's function, with the values handed over before and after.
  static String window(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("c/window.hpp")
        .with("bundle", bundle.id())
        .with(
            "point",
            Lines.of(
                pointValues(signature),
                (name, type) -> assign("c_point_." + name, lend("point." + name, type))))
        .with(
            "inputs",
            Lines.of(
                signature.inputs(),
                (name, type) -> assign("c_inputs_." + name, lend("inputs." + name, type))))
        .with("outputs", Lines.of(tensors(signature.outputs()), CSource::lendOutput))
        .with("results", Lines.of(withoutTensors(signature.outputs()), CSource::takeBack))
        .render();
  }

  private static Map<String, ValueType> pointValues(Signature signature) {
    var values = new LinkedHashMap<String, ValueType>();
    signature.params().forEach((name, element) -> values.put(name, new ValueType.Scalar(element)));
    values.putAll(signature.derived());
    return values;
  }

  private static String fields(Map<String, ValueType> values, String qualifier) {
    // C has no structs without members.
    return values.isEmpty()
        ? "  char unused_;\n"
        : Lines.of(values, (name, type) -> field(name, type, qualifier));
  }

  private static String field(String name, ValueType type, String qualifier) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) ->
          "  %s %s; /* %s */".formatted(CppSource.element(element), name, type.text());
      case ValueType.Tensor(ElementType element, List<Dimension> _) ->
          "  %s%s *%s; /* %s */"
              .formatted(qualifier, CppSource.element(element), name, type.text());
      case ValueType.Bytes() -> "  assay_bytes %s; /* %s */".formatted(name, type.text());
    };
  }

  /// A C++ expression that lends a value of the harness to C.
  private static String lend(String value, ValueType type) {
    return switch (type) {
      case ValueType.Scalar _ -> value;
      case ValueType.Tensor _ -> value + ".data()";
      case ValueType.Bytes() -> "borrow(%s)".formatted(value);
    };
  }

  private static String lendOutput(String name, ValueType type) {
    return assign("c_outputs_." + name, lend("outputs_." + name, type));
  }

  private static String takeBack(String name, ValueType type) {
    return type instanceof ValueType.Bytes
        ? "    take(outputs_.%s, c_outputs_.%s);".formatted(name, name)
        : assign("outputs_." + name, "c_outputs_." + name);
  }

  private static String assign(String target, String value) {
    return "    %s = %s;".formatted(target, value);
  }

  private static Map<String, ValueType> tensors(Map<String, ValueType> values) {
    var tensors = new LinkedHashMap<>(values);
    tensors.values().removeIf(type -> !(type instanceof ValueType.Tensor));
    return tensors;
  }

  private static Map<String, ValueType> withoutTensors(Map<String, ValueType> values) {
    var others = new LinkedHashMap<>(values);
    others.values().removeIf(type -> type instanceof ValueType.Tensor);
    return others;
  }
}
