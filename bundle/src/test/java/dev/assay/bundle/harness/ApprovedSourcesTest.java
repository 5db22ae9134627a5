package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is generated from the design's example, as files that people have read and approved. With
/// `ASSAY_APPROVE=1` in the environment they are written anew.
class ApprovedSourcesTest {
  private static final Path APPROVED =
      Path.of("src/test/resources/dev/assay/bundle/harness/approved");

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "cpp, assay/signature.hpp",
    "cpp, assay/fields.hpp",
    "cpp, solution.cpp",
    "c, assay/signature.h",
    "c, assay/window.hpp",
    "c, solution.c",
    "python, assay/signature.py",
    "python, solution.py",
    "python, solution.toml",
    "python, README.md",
    "javascript, assay/signature.cjs",
    "javascript, solution",
    "javascript, solution.js",
    "javascript, solution.toml",
    "javascript, README.md"
  })
  void generatesWhatIsApproved(String language, String path) throws Exception {
    Harness harness = Harnesses.require(language);
    Path approved = APPROVED.resolve(language).resolve(path.replace('/', '_') + ".txt");

    String content =
        Stream.concat(
                harness.overlay(TestBundles.polymul()).stream(),
                harness.starters(TestBundles.polymul()).stream())
            .filter(file -> file.path().equals(path))
            .findFirst()
            .orElseThrow()
            .content();

    if (System.getenv("ASSAY_APPROVE") != null) {
      Files.createDirectories(APPROVED.resolve(language));
      Files.writeString(approved, content);
    }
    assertThat(approved).content().isEqualTo(content);
  }
}
