package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.Score;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Texts;
import dev.assay.platform.page.benchmark.ShownRepository.FinishedRun;
import dev.assay.platform.page.benchmark.ShownRepository.Outcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The newest runs of a benchmark that have ended, with the verdicts of their points, as an Atom
/// feed (RFC 4287). Ids are addresses of pages, which stay true for ever.
final class AtomFeed {
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final int MOST_POINTS = 12;
  private static final int MOST_REASON = 160;

  private final Texts texts;
  private final String url;
  private final XMLStreamWriter xml;

  private AtomFeed(Texts texts, String url, XMLStreamWriter xml) {
    this.texts = texts;
    this.url = url;
    this.xml = xml;
  }

  /// What the feed tells.
  ///
  /// @param publishedAt of the newest version
  record Told(
      String benchmark,
      String title,
      Score score,
      Instant publishedAt,
      List<FinishedRun> runs,
      List<Outcome> outcomes) {
    Told {
      runs = List.copyOf(runs);
      outcomes = List.copyOf(outcomes);
    }
  }

  /// @param url of the platform, without a slash at the end
  static byte[] write(Texts texts, String url, Told told) {
    var bytes = new ByteArrayOutputStream();
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newFactory().createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      new AtomFeed(texts, url, xml).feed(told);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  private void feed(Told told) throws XMLStreamException {
    String page = url + Addresses.benchmark(told.benchmark());
    Map<Long, List<Outcome>> outcomes =
        told.outcomes().stream().collect(Collectors.groupingBy(Outcome::runKey));
    xml.writeStartDocument("UTF-8", "1.0");
    xml.setDefaultNamespace(ATOM);
    xml.writeStartElement(ATOM, "feed");
    xml.writeDefaultNamespace(ATOM);
    text("id", page + "/feed.atom");
    text("title", told.title());
    text("subtitle", texts.of("benchmark.feed.subtitle", told.benchmark()));
    link("self", page + "/feed.atom");
    link("alternate", page);
    author("Assay");
    time(
        "updated",
        told.runs().stream()
            .map(run -> updated(run, outcomes.getOrDefault(run.key(), List.of())))
            .max(Instant::compareTo)
            .orElse(told.publishedAt()));
    for (FinishedRun run : told.runs()) {
      entry(told, run, outcomes.getOrDefault(run.key(), List.of()));
    }
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private static Instant updated(FinishedRun run, List<Outcome> outcomes) {
    return Stream.concat(Stream.of(run.endedAt()), outcomes.stream().map(Outcome::judgedAt))
        .max(Instant::compareTo)
        .orElse(run.endedAt());
  }

  private void entry(Told told, FinishedRun run, List<Outcome> outcomes) throws XMLStreamException {
    String page = url + Addresses.run(run.id());
    xml.writeStartElement(ATOM, "entry");
    text("id", page);
    text("title", title(run, outcomes));
    time("published", run.endedAt());
    time("updated", updated(run, outcomes));
    author(run.owner());
    link("alternate", page);
    xml.writeStartElement(ATOM, "content");
    xml.writeAttribute("type", "text");
    xml.writeCharacters(content(told, run, outcomes));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private String title(FinishedRun run, List<Outcome> outcomes) {
    long passed = outcomes.stream().filter(one -> one.outcome().equals("pass")).count();
    return run.state().equals("finished")
        ? texts.of(
            "benchmark.feed.finished",
            run.implementation(),
            Long.toString(passed),
            Integer.toString(outcomes.size()))
        : texts.of("benchmark.feed.ended", run.implementation(), run.state());
  }

  private String content(Told told, FinishedRun run, List<Outcome> outcomes) {
    String first =
        texts.of(
            "benchmark.feed.content",
            run.commit(),
            told.benchmark() + "@" + run.version(),
            Words.machineClass(run.machineClass()));
    String reason =
        run.stateReason() == null ? "" : "\n" + SafeText.oneLine(run.stateReason(), MOST_REASON);
    String rest =
        outcomes.size() > MOST_POINTS
            ? "\n"
                + texts.of("benchmark.feed.more", Integer.toString(outcomes.size() - MOST_POINTS))
            : "";
    return outcomes.stream()
        .limit(MOST_POINTS)
        .map(one -> "\n" + outcome(told.score(), one))
        .collect(Collectors.joining("", first + reason, rest));
  }

  private static String outcome(Score score, Outcome one) {
    String value = one.score() == null ? "" : ", " + Words.value(score, one.score());
    String reason =
        one.outcome().equals("pass") ? "" : ": " + SafeText.oneLine(one.reason(), MOST_REASON);
    return "%s: %s%s%s".formatted(one.point(), one.outcome(), value, reason);
  }

  private void text(String name, String text) throws XMLStreamException {
    xml.writeStartElement(ATOM, name);
    xml.writeCharacters(SafeText.oneLine(text, 300));
    xml.writeEndElement();
  }

  private void time(String name, Instant at) throws XMLStreamException {
    text(name, at.truncatedTo(ChronoUnit.SECONDS).toString());
  }

  private void author(String name) throws XMLStreamException {
    xml.writeStartElement(ATOM, "author");
    text("name", name);
    xml.writeEndElement();
  }

  private void link(String relation, String address) throws XMLStreamException {
    xml.writeEmptyElement(ATOM, "link");
    xml.writeAttribute("rel", relation);
    xml.writeAttribute("href", address);
  }
}
