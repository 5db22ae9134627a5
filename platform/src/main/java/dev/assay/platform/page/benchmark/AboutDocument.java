package dev.assay.platform.page.benchmark;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A document of the program as a page, in as many parts as keep each small.
///
/// @param slug its place below `/about/`
/// @param headings of the second level, in their order
record AboutDocument(String slug, String title, List<Part> parts, List<Heading> headings) {
  AboutDocument {
    parts = List.copyOf(parts);
    headings = List.copyOf(headings);
  }

  /// @param html safe to show: what stood in the document as HTML is text here
  /// @param anchors ids in it
  record Part(String html, Set<String> anchors) {
    Part {
      anchors = Set.copyOf(anchors);
    }
  }

  /// @param part from 1
  record Heading(String id, String text, int part) {}

  /// Address of a part, from 1.
  String address(int part) {
    return "/about/" + slug + (part == 1 ? "" : "?part=" + part);
  }

  /// Every id that `/about/slug#id` leads to.
  Set<String> anchors() {
    var anchors = new TreeSet<>(parts.getFirst().anchors());
    headings.forEach(heading -> anchors.add(heading.id()));
    return anchors;
  }

  /// The same with the addresses of what stands in later parts.
  AboutDocument withLinks(Map<String, String> moved) {
    List<Part> linked =
        parts.stream().map(part -> new Part(linked(part.html(), moved), part.anchors())).toList();
    return new AboutDocument(slug, title, linked, headings);
  }

  private static String linked(String html, Map<String, String> moved) {
    String linked = html;
    for (var one : moved.entrySet()) {
      linked = linked.replace("href=\"" + one.getKey() + "\"", "href=\"" + one.getValue() + "\"");
    }
    return linked;
  }
}
