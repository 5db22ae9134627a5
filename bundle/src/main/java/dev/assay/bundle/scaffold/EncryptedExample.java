package dev.assay.bundle.scaffold;

import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The encrypted bundle that a host starts from, and envelopes that stand in until he has one.
///
/// @param language of the envelope and of the reference solution
/// @param image that has it, and Python for `bundle.py`
/// @param ending of the names of its files
record EncryptedExample(String language, String image, String ending) {
  private static final List<EncryptedExample> ALL =
      List.of(
          new EncryptedExample("python", "localhost/assay/core", ".py"),
          new EncryptedExample("javascript", "localhost/assay/game", ".js"));

  static final List<String> LANGUAGES = ALL.stream().map(EncryptedExample::language).toList();

  /// @throws AssayException `USAGE` when there is none in that language
  static EncryptedExample in(String language) {
    return ALL.stream()
        .filter(example -> example.language.equals(language))
        .findFirst()
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "There is no scaffold for envelopes in '%s'; there is one for %s."
                    .formatted(language, String.join(", ", LANGUAGES))));
  }

  /// A bundle that works, by the paths of its files.
  Map<String, String> files(BundleName name) {
    var files = new LinkedHashMap<String, String>();
    files.put(BundleManifest.FILE_NAME, template("bundle.toml", name));
    files.put("bundle.py", template("bundle.py", name));
    files.put(BundleScaffold.RUNTIME, BundleScaffold.resource(BundleScaffold.RUNTIME));
    files.put(
        "envelope/envelope" + ending,
        envelope(name, ElementType.F64, "ring_degree", "modulus_bits", true));
    files.put("README.md", template("README.md", name));
    files.put("solutions/reference/solution.toml", template("solution.toml", name));
    files.put("solutions/reference/solution" + ending, template("solution" + ending, name));
    files.put("solutions/reference/config.jsonc", template("config.jsonc", name));
    files.put(
        "solutions/reference/README.md",
        BundleScaffold.template("example-solution-README.md", name));
    return files;
  }

  /// The envelope of a manifest that is there; none where it has none, or one in another language.
  static Map<String, String> envelopeOf(BundleSpec spec) {
    EnvelopeSpec envelope = spec.envelope();
    if (envelope == null || !LANGUAGES.contains(envelope.language())) {
      return Map.of();
    }
    EncryptedExample example = in(envelope.language());
    String text =
        example.envelope(
            spec.name(),
            envelope.packing(),
            envelope.ringDegreeKey(),
            envelope.modulusKey(),
            envelope.config().entrySet().stream()
                .anyMatch(
                    key -> key.getKey().equals(envelope.modulusKey()) && key.getValue().isList()));
    return Map.of("envelope/envelope" + example.ending, text);
  }

  private String envelope(
      BundleName name, ElementType packing, String degree, String modulus, boolean isList) {
    return template("envelope" + ending, name)
        .replace("{{code}}", code(packing))
        .replace("{{array}}", array(packing))
        .replace("{{ring_degree}}", degree)
        .replace("{{modulus}}", modulus(modulus, isList));
  }

  private String modulus(String key, boolean isList) {
    if (ending.equals(".js")) {
      return isList
          ? "keys.config.%s.map(Number)".formatted(key)
          : "[Number(keys.config.%s)]".formatted(key);
    }
    return (isList ? "list(keys.config.%s)" : "[keys.config.%s]").formatted(key);
  }

  private static String code(ElementType packing) {
    return packing == ElementType.F64 ? "d" : packing == ElementType.I64 ? "q" : "Q";
  }

  private static String array(ElementType packing) {
    return packing == ElementType.F64
        ? "Float64Array"
        : packing == ElementType.I64 ? "BigInt64Array" : "BigUint64Array";
  }

  private String template(String file, BundleName name) {
    return BundleScaffold.template("encrypted/" + file, name)
        .replace("{{language}}", language)
        .replace("{{image}}", image);
  }
}
