package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.List;
import java.util.stream.Collectors;

/// The Python that is generated from a signature.
final class PythonSource {
  private PythonSource() {}

  static String signature(BundleSpec bundle) {
    return values(bundle) + stages(bundle);
  }

  /// What only encrypted solutions have.
  private static String stages(BundleSpec bundle) {
    EnvelopeSpec envelope = bundle.envelope();
    if (envelope == null) {
      return "";
    }
    String secrets =
        bundle.signature().secrets().stream()
            .map("\"%s\","::formatted)
            .collect(Collectors.joining(" "));
    return """

    # What the server never sees in clear, and the elements of the vectors that are encrypted.
    SECRETS = (%s)
    PACKING = "%s"
    """
        .formatted(secrets, envelope.packing().text());
  }

  private static String values(BundleSpec bundle) {
    Signature signature = bundle.signature();
    return new Template("python/signature.py")
        .with("bundle", bundle.id())
        .with(
            "params",
            Lines.of(
                signature.params(), (name, element) -> row(name, new ValueType.Scalar(element))))
        .with("derived", Lines.of(signature.derived(), PythonSource::row))
        .with("inputs", Lines.of(signature.inputs(), PythonSource::row))
        .with("outputs", Lines.of(signature.outputs(), PythonSource::row))
        .render();
  }

  private static String row(String name, ValueType type) {
    return switch (type) {
      case ValueType.Scalar(ElementType element) -> row(name, element.text(), "None");
      case ValueType.Bytes() -> row(name, "bytes", "None");
      case ValueType.Tensor(ElementType element, List<Dimension> dimensions) ->
          row(
              name,
              element.text(),
              dimensions.stream()
                  .map(PythonSource::length)
                  .collect(Collectors.joining(", ", "(", ",)")));
    };
  }

  private static String row(String name, String element, String dimensions) {
    return "    (\"%s\", \"%s\", %s),".formatted(name, element, dimensions);
  }

  private static String length(Dimension dimension) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> Long.toString(length);
      case Dimension.Named(String name) -> '"' + name + '"';
    };
  }
}
