package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AboutPagesTest {
  private static final Pattern WORD = Pattern.compile("Addresses\\.word\\(\\s*\"([^\"]+)\"\\)");
  private static final Pattern ABOUT = Pattern.compile("[\"(](/about[^\"\\s)]*)");
  private static final Pattern LINK = Pattern.compile("href=\"(/about[^\"]*)\"");
  private static final AboutDocuments DOCUMENTS = AboutDocuments.load();

  private static Stream<String> sources() {
    try {
      return Stream.of("src/main/jte", "src/main/java")
          .flatMap(folder -> files(Path.of(folder)).stream())
          .map(AboutPagesTest::text);
    } catch (UncheckedIOException e) {
      throw new AssertionError("tests are executed in the module's folder", e);
    }
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> found(Pattern pattern, Stream<String> texts) {
    return texts
        .flatMap(text -> pattern.matcher(text).results())
        .map((MatchResult result) -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// Whether an address below `/about` leads somewhere, its anchor included.
  private static boolean leadsSomewhere(String address) {
    if (address.equals("/about") || address.equals("/about/")) {
      return true;
    }
    String[] parts = address.split("#", 2);
    String slug = parts[0].substring("/about/".length()).replaceFirst("\\?part=\\d+$", "");
    Optional<AboutDocument> document = DOCUMENTS.find(slug);
    if (document.isEmpty() || parts.length == 1) {
      return document.isPresent();
    }
    if (!parts[0].contains("?part=")) {
      return document.get().anchors().contains(parts[1]);
    }
    int part = Integer.parseInt(parts[0].substring(parts[0].indexOf('=') + 1));
    return document.get().parts().get(part - 1).anchors().contains(parts[1]);
  }

  @Test
  void everyWordThatAPageLinksToStandsInTheGlossary() {
    Set<String> anchors = DOCUMENTS.find("glossary").orElseThrow().anchors();
    Set<String> words = found(WORD, sources());

    assertThat(words)
        .hasSizeGreaterThan(10)
        .allSatisfy(word ->
            assertThat(anchors)
                .as("docs/GLOSSARY.md needs an entry")
                .contains(word.replace(' ', '-')));
  }

  @Test
  void everyLinkToTheDocumentsLeadsSomewhere() {
    Set<String> links = found(ABOUT, sources());
    links.removeIf(link ->
        link.contains("{") || link.endsWith("/") || link.endsWith("#") || link.contains("%"));

    assertThat(links).hasSizeGreaterThan(3).allMatch(AboutPagesTest::leadsSomewhere);
  }

  @Test
  void everyLinkBetweenDocumentsLeadsSomewhere() {
    Set<String> links =
        found(
            LINK,
            DOCUMENTS.all().stream()
                .flatMap(document -> document.parts().stream())
                .map(AboutDocument.Part::html));

    assertThat(links).hasSizeGreaterThan(8).allMatch(AboutPagesTest::leadsSomewhere);
  }

  @Test
  void everyDocumentHasItsPage() {
    Set<String> titles =
        DOCUMENTS.all().stream().map(AboutDocument::title).collect(Collectors.toSet());

    assertThat(files(Path.of("../docs")))
        .filteredOn(
            file -> Path.of("../docs").equals(file.getParent()) && file.toString().endsWith(".md"))
        .hasSizeGreaterThan(10)
        .allSatisfy(file ->
            assertThat(titles).contains(text(file).lines().findFirst().orElse("").substring(2)));
  }

  @Test
  void wordsOfOneRowEachHaveTheirPlace() {
    assertThat(DOCUMENTS.find("glossary").orElseThrow().anchors())
        .contains(
            "window",
            "shared-rank",
            "author",
            "host",
            "operator",
            "reader",
            "state",
            "class",
            "attempt",
            "attempt-of-a-job");
  }

  @Test
  void markupInADocumentIsTextAndLinksToFilesAreText() {
    var renderer = new AboutRenderer(Map.of("a", "a.md", "b", "b.md"));

    AboutDocument document =
        renderer.render(
            "a",
            """
            # Title

            <script>alert(1)</script>

            [b](b.md#x) [file](../examples/x) [out](https://example.org)
            [bad](javascript:alert(1)) ![picture](chain.svg) <b>x</b>

            | word | meaning |
            |---|---|
            | kind (of a case) | <i>y</i> |
            """);

    String html = document.parts().getFirst().html();
    assertThat(document.title()).isEqualTo("Title");
    assertThat(html)
        .contains("&lt;script&gt;", "href=\"/about/b#x\"", "href=\"https://example.org\"")
        .contains("<tr id=\"kind\">", "role=\"region\"")
        .doesNotContain("<script", "<b>", "<i>", "javascript", "../examples", "<img", "<h1");
  }

  @Test
  void aLongDocumentIsCutBetweenItsSectionsAndItsLinksStayTrue() {
    String filler = "words and more words\n\n".repeat(700);
    var renderer = new AboutRenderer(Map.of("a", "a.md"));

    AboutDocument document =
        renderer.render("a", "# T\n\n## One\n\n[two](#two)\n\n" + filler + "## Two\n\n" + filler);

    assertThat(document.parts()).hasSize(2);
    assertThat(document.headings())
        .containsExactly(
            new AboutDocument.Heading("one", "One", 1), new AboutDocument.Heading("two", "Two", 2));
    assertThat(document.address(2)).isEqualTo("/about/a?part=2");
    assertThat(document.withLinks(Map.of("/about/a#two", "/about/a?part=2#two")).parts())
        .first()
        .extracting(AboutDocument.Part::html)
        .asString()
        .contains("href=\"/about/a?part=2#two\"");
  }

  @Test
  void everyPageAboutTheNumbersIsServedAndSmall() {
    try (var shown = new ShownWorld()) {
      assertThat(shown.page("/about")).contains("href=\"/about/measuring\"");
      for (AboutDocument document : DOCUMENTS.all()) {
        for (int part = 1; part <= document.parts().size(); part++) {
          assertThat(shown.page(document.address(part)))
              .contains("<h1>" + document.title())
              .doesNotContain("&lt;table");
        }
      }
      assertThat(shown.browser().get("/about/nowhere").status()).isEqualTo(404);
      assertThat(shown.browser().get("/about/measuring?part=9").status()).isEqualTo(404);
      assertThat(shown.page("/about/measuring?part=x")).contains("<h1>");
    }
  }
}
