package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlayTest {
  private static final Harness PYTHON = Harnesses.require("python");
  private static final Harness CPP = Harnesses.require("cpp");

  @TempDir Path folder;

  @Test
  void replacesAStaleCopyAsAWhole() throws Exception {
    Files.createDirectories(folder.resolve("assay/objects"));
    Files.writeString(folder.resolve("assay/objects/harness.o"), "stale");
    Files.writeString(folder.resolve("assay/build.mk"), "stale");
    Files.writeString(folder.resolve("solution"), "a finished program");

    Overlay.lay(folder, CPP, TestBundles.polymul());

    assertThat(folder.resolve("assay/objects")).doesNotExist();
    assertThat(folder.resolve("assay/build.mk")).content().contains("Builds ./solution");
    assertThat(folder.resolve("solution")).doesNotExist();
  }

  @Test
  void followsNoLink() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    Path victim = Files.writeString(elsewhere.resolve("harness.py"), "precious");
    Path clone = Files.createDirectories(folder.resolve("clone"));
    Files.createSymbolicLink(clone.resolve("assay"), elsewhere);
    Files.createSymbolicLink(clone.resolve("solution"), victim);

    Overlay.lay(clone, PYTHON, TestBundles.polymul());

    assertThat(victim).hasContent("precious");
    assertThat(clone.resolve("assay")).isDirectory().isNotEmptyDirectory();
    assertThat(Files.isSymbolicLink(clone.resolve("assay"))).isFalse();
    assertThat(Files.isSymbolicLink(clone.resolve("solution"))).isFalse();
    assertThat(clone.resolve("solution")).isExecutable();
  }

  @Test
  void leavesTheAuthorsFilesAlone() throws Exception {
    Files.writeString(folder.resolve("solution.py"), "mine");

    Overlay.lay(folder, PYTHON, TestBundles.polymul());

    assertThat(folder.resolve("solution.py")).hasContent("mine");
  }

  @Test
  void refusesAFolderInThePlaceOfTheProgram() throws Exception {
    Files.createDirectories(folder.resolve("solution"));

    assertThatThrownBy(() -> Overlay.lay(folder, CPP, TestBundles.polymul()))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOLUTION_INVALID))
        .hasMessageContaining("give it another name");
  }
}
