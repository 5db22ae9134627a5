package dev.assay.bundle.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleBundlesTest {
  private static final Path EXAMPLES = Path.of("../examples/bundles").toAbsolutePath().normalize();

  @TempDir Path temp;

  /// Runs a Python solution over a point directory, without a harness.
  static void drive(Path bundle, Path solution, Path folder) throws IOException {
    Path driver = folder.resolveSibling("drive.py");
    try (var stream = ExampleBundlesTest.class.getResourceAsStream("drive.py")) {
      Files.write(driver, Objects.requireNonNull(stream).readAllBytes());
    }
    assertThat(Python.in(folder).run(driver, bundle, solution, folder))
        .isEqualTo(new Python.Answer(0, "", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"polymul-negacyclic", "linear-solve", "text-frequencies"})
  void acceptsItsReferenceAtEveryPoint(String name) throws IOException {
    Python.require();
    Path bundle = EXAMPLES.resolve(name);
    BundleSpec spec = BundleManifest.read(bundle);
    Path reference = bundle.resolve(Objects.requireNonNull(spec.reference()));
    assertThat(SolutionManifest.read(reference).bundle()).startsWith(spec.name() + "@");

    for (Point point : spec.points()) {
      Path folder = make(bundle, point, "0,9007199254740991");
      drive(bundle, reference, folder);
      assertThat(Python.in(bundle).run("bundle.py", "verify", folder))
          .isEqualTo(new Python.Answer(0, "", ""));
      assertThat(Files.readString(folder.resolve("verdicts.json")))
          .contains("\"passed\":true")
          .doesNotContain("\"passed\":false");
    }
  }

  private Path make(Path bundle, Point point, String seeds) throws IOException {
    String json =
        point.params().entrySet().stream()
            .map(param -> "\"%s\":%s".formatted(param.getKey(), param.getValue().toPlainString()))
            .collect(Collectors.joining(",", "{", "}"));
    Path folder = Files.createDirectory(temp.resolve(point.name()));
    assertThat(
            Python.in(bundle).run("bundle.py", "make", folder, "--point", json, "--seeds", seeds))
        .isEqualTo(new Python.Answer(0, "", ""));
    return folder;
  }

  @ParameterizedTest
  @ValueSource(strings = {"polymul-negacyclic", "linear-solve", "text-frequencies"})
  void hasTheGeneratedFileOfThisVersion(String name) throws IOException {
    try (var stream = BundleScaffold.class.getResourceAsStream("assay_bundle.py")) {
      assertThat(EXAMPLES.resolve(name).resolve("assay_bundle.py"))
          .hasBinaryContent(Objects.requireNonNull(stream).readAllBytes());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "polymul-negacyclic, N1024-W64, c6b8e8e127e9ed4a08b9081585f78cc8603762657dcea126a393a07bd03fa268",
    "linear-solve, K30-N100, 8fcc1219d9e605801c6944ec92dc7c88f38c65a695ba53e55f35853fe272562a",
    "text-frequencies, page, 63ea107537918836d517f3a300431b36c3bcd6e8aef0653ad21cac8ff4c5b940",
  })
  void makesTheBytesThatItAlwaysMade(String name, String pointName, String hash)
      throws IOException {
    Python.require();
    Path bundle = EXAMPLES.resolve(name);
    Point point = BundleManifest.read(bundle).findPoint(pointName).orElseThrow();

    Path folder = make(bundle, point, "7");

    assertThat(ContentHash.ofFolder(folder, path -> path.equals("manifest.json"))).isEqualTo(hash);
  }
}
