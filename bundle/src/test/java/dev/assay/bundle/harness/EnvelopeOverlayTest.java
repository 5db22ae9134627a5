package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvelopeOverlayTest {
  private static final Harness PYTHON = Harnesses.require("python");
  private static final BundleSpec ENCRYPTED = TestBundles.encrypted("python");

  @TempDir Path bundle;
  @TempDir Path solution;

  @BeforeEach
  void writeEnvelope() throws IOException {
    Files.createDirectories(bundle.resolve("envelope/tables"));
    Files.writeString(bundle.resolve("envelope/envelope.py"), "the host's");
    Files.writeString(bundle.resolve("envelope/tables/primes.txt"), "257");
  }

  @Test
  void laysTheEnvelopeBesideTheHarness() throws IOException {
    Files.createDirectories(solution.resolve("assay/envelope"));
    Files.writeString(solution.resolve("assay/envelope/envelope.py"), "the author's own");
    Files.writeString(solution.resolve("assay/envelope/extra.py"), "the author's own");

    Overlay.lay(solution, PYTHON, ENCRYPTED, bundle);

    assertThat(solution.resolve("assay/harness.py")).isRegularFile();
    assertThat(solution.resolve("assay/envelope/envelope.py")).hasContent("the host's");
    assertThat(solution.resolve("assay/envelope/tables/primes.txt")).hasContent("257");
    assertThat(solution.resolve("assay/envelope/extra.py")).doesNotExist();
  }

  @Test
  void makesAVaultWithoutAnAuthor() {
    Path vault = solution.resolve("vault");

    Harness harness = Overlay.layVault(vault, ENCRYPTED, bundle);

    assertThat(harness.language()).isEqualTo("python");
    assertThat(vault.resolve("solution")).isExecutable();
    assertThat(vault.resolve("assay/envelope/envelope.py")).hasContent("the host's");
    assertThat(vault.resolve("solution.py")).doesNotExist();
  }

  @Test
  void namesTheLanguagesThatAnEnvelopeServes() throws IOException {
    Files.writeString(solution.resolve("solution"), "a finished program");

    assertThatThrownBy(() -> Overlay.lay(solution, Harnesses.require("cpp"), ENCRYPTED, bundle))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOLUTION_INVALID))
        .hasMessage(
            "the envelope of test/encrypted@1.2.0 has nothing for solutions in 'cpp'; it serves python");
    assertThat(solution.resolve("solution")).hasContent("a finished program");
  }

  @Test
  void refusesALanguageThatNoEnvelopeServes() {
    assertThatThrownBy(() -> Overlay.lay(solution, Harnesses.require("c"), ENCRYPTED, bundle))
        .hasMessageContaining("nothing for solutions in 'c'");
  }

  @Test
  void chargesTheHostForAMissingClient() {
    assertThatThrownBy(() -> Overlay.layVault(solution, TestBundles.encrypted("cpp"), bundle))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_INVALID))
        .hasMessage(
            "envelope.language of test/encrypted@1.2.0 is 'cpp', but %s has no envelope.hpp"
                .formatted(bundle.resolve("envelope")));
  }

  @Test
  void chargesTheHostForAMissingFolder(@TempDir Path empty) {
    assertThatThrownBy(() -> Overlay.lay(solution, PYTHON, ENCRYPTED, empty))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_INVALID))
        .hasMessageContaining("it has no folder " + empty.resolve("envelope"));
  }

  @Test
  void followsNoLinkOfAHost(@TempDir Path elsewhere) throws IOException {
    Files.createSymbolicLink(bundle.resolve("envelope/link.py"), elsewhere);

    assertThatThrownBy(() -> Overlay.lay(solution, PYTHON, ENCRYPTED, bundle))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUNDLE_INVALID))
        .hasMessageContaining("is a symbolic link");
  }

  @Test
  void laysABundleWithoutAnEnvelopeAsEver(@TempDir Path empty) {
    Overlay.lay(solution, PYTHON, TestBundles.polymul(), empty);

    assertThat(solution.resolve("assay/harness.py")).isRegularFile();
    assertThat(solution.resolve("assay/envelope")).doesNotExist();
  }
}
