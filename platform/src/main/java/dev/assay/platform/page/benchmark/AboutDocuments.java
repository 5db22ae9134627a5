package dev.assay.platform.page.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The documents of the program that the pages about the numbers are made of, rendered once.
final class AboutDocuments {
  /// Their files by their place below `/about/`.
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("measuring", "measuring.md"),
          Map.entry("comparing", "comparing.md"),
          Map.entry("glossary", "GLOSSARY.md"),
          Map.entry("run-format", "run-format.md"),
          Map.entry("solutions", "solutions.md"),
          Map.entry("submitting", "submitting.md"),
          Map.entry("webhooks", "webhooks.md"),
          Map.entry("exec", "exec.md"),
          Map.entry("benchmarks-game", "benchmarks-game.md"),
          Map.entry("encrypted", "encrypted.md"),
          Map.entry("images", "images.md"),
          Map.entry("bundles", "bundles.md"),
          Map.entry("runners", "runners.md"),
          Map.entry("doctor", "doctor.md"),
          Map.entry("operating", "operating.md"),
          Map.entry("pages", "pages.md"),
          Map.entry("runner-protocol", "runner-protocol.md"));

  private final Map<String, AboutDocument> documents = new LinkedHashMap<>();

  private AboutDocuments() {}

  static AboutDocuments load() {
    var loaded = new AboutDocuments();
    var renderer = new AboutRenderer(FILES);
    FILES.forEach((slug, file) ->
        read(file).ifPresent(text -> loaded.documents.put(slug, renderer.render(slug, text))));
    Map<String, String> moved = moved(loaded.documents.values().stream().toList());
    loaded.documents.replaceAll((slug, document) -> document.withLinks(moved));
    return loaded;
  }

  /// Where what stands in the second part and later is, by the address it would have in the first.
  private static Map<String, String> moved(List<AboutDocument> documents) {
    var moved = new LinkedHashMap<String, String>();
    for (AboutDocument document : documents) {
      for (int part = 2; part <= document.parts().size(); part++) {
        String address = document.address(part);
        for (String anchor : document.parts().get(part - 1).anchors()) {
          moved.put(document.address(1) + "#" + anchor, address + "#" + anchor);
        }
      }
    }
    return moved;
  }

  /// Empty for a document that this version does not have.
  private static Optional<String> read(String file) {
    try (InputStream in =
        AboutDocuments.class.getResourceAsStream("/dev/assay/platform/page/docs/" + file)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is part of the program and cannot be read", e);
    }
  }

  Optional<AboutDocument> find(String slug) {
    return Optional.ofNullable(documents.get(slug));
  }

  List<AboutDocument> all() {
    return List.copyOf(documents.values());
  }
}
