package dev.assay.runner.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkCheckTest {
  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({
    "a, b",
    "a, ./b/../c",
    "a/b/c, ../../d",
    "a, nowhere",
    "a, a",
    "a/b, ..",
    "a, b/c/../../d"
  })
  void letsLinksInsideTheTreeBe(String path, String target) {
    assertThat(LinkCheck.findEscape(Map.of(path, target))).isEmpty();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource({"a, ..", "a, /", "a, /etc/passwd", "a/b, ../..", "a, b/../../c", "a/b, ../../a/c"})
  void findsLinksThatLeadOut(String path, String target) {
    assertThat(LinkCheck.findEscape(Map.of(path, target))).contains(path + " -> " + target);
  }

  @Test
  void followsLinksOverLinks() {
    // `sub/deep/up` is the root, so `up/..` is above it, though it reads like `sub/deep`.
    var links = Map.of("sub/deep/up", "../..", "sub/deep/out", "up/..");

    assertThat(LinkCheck.findEscape(links)).contains("sub/deep/out -> up/..");
  }

  @Test
  void endsOnLinksThatGoInACircle() {
    assertThat(LinkCheck.findEscape(Map.of("a", "b/x", "b", "a/y"))).isEmpty();
  }

  @Test
  void looksIntoAFolderWithoutFollowing(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve("a/b"));
    Files.createSymbolicLink(folder.resolve("a/b/out"), Path.of("../../.."));

    assertThat(LinkCheck.findEscape(folder)).contains("a/b/out -> ../../..");
  }
}
