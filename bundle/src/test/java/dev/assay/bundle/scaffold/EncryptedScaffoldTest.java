package dev.assay.bundle.scaffold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.harness.Harnesses;
import dev.assay.bundle.harness.Overlay;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionConfig;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.encrypted.SecurityFloor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedScaffoldTest {
  private static final BundleName NAME = new BundleName("weights/encrypted");

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"python", "javascript"})
  void makesABundleWhoseReferencePasses(String language) throws Exception {
    Python.require();
    Python.requireProgram(language.equals("python") ? "python3" : "node");
    Path bundle = temp.resolve("bundle");
    List<String> files = BundleScaffold.createEncrypted(bundle, NAME, "python", language);
    BundleSpec spec = BundleManifest.read(bundle);
    Path reference = bundle.resolve("solutions/reference");
    Path solution = temp.resolve("solution");
    Overlay.lay(copied(reference, solution), harness(reference), spec, bundle);
    Path folder = temp.resolve("dir");

    assertThat(
            Python.in(bundle)
                .run("bundle.py", "make", folder, "--point", "{\"N\":1000}", "--seeds", "1,2"))
        .isEqualTo(new Python.Answer(0, "", ""));
    assertThat(Python.in(solution).execute("./solution", folder.toString()))
        .satisfies(answer -> assertThat(answer.exitCode()).as(answer.standardError()).isZero());
    assertThat(Python.in(bundle).run("bundle.py", "verify", folder))
        .isEqualTo(new Python.Answer(0, "", ""));

    assertThat(files)
        .contains("bundle.toml", "assay_bundle.py", "solutions/reference/config.jsonc");
    assertThat(folder.resolve("verdicts.json"))
        .content()
        .contains(
            "\"passed\":true,\"metrics\":{\"precision_bits_worst\":53.0,\"precision_bits_mean\":53.0}")
        .doesNotContain("\"passed\":false");
    assertThat(
            SolutionConfig.read(reference, spec.requireEnvelope()).security(spec.requireEnvelope()))
        .isInstanceOf(SecurityFloor.Verdict.Accepted.class);
  }

  private static Harness harness(Path reference) {
    String language = SolutionManifest.read(reference).language();
    return Harnesses.require(language == null ? "" : language);
  }

  private static Path copied(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    return to;
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "javascript", "cpp"})
  void givesAManifestThatIsThereAnEnvelope(String language) throws IOException {
    Path bundle = Files.createDirectories(temp.resolve("own"));
    Files.writeString(
        bundle.resolve("bundle.toml"),
        """
        [bundle]
        name = "weights/encrypted"
        version = "1.0.0"
        protocol = "encrypted"
        [signature]
        inputs = { a = "secret i64[8]" }
        outputs = { b = "secret f64[8]" }
        [envelope]
        language = "%s"
        scheme = "bfv"
        packing = "i64"
        config = { n = "u32", bits = "u32" }
        parameters = { ring_degree = "n", modulus = "bits" }
        [[points]]
        name = "eight"
        [sample]
        seeds = "1"
        """
            .formatted(language));

    List<String> files = BundleScaffold.create(bundle, NAME, "python");

    assertThat(files).startsWith("bundle.py", "assay_bundle.py");
    assertThat(bundle.resolve("bundle.py")).content().contains("assay_bundle.precision(expected.b");
    switch (language) {
      case "python" ->
          assertThat(bundle.resolve("envelope/envelope.py"))
              .content()
              .contains("keys.config.n, \"modulus_bits\": [keys.config.bits]", "array(\"q\"")
              .doesNotContain("{{");
      case "javascript" ->
          assertThat(bundle.resolve("envelope/envelope.js"))
              .content()
              .contains("Number(keys.config.n)", "[Number(keys.config.bits)]", "BigInt64Array")
              .doesNotContain("{{");
      default -> assertThat(bundle.resolve("envelope")).doesNotExist();
    }
  }

  @Test
  void knowsNoOtherEnvelopes() {
    assertThatThrownBy(() -> BundleScaffold.createEncrypted(temp, NAME, "python", "rust"))
        .hasMessage(
            "There is no scaffold for envelopes in 'rust'; there is one for python, javascript.");
  }
}
