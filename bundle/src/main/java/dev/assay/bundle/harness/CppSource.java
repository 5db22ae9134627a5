package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The C++ that is generated from a signature.
final class CppSource {
  private CppSource() {}

  /// The types that an author works with.
  static String signature(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("cpp/signature.hpp")
        .with("bundle", bundle.id())
        .with("point", point(signature))
        .with("inputs", Lines.of(signature.inputs(), (name, type) -> field(name, type, "")))
        .with("outputs", Lines.of(signature.outputs(), (name, type) -> field(name, type, "")))
        .render();
  }

  /// The fields of `Point`.
  static String point(Signature signature) {
    return Lines.of(
            signature.params(),
            (name, element) -> field(name, new ValueType.Scalar(element), ", a parameter"))
        + Lines.of(signature.derived(), (name, type) -> field(name, type, ", derived"));
  }

  /// Fields of a struct.
  static String fields(Map<String, ValueType> values) {
    return Lines.of(values, (name, type) -> field(name, type, ""));
  }

  /// What names values in files to the harness.
  static String visits(String owner, Map<String, ValueType> values) {
    return Lines.of(values, (name, type) -> visitFile(owner, name, type));
  }

  /// What names every value to the harness.
  static String fields(BundleSpec bundle) {
    Signature signature = bundle.signature();
    Map<String, ValueType> outputs =
        bundle.envelope() == null ? signature.outputs() : signature.secretOutputs();
    return new Template("native/fields.hpp")
        .with("bundle", bundle.id())
        .with("params", Lines.of(signature.params(), (name, type) -> visitNumber(name)))
        .with(
            "derived_scalars",
            Lines.of(signature.derivedScalars(), (name, type) -> visitNumber(name)))
        .with(
            "derived_files",
            Lines.of(signature.derivedFiles(), (name, type) -> visitFile("point", name, type)))
        .with(
            "inputs", Lines.of(signature.inputs(), (name, type) -> visitFile("inputs", name, type)))
        .with("outputs", Lines.of(outputs, (name, type) -> visitFile("outputs", name, type)))
        .render();
  }

  /// The C and C++ type of an element, without a namespace.
  static String element(ElementType element) {
    return switch (element) {
      case F32 -> "float";
      case F64 -> "double";
      case I8, I16, I32, I64 -> "int%d_t".formatted(8 * element.bytes());
      case U8, U16, U32, U64 -> "uint%d_t".formatted(8 * element.bytes());
    };
  }

  /// The C++ type of a value.
  static String type(ValueType type) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) ->
          element.isInteger() ? "std::" + element(element) : element(element);
      case ValueType.Tensor(ElementType element, List<Dimension> _) ->
          "std::vector<%s>".formatted(type(new ValueType.Scalar(element)));
      case ValueType.Bytes() -> "std::vector<std::uint8_t>";
    };
  }

  private static String field(String name, ValueType type, String remark) {
    return "  %s %s{};  // %s%s".formatted(type(type), name, type.text(), remark);
  }

  private static String visitNumber(String name) {
    return "  visit(\"%s\", point.%s);".formatted(name, name);
  }

  private static String visitFile(String owner, String name, ValueType type) {
    return "  visit(\"%s\", %s.%s, %s);".formatted(name, owner, name, shape(type));
  }

  private static String shape(ValueType type) {
    return switch (type) {
      case ValueType.Scalar _ -> "shape()";
      case ValueType.Bytes() -> "any_length()";
      case ValueType.Tensor(ElementType _, List<Dimension> dimensions) ->
          dimensions.stream()
              .map(CppSource::length)
              .collect(Collectors.joining(", ", "shape(", ")"));
    };
  }

  /// The length of a dimension, as C++ that has a `point`.
  private static String length(Dimension dimension) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> "std::uint64_t{%d}".formatted(length);
      case Dimension.Named(String name) -> "point." + name;
    };
  }
}
