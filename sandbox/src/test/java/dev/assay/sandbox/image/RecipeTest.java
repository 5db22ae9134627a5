package dev.assay.sandbox.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecipeTest {
  @TempDir private Path folder;

  @Test
  void readsTheRecipeOfTheExamples() {
    Recipe recipe = Recipe.read(Path.of("../images/core.toml"));

    assertThat(recipe.name()).isEqualTo("localhost/assay/core");
    assertThat(recipe.suite()).isEqualTo("bookworm");
    assertThat(recipe.packages()).containsExactly("cmake", "g++", "gcc", "make", "python3");
  }

  @Test
  void readsThePinnedPackagesOfNpm() {
    Recipe recipe = Recipe.read(Path.of("../images/fhe.toml"));

    assertThat(recipe.packages()).contains("g++", "nodejs", "python3");
    assertThat(recipe.npm())
        .singleElement()
        .satisfies(item -> assertThat(item.id()).isEqualTo("node-seal@5.1.6"))
        .satisfies(item -> assertThat(item.integrity()).hasSize(95));
  }

  @Test
  void hashesThePackagesOfNpmToo() throws IOException {
    String text = Files.readString(Path.of("../images/fhe.toml"));
    Path other = Files.writeString(folder.resolve("x.toml"), text.replace("LgJLhJ", "LgJLhK"));

    assertThat(Recipe.read(other).inputsHash())
        .isNotEqualTo(Recipe.read(Path.of("../images/fhe.toml")).inputsHash());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\nsize = 3|:4: `size` unknown key; allowed: name, suite, packages, npm, env",
        "name = 'localhost/a'\\nsuite = 'x'|`packages` is missing",
        "name = 'a'\\nsuite = 'x'\\npackages = []|:1: `name` is 'a'",
        "name = 'localhost/a:1'\\nsuite = 'x'\\npackages = []|:1: `name`",
        "name = 'localhost/a'\\nsuite = '--x'\\npackages = []|:2: `suite` is '--x'",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = 'gcc'|:3: `packages` is no list",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = ['gcc', '-o=x']|:3: `packages` has '-o=x'",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[env]\\n'A B' = 'x'|:5: `env.A B`",
        "name = 'localhost/a'\\nsuite = |:2: not TOML",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\nnpm = ['a']|:4: `npm` has 'a'; allowed: sections [[npm]]",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[npm]\\nname = 'a'|`npm` is no list of sections",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[[npm]]\\nname = '../a'|:5: `npm.name` is '../a'",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[[npm]]\\nname = 'a'\\nversion = '^1.0.0'|:6: `npm.version` is '^1.0.0'; allowed: exactly one version",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[[npm]]\\nname = 'a'\\nversion = '1.0.0'|`npm.integrity` is missing",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[[npm]]\\nname = 'a'\\nversion = '1.0.0'\\nintegrity = 'sha1-x'|:7: `npm.integrity` is 'sha1-x'",
        "name = 'localhost/a'\\nsuite = 'x'\\npackages = []\\n[[npm]]\\nname = 'a'\\ntag = 'next'|:6: `npm.tag` unknown key; allowed: name, version, integrity",
      })
  void saysFileLineAndKey(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("x.toml"), text.replace("\\n", "\n"));

    assertThatThrownBy(() -> Recipe.read(file))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining("x.toml")
        .hasMessageContaining(message);
  }

  @Test
  void saysThatThereIsNoSuchFile() {
    assertThatThrownBy(() -> Recipe.read(folder.resolve("none.toml")))
        .hasMessageContaining("none.toml");
  }

  @Test
  void hashesWhatTheImageIsMadeOfAndNotItsNameOrOrder() {
    var one = new Recipe("localhost/a", "bookworm", List.of("gcc", "make"), Map.of("A", "1"));
    var same = new Recipe("localhost/b", "bookworm", List.of("make", "gcc"), Map.of("A", "1"));
    var other = new Recipe("localhost/a", "bookworm", List.of("gcc", "make"), Map.of("A", "2"));

    assertThat(one.inputsHash()).isEqualTo(same.inputsHash()).isNotEqualTo(other.inputsHash());
  }

  @ParameterizedTest
  @CsvSource({
    "localhost/assay/core,false,images/core.toml",
    "core,false,images/core.toml",
    "assay/core:v1,false,images/core.toml",
    "example.org/a/b:1,true,images/b.toml",
    "host:5000/a,true,images/a.toml",
  })
  void knowsWhichReferencesHaveARegistry(String text, boolean registry, String recipe) {
    ImageReference reference = ImageReference.parse(text);

    assertThat(reference.hasRegistry()).isEqualTo(registry);
    assertThat(reference.recipe()).isEqualTo(recipe);
  }

  @ParameterizedTest
  @CsvSource({"--help", "a b", "a@sha256:12", "''", "a//b"})
  void refusesWhatNoImageIsCalled(String text) {
    assertThatThrownBy(() -> ImageReference.parse(text)).isInstanceOf(AssayException.class);
  }
}
