package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.List;
import java.util.stream.Collectors;

/// The JavaScript that is generated from a signature.
final class JavaScriptSource {
  private JavaScriptSource() {}

  static String signature(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("javascript/signature.cjs")
            .with("bundle", bundle.id())
            .with(
                "params",
                Lines.of(
                    signature.params(),
                    (name, element) -> row(name, new ValueType.Scalar(element))))
            .with("derived", Lines.of(signature.derived(), JavaScriptSource::row))
            .with("inputs", Lines.of(signature.inputs(), JavaScriptSource::row))
            .with("outputs", Lines.of(signature.outputs(), JavaScriptSource::row))
            .render()
        + stages(bundle);
  }

  /// What only encrypted solutions have.
  private static String stages(BundleSpec bundle) {
    EnvelopeSpec envelope = bundle.envelope();
    if (envelope == null) {
      return "";
    }
    return """

    // What the server never sees in clear, the elements of the vectors that are encrypted, and the keys of the author's
    // configuration: [name, type, whether it is a list]. The type is null for text.
    exports.SECRETS = [%s]
    exports.PACKING = '%s'
    exports.CONFIG = [
    %s]
    """
        .formatted(
            bundle.signature().secrets().stream()
                .map("'%s'"::formatted)
                .collect(Collectors.joining(", ")),
            envelope.packing().text(),
            Lines.of(
                envelope.config(),
                (name, type) ->
                    "  ['%s', %s, %s],"
                        .formatted(
                            name,
                            type.element() == null ? "null" : "'" + type.element().text() + "'",
                            type.isList())));
  }

  /// An expression for zeros of a type, for the line of an object literal.
  ///
  /// @param point what the point is called
  static String zeros(Signature signature, ValueType type, String point) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> isBig(element) ? "0n" : "0";
      case ValueType.Bytes() -> "new Uint8Array(0)";
      case ValueType.Tensor(ElementType element, List<Dimension> dimensions) ->
          "new %s(%s)"
              .formatted(
                  array(element),
                  dimensions.stream()
                      .map(dimension -> length(signature, dimension, point))
                      .collect(Collectors.joining(" * ")));
    };
  }

  private static String length(Signature signature, Dimension dimension, String point) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> Long.toString(length);
      case Dimension.Named(String name) ->
          isBig(signature, name) ? "Number(%s.%s)".formatted(point, name) : point + "." + name;
    };
  }

  private static boolean isBig(Signature signature, String name) {
    ElementType param = signature.params().get(name);
    return param != null
        ? isBig(param)
        : signature.derived().get(name) instanceof ValueType.Scalar(ElementType element)
            && isBig(element);
  }

  private static boolean isBig(ElementType element) {
    return element == ElementType.I64 || element == ElementType.U64;
  }

  private static String array(ElementType element) {
    return switch (element) {
      case I8 -> "Int8Array";
      case I16 -> "Int16Array";
      case I32 -> "Int32Array";
      case I64 -> "BigInt64Array";
      case U8 -> "Uint8Array";
      case U16 -> "Uint16Array";
      case U32 -> "Uint32Array";
      case U64 -> "BigUint64Array";
      case F32 -> "Float32Array";
      case F64 -> "Float64Array";
    };
  }

  private static String row(String name, ValueType type) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> row(name, element.text(), "null");
      case ValueType.Bytes() -> row(name, "bytes", "null");
      case ValueType.Tensor(ElementType element, List<Dimension> dimensions) ->
          row(
              name,
              element.text(),
              dimensions.stream()
                  .map(JavaScriptSource::dimension)
                  .collect(Collectors.joining(", ", "[", "]")));
    };
  }

  private static String row(String name, String element, String dimensions) {
    return "  ['%s', '%s', %s],".formatted(name, element, dimensions);
  }

  private static String dimension(Dimension dimension) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> Long.toString(length);
      case Dimension.Named(String name) -> "'" + name + "'";
    };
  }
}
