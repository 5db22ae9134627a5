package dev.assay.bundle.scaffold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BundleScaffoldTest {
  private static final BundleName NAME = new BundleName("sums/modular");
  private static final String POINT = "{\"N\":1000}";

  @TempDir Path temp;
  private Path bundle = Path.of("");

  @BeforeEach
  void scaffold() {
    bundle = temp.resolve("bundle");
    BundleScaffold.create(bundle, NAME, "python");
  }

  private static String resource(String name) throws IOException {
    try (var stream = BundleScaffoldTest.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Path make(String name, String seeds) throws IOException {
    Path folder = temp.resolve(name);
    Python.Answer answer =
        Python.in(bundle).run("bundle.py", "make", folder, "--point", POINT, "--seeds", seeds);
    assertThat(answer).isEqualTo(new Python.Answer(0, "", ""));
    return folder;
  }

  /// Answers every case with what verify compares with.
  private static void answer(Path folder) throws IOException {
    for (int i = 0; Files.exists(folder.resolve("expected/%06d".formatted(i))); i++) {
      Path out = Files.createDirectories(folder.resolve("out/%06d".formatted(i)));
      Files.copy(folder.resolve("expected/%06d/s.bin".formatted(i)), out.resolve("s.bin"));
    }
  }

  private String verdicts(Path folder) throws IOException {
    assertThat(Python.in(bundle).run("bundle.py", "verify", folder))
        .isEqualTo(new Python.Answer(0, "", ""));
    return Files.readString(folder.resolve("verdicts.json")).strip();
  }

  @Test
  void makesABundleThatIsWhole() {
    assertThat(BundleManifest.read(bundle).name()).isEqualTo(NAME);
    assertThat(SolutionManifest.read(bundle.resolve("solutions/reference")).bundle())
        .isEqualTo("sums/modular@0");
    assertThat(bundle).isDirectoryContaining("glob:**/assay_bundle.py");
  }

  @Test
  void overwritesNothing() {
    assertThatThrownBy(() -> BundleScaffold.create(bundle, NAME, "python"))
        .hasMessage(
            bundle
                + " has bundle.py, assay_bundle.py already, and nothing of a host's is overwritten;"
                + " take an empty folder, or refresh the generated file with --update.");
    assertThatThrownBy(() -> BundleScaffold.create(temp.resolve("other"), NAME, "rust"))
        .hasMessage("There is no scaffold for bundles in 'rust'; there is one for python.");
  }

  @Test
  void refreshesTheGeneratedFileOnly() throws IOException {
    Files.writeString(bundle.resolve("assay_bundle.py"), "old");
    Files.writeString(bundle.resolve("bundle.py"), "mine");

    assertThat(BundleScaffold.update(bundle)).isTrue();
    assertThat(BundleScaffold.update(bundle)).isFalse();
    assertThat(bundle.resolve("bundle.py")).hasContent("mine");
    assertThatThrownBy(() -> BundleScaffold.update(temp))
        .hasMessageStartingWith(temp + " has no assay_bundle.py to refresh;");
  }

  @Test
  void makesAndVerifies() throws IOException {
    Python.require();
    Path folder = make("dir", "5,1-2");
    answer(folder);

    assertThat(folder.resolve("manifest.json"))
        .hasContent(
            "{\"point\":{\"N\":1000},\"derived\":{\"m\":1000003},\"cases\":3,\"seeds\":[5,1,2]}");
    assertThat(folder.resolve("cases/000002/x.bin")).hasSize(4000);
    assertThat(verdicts(folder))
        .isEqualTo(
            "{\"cases\":[{\"i\":0,\"passed\":true,\"metrics\":{}},"
                + "{\"i\":1,\"passed\":true,\"metrics\":{}},{\"i\":2,\"passed\":true,\"metrics\":{}}]}");
  }

  @Test
  void passesItsOwnReference() throws IOException {
    Python.require();
    Path folder = make("dir", "1-3");
    ExampleBundlesTest.drive(bundle, bundle.resolve("solutions/reference"), folder);

    assertThat(verdicts(folder)).doesNotContain("false");
  }

  @Test
  void makesACaseOfPointAndSeedAlone() throws IOException {
    Python.require();
    Path one = make("one", "1,2,3");
    Path other = temp.resolve("a place/else");
    Files.createDirectories(other);
    Python.Answer answer =
        Python.in(temp)
            .with(
                Map.of(
                    "TZ", "Pacific/Auckland",
                    "PYTHONHASHSEED", "77",
                    "LC_ALL", "C",
                    "HOME", "/nonexistent",
                    "HOSTNAME", "other"))
            .run(bundle.resolve("bundle.py"), "make", other, "--point", POINT, "--seeds", "9,3,1");

    assertThat(answer.exitCode()).isZero();
    for (String folder : new String[] {"cases", "expected"}) {
      assertThat(ContentHash.ofFolder(other.resolve(folder + "/000002"), path -> false))
          .isEqualTo(ContentHash.ofFolder(one.resolve(folder + "/000000"), path -> false));
      assertThat(ContentHash.ofFolder(other.resolve(folder + "/000001"), path -> false))
          .isEqualTo(ContentHash.ofFolder(one.resolve(folder + "/000002"), path -> false));
    }
  }

  @Test
  void failsCasesWhoseOutputsAreNotWhatIsDue() throws Exception {
    Python.require();
    Path folder = make("dir", "0-9");
    answer(folder);
    Path out = folder.resolve("out");
    Files.delete(out.resolve("000000/s.bin"));
    Files.write(out.resolve("000001/s.bin"), new byte[3996]);
    Files.write(out.resolve("000002/s.bin"), new byte[4004]);
    Files.write(out.resolve("000003/s.bin"), new byte[4000]);
    Files.writeString(out.resolve("000004/more\né"), "");
    Files.delete(out.resolve("000005/s.bin"));
    Files.createSymbolicLink(out.resolve("000005/s.bin"), folder.resolve("expected/000005/s.bin"));
    Files.delete(out.resolve("000006/s.bin"));
    Files.createDirectory(out.resolve("000006/s.bin"));
    Files.delete(out.resolve("000007/s.bin"));
    assertThat(
            new ProcessBuilder("mkfifo", out.resolve("000007/s.bin").toString()).start().waitFor())
        .isZero();
    Files.delete(out.resolve("000008/s.bin"));
    Files.delete(out.resolve("000008"));
    Files.createSymbolicLink(out.resolve("000008"), folder.resolve("expected/000008"));

    assertThat(verdicts(folder).replace("{\"i\"", "\n{\"i\""))
        .isEqualTo(
            """
            {"cases":[
            {"i":0,"passed":false,"metrics":{},"note":"s.bin is missing"},
            {"i":1,"passed":false,"metrics":{},"note":"s.bin has 3996 bytes, 4000 are due for u32[N]"},
            {"i":2,"passed":false,"metrics":{},"note":"s.bin has 4004 bytes, 4000 are due for u32[N]"},
            {"i":3,"passed":false,"metrics":{}},
            {"i":4,"passed":false,"metrics":{},"note":"'more\\\\n\\\\xe9' is no output"},
            {"i":5,"passed":false,"metrics":{},"note":"s.bin is no regular file"},
            {"i":6,"passed":false,"metrics":{},"note":"s.bin is no regular file"},
            {"i":7,"passed":false,"metrics":{},"note":"s.bin is no regular file"},
            {"i":8,"passed":false,"metrics":{},"note":"there is no answer"},
            {"i":9,"passed":true,"metrics":{}}]}\
            """);
  }

  @Test
  void failsEveryCaseWhereNothingWasAnswered() throws IOException {
    Python.require();
    Path folder = make("dir", "1");

    assertThat(verdicts(folder)).contains("\"note\":\"there is no answer\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"N":-1}        | 1   | 1 | --point: N: -1 is out of range of u32, 0 to 4294967295
          {"N":1.5}       | 1   | 1 | --point: N: expected an integer, u32, got 1.5
          {"N":true}      | 1   | 1 | --point: N: expected u32, got True
          {"M":1}         | 1   | 1 | --point no N and an unknown M: expected exactly N
          {"N":1,"N":2}   | 1   | 1 | is not JSON: a name stands twice
          {"N":NaN}       | 1   | 1 | is not JSON: NaN is no number
          [1]             | 1   | 1 | --point '[1]' is no JSON object
          {"N":1}         | 1,1 | 2 | a seed stands twice
          {"N":1}         | 2-1 | 2 | seeds are from 0 to 2^53-1
          {"N":1}         | x   | 2 | 'x' is no seed
          """)
  void refusesACommandLineThatIsWrong(String point, String seeds, int exitCode, String message)
      throws IOException {
    Python.require();

    Python.Answer answer =
        Python.in(bundle)
            .run("bundle.py", "make", temp.resolve("dir"), "--point", point, "--seeds", seeds);

    assertThat(answer.standardError()).contains(message);
    assertThat(answer.exitCode()).isEqualTo(exitCode);
    assertThat(temp.resolve("dir")).doesNotExist();
  }

  @Test
  void neverMakesIntoAUsedFolder() throws IOException {
    Python.require();
    Path folder = make("dir", "1");

    Python.Answer answer =
        Python.in(bundle).run("bundle.py", "make", folder, "--point", POINT, "--seeds", "1");

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.standardError())
        .isEqualTo(
            "bundle error: %s has a manifest.json already; make needs a folder without one\n"
                .formatted(folder));
  }

  @Test
  void makesStubsForASignature() throws IOException {
    Python.require();
    Path folder = Files.createDirectories(temp.resolve("types"));
    Files.writeString(folder.resolve("bundle.toml"), resource("types-bundle.toml"));

    assertThat(BundleScaffold.create(folder, new BundleName("test/types"), "python"))
        .containsExactly("bundle.py", "assay_bundle.py");

    String source = Files.readString(folder.resolve("bundle.py"));
    assertThat(source)
        .contains("\"b32\": stream.array(\"u32\", point.N * point.M),")
        .contains("# Return what follows from the parameters alone: M (i16), t (u8[M]).");
    Files.writeString(
        folder.resolve("bundle.py"),
        source
            .replaceFirst("raise NotImplementedError", "return {'M': 3, 't': b'123'}")
            .replaceFirst(
                "raise NotImplementedError", "return {'c': [0.0] * 5, 'd': 1, 'e': b''}"));
    Python.Answer answer =
        Python.in(folder)
            .run(
                "bundle.py",
                "make",
                temp.resolve("dir"),
                "--seeds",
                "1",
                "--point",
                "{\"N\":5,\"x\":0.1,\"y\":0.1,\"big\":18446744073709551615}");
    assertThat(answer).isEqualTo(new Python.Answer(0, "", ""));
  }
}
