package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.game.source.SourceLanguage;
import dev.assay.core.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteManifestTest {
  private static final String GOOD =
      """
      [suite]
      name = "small"

      [[tasks]]
      name = "nbody"
      bundle = "bundles/nbody"

      [[languages]]
      name = "gcc"
      extension = "c"
      image = "localhost/assay/game"
      build = ["gcc", "-o", "program", "{source}"]
      run = ["./program"]
      version = ["gcc", "--version"]

      [[languages]]
      name = "brainf"
      extension = "b"
      run = ["brainf", "{source}"]
      version = ["brainf", "-v"]
      """;

  @TempDir Path folder;

  private Suite read(String text) throws IOException {
    Files.writeString(folder.resolve("suite.toml"), text);
    return SuiteManifest.read(folder);
  }

  @Test
  void readsASuite() throws IOException {
    Suite suite = read(GOOD);

    assertThat(suite.name()).isEqualTo("small");
    assertThat(suite.programs()).isEqualTo("programs");
    assertThat(suite.findTask("nbody").orElseThrow().bundle()).isEqualTo("bundles/nbody");
    var gcc = suite.findLanguage("gcc").orElseThrow();
    assertThat(gcc.build()).containsExactly("gcc", "-o", "program", "{source}");
    assertThat(gcc.syntax()).isEqualTo(SourceLanguage.C);
    var other = suite.findLanguage("brainf").orElseThrow();
    assertThat(other.build()).isNull();
    assertThat(other.syntax()).isNull();
    assertThat(suite.languages()).extracting("name").isEqualTo(List.of("gcc", "brainf"));
  }

  @Test
  void bracesOfAShellAreNoPlaceholders() throws IOException {
    String shell = "\"sh\", \"-c\", \"f() { ./p ${X} $1; }; f {number}\"";

    Suite suite = read(GOOD.replace("\"./program\"", shell));

    assertThat(suite.languages().getFirst().run()).contains("f() { ./p ${X} $1; }; f {number}");
  }

  @Test
  void namesEveryErrorAndItsPlace() {
    String bad =
        GOOD.replace("name = \"small\"", "name = \"small\"\nprogramms = \"p\"")
            .replace("bundle = \"bundles/nbody\"", "bundle = \"../nbody\"")
            .replace("name = \"brainf\"", "name = \"gcc\"\nsyntax = \"cobol\"")
            .replace("\"./program\"", "\"./{program}\"")
            .replace("version = [\"brainf\", \"-v\"]", "");

    assertThatThrownBy(() -> read(bad))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("has 6 errors:")
        .hasMessageContaining("suite.toml:3:1: suite.programms:")
        .hasMessageContaining("suite.toml:7:1: tasks[0].bundle:")
        .hasMessageContaining("languages[0].run: '{program}' stands for nothing")
        .hasMessageContaining("languages[1].name: 'gcc' stands above already")
        .hasMessageContaining("languages[1].syntax:")
        .hasMessageContaining("languages[1].version");
  }

  @Test
  void asksForTasksAndLanguages() {
    assertThatThrownBy(() -> read("[suite]\nname = \"x\"\n"))
        .hasMessageContaining("tasks")
        .hasMessageContaining("languages");
    assertThatThrownBy(() -> SuiteManifest.read(folder.resolve("none")))
        .hasMessageContaining("There is no file");
  }

  @Test
  void readsHowProgramsIterate() throws IOException {
    String iterate =
        "[languages.iterate]\nfiles = [\"iterate/again.b\"]\nrun = [\"brainf\", \"again.b\"]\n";

    Suite suite = read(GOOD + iterate);

    var language = suite.findLanguage("brainf").orElseThrow();
    assertThat(language.iterated().run()).containsExactly("brainf", "again.b");
    assertThat(language.iteratingFiles()).containsExactly("iterate/again.b");
    var gcc = suite.findLanguage("gcc").orElseThrow();
    assertThat(gcc.iterated()).isEqualTo(gcc);
    assertThatThrownBy(() ->
            read(GOOD + iterate.replace("iterate/again", "../again").replace("run =", "start =")))
        .hasMessageContaining("languages[1].iterate.files:")
        .hasMessageContaining("languages[1].iterate.run: missing")
        .hasMessageContaining("languages[1].iterate.start:");
  }
}
