package dev.assay.platform.page.benchmark;

import dev.assay.platform.page.benchmark.AboutDocument.Heading;
import dev.assay.platform.page.benchmark.AboutDocument.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Document;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/// Renders documents (CommonMark with tables). HTML in them is shown as text. Links to other
/// documents lead to their pages; links to files that are not served are text.
final class AboutRenderer {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());

  private static final int MOST_BYTES = 23 * 1024;
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");
  private static final Pattern DOCUMENT = Pattern.compile("([A-Za-z-]+\\.md)(#.*)?");

  private final Map<String, String> slugs;
  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
  private final TextContentRenderer words =
      TextContentRenderer.builder().extensions(EXTENSIONS).build();

  /// @param files of the documents that are served, by their slugs
  AboutRenderer(Map<String, String> files) {
    this.slugs =
        files.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
  }

  AboutDocument render(String slug, String markdown) {
    Node document = parser.parse(markdown);
    document.accept(new Links(slug));
    String title = title(document);
    HtmlRenderer html = html(document);
    List<Node> sections = sections(document);
    List<String> rendered = sections.stream().map(html::render).toList();
    var parts = new ArrayList<Part>();
    var headings = new ArrayList<Heading>();
    var part = new StringBuilder();
    int tables = 0;
    for (int i = 0; i < rendered.size(); i++) {
      if (!part.isEmpty() && part.length() + rendered.get(i).length() > MOST_BYTES) {
        parts.add(part(part.toString(), tables));
        tables += count(part.toString());
        part.setLength(0);
      }
      part.append(rendered.get(i));
      heading(sections.get(i), rendered.get(i), parts.size() + 1, headings);
    }
    parts.add(part(part.toString(), tables));
    return new AboutDocument(slug, title, parts, headings);
  }

  private HtmlRenderer html(Node document) {
    GlossaryIds ids = GlossaryIds.of(document, words);
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .escapeHtml(true)
        .sanitizeUrls(true)
        .attributeProviderFactory(context -> ids)
        .build();
  }

  /// The text of the first heading, which is taken out.
  private String title(Node document) {
    Node first = document.getFirstChild();
    if (first instanceof org.commonmark.node.Heading heading && heading.getLevel() == 1) {
      String title = words.render(heading).strip();
      heading.unlink();
      return title;
    }
    throw new IllegalArgumentException("a document begins with its title");
  }

  /// What stands before the first heading of the second level, and each such heading with what
  /// follows it.
  private static List<Node> sections(Node document) {
    var sections = new ArrayList<Node>();
    var section = new Document();
    for (Node node = document.getFirstChild(); node != null; ) {
      Node next = node.getNext();
      if (isSecond(node) && section.getFirstChild() != null) {
        sections.add(section);
        section = new Document();
      }
      section.appendChild(node);
      node = next;
    }
    sections.add(section);
    return sections;
  }

  private static boolean isSecond(Node node) {
    return node instanceof org.commonmark.node.Heading heading && heading.getLevel() == 2;
  }

  private void heading(Node section, String html, int part, List<Heading> headings) {
    Node first = section.getFirstChild();
    if (first != null && isSecond(first)) {
      Matcher id = ID.matcher(html);
      if (id.find()) {
        headings.add(new Heading(id.group(1), words.render(first).strip(), part));
      }
    }
  }

  /// Tables scroll by themselves, and what scrolls can be reached by the keyboard. What stands in a
  /// document is escaped, so these tags are the renderer's own.
  private static Part part(String html, int tablesBefore) {
    var shown = new StringBuilder();
    int tables = tablesBefore;
    String[] pieces = html.split("<table>", -1);
    for (int i = 0; i < pieces.length; i++) {
      if (i > 0) {
        shown.append(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table %d\"><table>"
                .formatted(++tables));
      }
      shown.append(pieces[i]);
    }
    String whole =
        shown
            .toString()
            .replace("</table>", "</table></div>")
            .replace("<pre>", "<pre tabindex=\"0\">")
            .replace("<th>", "<th scope=\"col\">");
    Set<String> anchors =
        ID.matcher(whole).results().map(found -> found.group(1)).collect(Collectors.toSet());
    return new Part(whole, anchors);
  }

  private static int count(String html) {
    return html.split("<table>", -1).length - 1;
  }

  /// Turns links between files into links between pages.
  private final class Links extends AbstractVisitor {
    private final String slug;

    Links(String slug) {
      this.slug = slug;
    }

    @Override
    public void visit(Link link) {
      visitChildren(link);
      String to = link.getDestination();
      Matcher document = DOCUMENT.matcher(to);
      if (to.startsWith("#")) {
        link.setDestination("/about/" + slug + to);
      } else if (document.matches() && slugs.containsKey(document.group(1))) {
        String anchor = document.group(2) == null ? "" : document.group(2);
        link.setDestination("/about/" + slugs.get(document.group(1)) + anchor);
      } else if (!to.matches("https?://.*")) {
        keepText(link);
      }
    }

    /// A picture in the repository is not served; its description is shown.
    @Override
    public void visit(Image image) {
      keepText(image);
    }

    private static void keepText(Node node) {
      for (Node child = node.getFirstChild(); child != null; ) {
        Node next = child.getNext();
        node.insertBefore(child);
        child = next;
      }
      node.unlink();
    }
  }

  /// Ids of the rows of a glossary: of the tables whose first column is headed `word`.
  private record GlossaryIds(Map<Node, String> ids)
      implements org.commonmark.renderer.html.AttributeProvider {
    static GlossaryIds of(Node document, TextContentRenderer words) {
      var rows = new HashMap<Node, String>();
      document.accept(new WordRows(words, rows));
      var ids = new HashMap<Node, String>();
      Set<String> taken = new HashSet<>(rows.values().stream().map(AboutRenderer::id).toList());
      rows.forEach((row, word) -> {
        // Each cell of a row can hold an id, and so can the row itself.
        var places = new ArrayList<Node>(List.of(row));
        for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
          places.add(cell);
        }
        int place = 0;
        for (String id : ids(word, taken)) {
          if (place < places.size()) {
            ids.put(places.get(place++), id);
          }
        }
      });
      return new GlossaryIds(ids);
    }

    /// As in `host, operator, reader` (three) and `kind (of a case)` (`kind`, unless another row is
    /// of that word alone).
    private static Set<String> ids(String word, Set<String> taken) {
      var ids = new LinkedHashSet<String>();
      String base = id(word.replaceFirst(" \\(.*\\)$", ""));
      boolean isAlone = base.equals(id(word));
      if (isAlone || !taken.contains(base)) {
        for (String one : word.replaceFirst(" \\(.*\\)$", "").split(", ", -1)) {
          ids.add(id(one));
        }
      } else {
        ids.add(id(word.replaceAll("[()]", "")));
      }
      return ids;
    }

    @Override
    public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
      String id = ids.get(node);
      if (id != null) {
        attributes.put("id", id);
      }
    }
  }

  private static String id(String word) {
    return word.toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
  }

  /// Collects the rows of tables that are headed `word`, with their words.
  private static final class WordRows extends AbstractVisitor {
    private final TextContentRenderer words;
    private final Map<Node, String> rows;

    WordRows(TextContentRenderer words, Map<Node, String> rows) {
      this.words = words;
      this.rows = rows;
    }

    @Override
    public void visit(org.commonmark.node.CustomBlock block) {
      if (block instanceof org.commonmark.ext.gfm.tables.TableBlock && isOfWords(block)) {
        for (Node row = block.getLastChild().getFirstChild(); row != null; row = row.getNext()) {
          rows.put(row, text(row));
        }
      }
    }

    private boolean isOfWords(Node table) {
      return text(table.getFirstChild().getFirstChild()).equals("word");
    }

    /// The text of the first cell, without the bar that ends it.
    private String text(Node row) {
      return words.render(row.getFirstChild()).replace('|', ' ').strip();
    }
  }
}
