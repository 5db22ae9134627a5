package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestErrorsTest {
  @TempDir Path folder;

  static Stream<ErrorCase> bundleErrors() throws IOException {
    return ErrorCase.read("bundle-errors.txt");
  }

  static Stream<ErrorCase> programErrors() throws IOException {
    return ErrorCase.read("program-errors.txt");
  }

  static Stream<ErrorCase> encryptedErrors() throws IOException {
    return ErrorCase.read("encrypted-errors.txt");
  }

  static Stream<ErrorCase> solutionErrors() throws IOException {
    return ErrorCase.read("solution-errors.txt");
  }

  @ParameterizedTest
  @MethodSource("bundleErrors")
  void saysExactlyWhatIsWrongWithABundle(ErrorCase error) throws IOException {
    write("bundle.toml", error.applyTo(ErrorCase.text("base-bundle.toml")));

    AssayException thrown = thrownBy(() -> BundleManifest.read(folder));

    assertThat(lines(thrown)).isEqualTo(error.errors());
    assertThat(thrown.code()).isEqualTo(ErrorCode.BUNDLE_INVALID);
  }

  @ParameterizedTest
  @MethodSource("programErrors")
  void saysExactlyWhatIsWrongWithABundleForPrograms(ErrorCase error) throws IOException {
    write("bundle.toml", error.applyTo(ErrorCase.text("base-program.toml")));

    AssayException thrown = thrownBy(() -> BundleManifest.read(folder));

    assertThat(lines(thrown)).isEqualTo(error.errors());
  }

  @ParameterizedTest
  @MethodSource("encryptedErrors")
  void saysExactlyWhatIsWrongWithAnEncryptedBundle(ErrorCase error) throws IOException {
    write("bundle.toml", error.applyTo(ErrorCase.text("base-encrypted.toml")));

    AssayException thrown = thrownBy(() -> BundleManifest.read(folder));

    assertThat(lines(thrown)).isEqualTo(error.errors());
  }

  @ParameterizedTest
  @MethodSource("solutionErrors")
  void saysExactlyWhatIsWrongWithASolution(ErrorCase error) throws IOException {
    write("solution.toml", error.applyTo(ErrorCase.text("base-solution.toml")));

    AssayException thrown = thrownBy(() -> SolutionManifest.read(folder));

    assertThat(lines(thrown)).isEqualTo(error.errors());
    assertThat(thrown.code()).isEqualTo(ErrorCode.SOLUTION_INVALID);
  }

  @Test
  void namesTheFileAndCountsTheErrors() throws IOException {
    write("solution.toml", "x = 1\ny = 2\n[solution]\nbundle = 'a@1'\nlanguage = 'c'\n");

    assertThat(thrownBy(() -> SolutionManifest.read(folder)).getMessage())
        .startsWith(
            "%s has 2 errors:\nsolution.toml:1:1: x: ".formatted(folder.resolve("solution.toml")));
  }

  @Test
  void saysWhereAManifestIsMissing() {
    Path path = folder.resolve("bundle.toml");

    assertThat(thrownBy(() -> BundleManifest.read(folder)).getMessage())
        .isEqualTo("There is no file %s; name the folder that has a bundle.toml.".formatted(path));
  }

  @Test
  void refusesAManifestThatIsTooLarge() throws IOException {
    write("bundle.toml", "#".repeat(256 * 1024 + 1));

    assertThat(thrownBy(() -> BundleManifest.read(folder)).getMessage())
        .isEqualTo(
            "%s is larger than 256 KiB, which is the most a manifest may hold."
                .formatted(folder.resolve("bundle.toml")));
  }

  @Test
  void saysWhereAManifestIsNotUtf8() throws IOException {
    Files.write(
        folder.resolve("bundle.toml"), "a = 1\nb = '\u00e9'".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(thrownBy(() -> BundleManifest.read(folder)).getMessage())
        .isEqualTo(
            "%s is not valid UTF-8: byte 11, in line 2; save it as UTF-8."
                .formatted(folder.resolve("bundle.toml")));
  }

  @Test
  void survivesDeepNesting() throws IOException {
    write("bundle.toml", "a = " + "[".repeat(100_000));

    assertThat(thrownBy(() -> BundleManifest.read(folder)).code())
        .isEqualTo(ErrorCode.BUNDLE_INVALID);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private static AssayException thrownBy(ThrowingCallable call) {
    return catchThrowableOfType(AssayException.class, call);
  }

  /// The message without its first line, which names the file's path.
  private static String lines(AssayException thrown) {
    List<String> lines = thrown.getMessage().lines().skip(1).toList();
    return String.join("\n", lines);
  }
}
