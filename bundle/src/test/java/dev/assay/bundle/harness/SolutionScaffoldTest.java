package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolutionScaffoldTest {
  private final SolutionScaffold scaffold =
      new SolutionScaffold(TestBundles.polymul(), Harnesses.require("python"), Path.of("bundle"));

  @TempDir Path folder;

  @Test
  void writesTheAuthorsFilesAndTheHarness() {
    Path solution = folder.resolve("deep/new");

    var paths = scaffold.create(solution);

    assertThat(paths)
        .contains("solution.toml", "solution.py", "README.md", ".gitignore", "solution")
        .contains("assay/harness.py", "assay/signature.py")
        .allSatisfy(path -> assertThat(solution.resolve(path)).isRegularFile());
    assertThat(solution.resolve("solution.toml"))
        .content()
        .contains("bundle   = \"polymul/negacyclic@1\"", "language = \"python\"");
  }

  @Test
  void overwritesNothing() throws Exception {
    Files.writeString(folder.resolve("README.md"), "mine");

    assertThatThrownBy(() -> scaffold.create(folder))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining("README.md");
    assertThat(folder).isDirectoryNotContaining("glob:**/solution.toml");
    assertThat(folder.resolve("README.md")).hasContent("mine");
  }

  @Test
  void refreshesTheHarnessAlone() throws Exception {
    scaffold.create(folder);
    Files.writeString(folder.resolve("solution.py"), "mine");
    Files.writeString(folder.resolve("assay/harness.py"), "stale");

    scaffold.update(folder);

    assertThat(folder.resolve("solution.py")).hasContent("mine");
    assertThat(folder.resolve("assay/harness.py")).content().contains("def main(");
  }

  @Test
  void namesTheLanguagesThereAre() {
    assertThatThrownBy(() -> Harnesses.require("rust"))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOLUTION_INVALID))
        .hasMessageContaining("'rust'")
        .hasMessageContaining("cpp, c, python, javascript");
  }
}
