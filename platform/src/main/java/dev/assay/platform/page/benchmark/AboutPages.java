package dev.assay.platform.page.benchmark;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import gg.jte.Content;
import java.util.List;
import java.util.Map;

/// What the numbers mean: the documents of the program as pages.
final class AboutPages {
  private static final List<Group> GROUPS =
      List.of(
          new Group("readers", List.of("measuring", "comparing", "glossary", "run-format")),
          new Group(
              "authors",
              List.of(
                  "solutions", "submitting", "webhooks", "exec", "benchmarks-game", "encrypted")),
          new Group("hosts", List.of("bundles", "images")),
          new Group(
              "operators", List.of("runners", "doctor", "operating", "pages", "runner-protocol")));

  private final Pages pages;
  private final AboutDocuments documents = AboutDocuments.load();

  AboutPages(Pages pages) {
    this.pages = pages;
  }

  /// Documents for one kind of people.
  record Group(String people, List<String> slugs) {}

  void index(Exchange exchange, Caller caller) {
    var head =
        Frame.Head.of(pages.texts().of("benchmark.about.title"), "about")
            .describedAs(pages.texts().of("benchmark.about.what"))
            .at("/about");
    pages.answer(
        exchange,
        caller,
        head,
        "page/benchmark/about.jte",
        Map.of("groups", GROUPS, "titles", titles()));
  }

  private Map<String, String> titles() {
    return documents.all().stream()
        .collect(java.util.stream.Collectors.toMap(AboutDocument::slug, AboutDocument::title));
  }

  void show(Exchange exchange, Caller caller) {
    AboutDocument document = require(exchange.pathParameter("document"));
    int part =
        exchange
            .query("part")
            .filter(text -> text.matches("[1-9]\\d?"))
            .map(Integer::valueOf)
            .orElse(1);
    if (part > document.parts().size()) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "/about/%s has %d parts.".formatted(document.slug(), document.parts().size()));
    }
    String html = document.parts().get(part - 1).html();
    var head =
        Frame.Head.of(document.title(), "about")
            .below(new Frame.Crumb(pages.texts().of("benchmark.about.title"), "/about"))
            .at(document.address(part));
    // Rendered from the program's own documents, with all HTML in them escaped.
    Content content = output -> output.writeContent(html);
    pages.answer(
        exchange,
        caller,
        head,
        "page/benchmark/document.jte",
        Map.of("document", document, "part", part, "text", content));
  }

  private AboutDocument require(String slug) {
    return documents
        .find(slug)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no page '%s' about the numbers.".formatted(SafeText.shown(slug))));
  }
}
