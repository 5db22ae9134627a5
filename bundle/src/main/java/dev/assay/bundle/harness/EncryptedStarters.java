package dev.assay.bundle.harness;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.encrypted.SecurityTable;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// The author's own files of a new encrypted solution: they build, encrypt a zero, send it back and
/// answer with zeros.
final class EncryptedStarters {
  /// A degree that libraries are quick with, and that leaves room for a few levels.
  private static final int RING_DEGREE = 8192;

  private static final int MOST_BITS_OF_A_PRIME = 60;

  /// Above a scale that leaves some digits, below what a prime may have.
  private static final int SCALE_BITS = 40;

  private EncryptedStarters() {}

  /// Everything but `solution.toml`.
  ///
  /// @param name the author's file
  /// @param prefix before each value in a remark
  /// @param zeros the line that makes zeros of an output
  static List<GeneratedFile> of(
      BundleSpec bundle,
      String name,
      String languageTitle,
      String byHand,
      String prefix,
      BiFunction<String, ValueType, String> zeros) {
    return List.of(
        source(bundle, name, prefix, zeros),
        GeneratedFile.text("config.jsonc", config(bundle)),
        Starters.readme(bundle, "encrypted/README.md", languageTitle, name, byHand));
  }

  private static GeneratedFile source(
      BundleSpec bundle, String name, String prefix, BiFunction<String, ValueType, String> zeros) {
    Signature signature = bundle.signature();
    boolean isAlone = signature.publicOutputs().isEmpty();
    String publicZeros = Lines.of(signature.publicOutputs(), zeros);
    String content =
        new Template("starter/encrypted/" + name)
            .with("title", Starters.forComment(bundle.title()))
            .with("bundle", bundle.id())
            .with("point", Starters.remarks(prefix, Starters.pointValues(signature)))
            .with("inputs", Starters.remarks(prefix, signature.inputs()))
            .with("public_inputs", Starters.remarks(prefix, signature.publicInputs()))
            .with("public_outputs", Starters.remarks(prefix, signature.publicOutputs()))
            .with("secret_outputs", Starters.remarks(prefix, signature.secretOutputs()))
            .with("zeros", Lines.of(signature.secretOutputs(), zeros))
            .with("public_zeros", publicZeros.replace("  outputs.", "  answer."))
            .with("js_vector", vector(bundle.requireEnvelope().packing()))
            .with(
                "returned",
                isAlone
                    ? "a list of ciphertexts"
                    : "the ciphertexts and the public outputs, by name")
            .with(
                "python_answer",
                isAlone
                    ? "return ciphertexts"
                    : "return {\n        \"ciphertexts\": ciphertexts,\n%s    }"
                        .formatted(publicZeros))
            .with(
                "js_answer",
                isAlone
                    ? "return ciphertexts"
                    : "return {\n    ciphertexts,\n%s  }".formatted(publicZeros))
            .render();
    return GeneratedFile.text(name, content);
  }

  private static String vector(ElementType packing) {
    return packing == ElementType.F64 ? "[0]" : "[0n]";
  }

  /// Parameters that the bundle's security floor takes, and a first guess of the other keys.
  private static String config(BundleSpec bundle) {
    EnvelopeSpec envelope = bundle.requireEnvelope();
    var text = new StringBuilder("// What you choose for %s.\n{\n".formatted(bundle.id()));
    for (Map.Entry<String, ConfigType> key : envelope.config().entrySet()) {
      text.append(
          "  \"%s\": %s, // %s%s\n"
              .formatted(
                  key.getKey(),
                  value(envelope, key.getKey(), key.getValue()),
                  key.getValue().text(),
                  remark(envelope, key.getKey())));
    }
    return text.append("}\n").toString();
  }

  private static String value(EnvelopeSpec envelope, String key, ConfigType type) {
    if (key.equals(envelope.ringDegreeKey())) {
      return Integer.toString(RING_DEGREE);
    }
    if (key.equals(envelope.modulusKey())) {
      int most = mostBits(envelope);
      return type.isList() ? primes(most) : Integer.toString(most);
    }
    ElementType element = type.element();
    if (type.isList()) {
      return "[]";
    }
    return element == null
        ? "\"\""
        : key.contains("scale") && element.isInteger() ? "" + SCALE_BITS : "1";
  }

  private static String remark(EnvelopeSpec envelope, String key) {
    return key.equals(envelope.modulusKey())
        ? ": %d bits at most in all at this degree, for %d bits of security"
            .formatted(mostBits(envelope), envelope.securityBits())
        : "";
  }

  private static int mostBits(EnvelopeSpec envelope) {
    return SecurityTable.mostModulusBits(RING_DEGREE, envelope.securityBits()).orElseThrow();
  }

  /// Primes of a chain: two long ones around shorter ones that the scale fits into.
  private static String primes(int most) {
    int ends = Math.min(MOST_BITS_OF_A_PRIME, (most - SCALE_BITS) / 2);
    int between = (most - 2 * ends) / SCALE_BITS;
    return "[%d, %s%d]".formatted(ends, (SCALE_BITS + ", ").repeat(between), ends);
  }
}
