package dev.assay.bundle.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Platforms keep manifests as JSON.
class StoredManifestTest {
  private static final Path EXAMPLES = Path.of("../examples");

  static List<Path> bundles() throws IOException {
    return folders("bundles", BundleManifest.FILE_NAME);
  }

  static List<Path> solutions() throws IOException {
    return folders("solutions", SolutionManifest.FILE_NAME);
  }

  private static List<Path> folders(String kind, String file) throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES.resolve(kind))) {
      return all.filter(folder -> Files.exists(folder.resolve(file))).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void comesBackAsItWas(Path bundle) {
    BundleSpec spec = BundleManifest.read(bundle);

    String json = JsonCodec.toJson(spec);
    BundleSpec read = JsonCodec.read(json.getBytes(UTF_8), BundleSpec.class, "a manifest");

    assertThat(read).isEqualTo(spec);
    assertThat(JsonCodec.toJson(read)).isEqualTo(json);
    assertThat(List.copyOf(read.signature().inputs().keySet()))
        .isEqualTo(List.copyOf(spec.signature().inputs().keySet()));
  }

  @ParameterizedTest
  @MethodSource("solutions")
  void ofSolutionsToo(Path solution) {
    SolutionSpec spec = SolutionManifest.read(solution);

    SolutionSpec read =
        JsonCodec.read(JsonCodec.toBytes(spec), SolutionSpec.class, "a solution's manifest");

    assertThat(read).isEqualTo(spec);
  }

  @Test
  void writesTypesAndVersionsAsManifestsDo() {
    String json = JsonCodec.toJson(BundleManifest.read(EXAMPLES.resolve("bundles/linear-solve")));

    assertThat(json).contains("\"version\": \"1.").doesNotContain("\"pre_release\"");
    assertThat(json).containsPattern("\"f64\\[[A-Za-z]+,[A-Za-z]+\\]\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"u31", "u32[]", "u32[N", "u32[0]", "u32[N,-1]", "f64[N]]", "bytes[N]", ""})
  void refusesTypesThatAreNone(String type) {
    String json =
        JsonCodec.toJson(BundleManifest.read(EXAMPLES.resolve("bundles/linear-solve")))
            .replaceFirst("\"f64\\[[A-Za-z]+,[A-Za-z]+\\]\"", '"' + type + '"');

    assertThatThrownBy(() -> JsonCodec.read(json.getBytes(UTF_8), BundleSpec.class, "it"))
        .isInstanceOf(AssayException.class);
  }
}
