package dev.assay.bundle.scaffold;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Makes the `bundle.py` of a bundle from its signature: what the types decide is written, what the
/// host decides is marked.
final class PythonBundleSource {
  private final Signature signature;
  private final boolean encrypted;
  private final StringBuilder source = new StringBuilder();

  private PythonBundleSource(Signature signature, boolean encrypted) {
    this.signature = signature;
    this.encrypted = encrypted;
  }

  static String of(BundleSpec spec) {
    return new PythonBundleSource(spec.signature(), spec.envelope() != null).write(spec);
  }

  private String write(BundleSpec spec) {
    source.append("\"\"\"%s\"\"\"\n\nimport assay_bundle\n".formatted(spec.name()));
    if (!signature.derived().isEmpty()) {
      function("derive(params)", signature.derived(), "what follows from the parameters alone");
    }
    generate();
    function("oracle(point, inputs)", signature.outputs(), "the right answer");
    verify();
    source.append(
        """


        if __name__ == "__main__":
            assay_bundle.main(%sgenerate=generate, oracle=oracle, verify=verify)
        """
            .formatted(signature.derived().isEmpty() ? "" : "derive=derive, "));
    return source.toString();
  }

  private void function(String head, Map<String, ValueType> types, String what) {
    source.append("\n\ndef %s:\n    # Return %s: %s.\n".formatted(head, what, listed(types)));
    source.append("    raise NotImplementedError\n");
  }

  private void generate() {
    source.append(
        "\n\ndef generate(point, stream):\n    # Shape the numbers as the benchmark asks.\n");
    source.append("    return {\n");
    signature
        .inputs()
        .forEach(
            (name, type) -> source.append("        \"%s\": %s,\n".formatted(name, random(type))));
    source.append("    }\n");
  }

  private static String random(ValueType type) {
    return switch (type) {
      case ValueType.Bytes() -> "stream.bytes(1000)";
      case ValueType.Scalar(ElementType element) ->
          "stream.array(\"%s\", 1)[0]".formatted(element.text());
      case ValueType.Tensor(ElementType element, var dimensions) ->
          "stream.array(\"%s\", %s)"
              .formatted(
                  element.text(),
                  dimensions.stream()
                      .map(PythonBundleSource::length)
                      .collect(Collectors.joining(" * ")));
    };
  }

  private static String length(Dimension dimension) {
    return switch (dimension) {
      case Dimension.Fixed(long length) -> Long.toString(length);
      case Dimension.Named(String name) -> "point." + name;
    };
  }

  private void verify() {
    Optional<String> real = encrypted ? realOutput() : Optional.empty();
    if (real.isPresent()) {
      verifyPrecision(real.get());
      return;
    }
    source.append("\n\ndef verify(point, inputs, expected, outputs):\n");
    source.append(
        "    # Exact; where rounding is allowed, return an error as a metric and bound it in [bar].\n");
    String same =
        signature.outputs().entrySet().stream()
            .map(output -> same(output.getKey(), output.getValue()))
            .collect(Collectors.joining(" and "));
    source.append("    return %s, {}\n".formatted(same));
  }

  /// The first output that is a tensor of real numbers.
  private Optional<String> realOutput() {
    return signature.outputs().entrySet().stream()
        .filter(output ->
            output.getValue() instanceof ValueType.Tensor(ElementType element, List<Dimension> _)
                && !element.isInteger())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private void verifyPrecision(String output) {
    source.append("\n\ndef verify(point, inputs, expected, outputs):\n");
    source.append("    # Bits are of an absolute error of 1; the bar can ask for more of them.\n");
    source.append(
        "    metrics = assay_bundle.precision(expected.%1$s, outputs.%1$s)\n".formatted(output));
    source.append("    return metrics[\"precision_bits_worst\"] >= 10, metrics\n");
  }

  private static String same(String name, ValueType type) {
    return type instanceof ValueType.Tensor
        ? "outputs.%1$s.tobytes() == expected.%1$s.tobytes()".formatted(name)
        : "outputs.%1$s == expected.%1$s".formatted(name);
  }

  private static String listed(Map<String, ValueType> types) {
    return types.entrySet().stream()
        .map(type -> type.getKey() + " (" + type.getValue().text() + ")")
        .collect(Collectors.joining(", "));
  }
}
