package dev.assay.platform.report.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.Runs;
import dev.assay.testkit.SuiteEntries;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class SuiteReportTest {
  private static final List<String> TASKS = List.of("nbody", "trees", "count", "strand", "norm");
  private static final List<String> LANGUAGES = List.of("gcc", "g++", "java", "perl");
  private static final String SOURCE = "int main(void) {\n  return 1 < 2 && \"&\";\n}\n";

  /// Texts that are the same for every program.
  record Texts(String source, String log) implements SuiteTexts {
    @Override
    public Optional<byte[]> source(String fileName) {
      return Optional.of(source.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Optional<byte[]> log(String file) {
      return Optional.of(log.getBytes(StandardCharsets.UTF_8));
    }
  }

  static final Texts PLAIN = new Texts(SOURCE, "warning: unused\n");

  private static Suite suite(String name) {
    return SuiteEntries.suite(name, TASKS, LANGUAGES);
  }

  private static MeasuredSuite measured(String name, List<SuiteEntry> entries, String... remarks) {
    Map<String, TaskBundle> bundles = new LinkedHashMap<>();
    TASKS.forEach(task -> bundles.put(task, SuiteEntries.bundle("About " + task)));
    return new MeasuredSuite(
        suite(name),
        Runs.machine("KVM"),
        bundles,
        List.of(),
        entries,
        List.of(remarks),
        false,
        "0.1.0");
  }

  /// Three languages at five tasks, and one that fails in all ways.
  private static SuiteEntries usual() {
    var entries = new SuiteEntries();
    for (String task : TASKS) {
      entries
          .program(task, "gcc", 1, 1, 2, 100 + task.length(), 90, 110)
          .program(task, "g++", 1, 1, 3, 120, 110)
          .program(task, "java", 2, 40, 60, 70L * task.length(), 300);
    }
    return entries
        .program("trees", "perl", 1, 20, 30)
        .failed("trees", "perl", 1, 2, GameStatus.TIMED_OUT, "ended after 1 h of wall time")
        .failed("nbody", "perl", 1, 0, GameStatus.BAD_OUTPUT, "line 3 is another")
        .refused("count", "perl", 1, GameStatus.ERROR, "the build command exited with code 1")
        .refused("norm", "perl", 1, GameStatus.EMPTY, "the source is empty")
        .refused("strand", "perl", 1, GameStatus.MISSING, "there is no perl");
  }

  private static SuiteEntries thousand() {
    var entries = new SuiteEntries();
    for (int number = 1; number <= 1_000; number++) {
      String language = LANGUAGES.get(number % 3);
      if (number % 10 == 0) {
        entries.refused("nbody", language, number, GameStatus.ERROR, "it does not build");
      } else {
        entries.program("nbody", language, number, 1, 2, number);
      }
    }
    return entries;
  }

  private static SuiteEntries onlyFailed() {
    return new SuiteEntries()
        .refused("nbody", "gcc", 1, GameStatus.ERROR, Hostile.TEXT)
        .failed("nbody", "perl", 1, 0, GameStatus.BAD_OUTPUT, Hostile.TEXT);
  }

  static Map<String, String> pages(MeasuredSuite measured, SuiteTexts texts) {
    var pages = new LinkedHashMap<String, String>();
    SuiteReport.write(measured, texts, pages::put);
    return pages;
  }

  private static String page(Map<String, String> pages, String path) {
    return Objects.requireNonNull(pages.get(path), path);
  }

  private static String usualPage(String path) {
    return page(usualPages(), path);
  }

  private static Map<String, String> usualPages() {
    return pages(usual("ours"), PLAIN);
  }

  static MeasuredSuite usual(String name) {
    return measured(name, usual().all(), "a.txt is not named like a program");
  }

  static Stream<Map.Entry<String, MeasuredSuite>> suites() {
    var suites = new LinkedHashMap<String, MeasuredSuite>();
    suites.put("usual", measured("ours", usual().all(), "x.txt is none"));
    suites.put("nothing", measured("ours", List.of()));
    suites.put(
        "one-program",
        measured("ours", new SuiteEntries().program("nbody", "gcc", 1, 1, 2, 3).all()));
    suites.put("all-failed", measured("ours", onlyFailed().all()));
    suites.put(
        "hostile",
        measured(
            Hostile.TEXT,
            usual().withBundle(Hostile.TEXT).program("norm", "gcc", 7, 1).all(),
            Hostile.TEXT));
    return suites.entrySet().stream();
  }

  /// Pages are kept in `target/reports-to-look-at`, for the eye.
  @ParameterizedTest
  @MethodSource("suites")
  void isWellFormedAndNeedsNothingFromElsewhere(Map.Entry<String, MeasuredSuite> named)
      throws Exception {
    Map<String, String> pages = pages(named.getValue(), new Texts(Hostile.TEXT, Hostile.TEXT));
    keep(named.getKey(), pages);

    for (Map.Entry<String, String> page : pages.entrySet()) {
      Document document = parsed(page.getValue());
      assertThat(page.getValue())
          .doesNotContain(
              "<script", "javascript:", " style=", "<img", "<link", "@import", "\u202E", "\u001B")
          .contains("default-src 'none'; style-src 'sha256-");
      assertThat(elements(document, "h1")).as(page.getKey()).hasSize(1);
      assertThat(ids(document)).as(page.getKey()).doesNotHaveDuplicates();
      assertThat(elements(document, "a"))
          .extracting(element -> element.getAttribute("href"))
          .noneMatch(href -> URI.create(href).isAbsolute() || href.startsWith("/"));
    }
  }

  private static void keep(String name, Map<String, String> pages) throws IOException {
    Path folder = Path.of("target", "reports-to-look-at", "suite-" + name);
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Path file = folder.resolve(page.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, page.getValue());
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void everyLinkLeadsToAPageAndAPlaceOnIt(Map.Entry<String, MeasuredSuite> named) throws Exception {
    Map<String, String> pages = pages(named.getValue(), PLAIN);
    var broken = new ArrayList<String>();

    for (Map.Entry<String, String> page : pages.entrySet()) {
      for (Element link : elements(parsed(page.getValue()), "a")) {
        URI to = URI.create(page.getKey()).resolve(link.getAttribute("href"));
        String target = pages.get(to.getPath());
        boolean isPlace =
            to.getFragment() == null
                || (target != null && target.contains("id=\"" + to.getFragment() + "\""));
        boolean isFile = to.getPath().matches("measurements\\.jsonl|\\w+\\.csv\\.gz");
        if (!isFile && (target == null || !isPlace)) {
          broken.add(page.getKey() + " -> " + to);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void aTaskShowsAllColumnsAndWhatFailed() {
    String page = usualPage("report/tasks/trees.html");

    assertThat(page)
        .contains(
            "About trees",
            "memory, KiB",
            "source, B",
            "CPU, s",
            "load per core",
            "8% 100%",
            "id=\"n-50\"",
            "id=\"n-100\"",
            "id=\"n-5000\"",
            "href=\"../../report/programs/trees.gcc-1.html#source\"",
            "href=\"../../report/programs/trees.gcc-1.html#build\"",
            "href=\"../../report/programs/trees.gcc-1.html#measurements\"",
            "title=\"0.090000000 s\"",
            "<td class=\"bad\">timed out</td><td class=\"why\">ended after 1 h of wall time</td>",
            "x86_64, Some CPU, 1 core, 1024 MiB",
            "the bundle demo/task@1.0.0 with the content h");
  }

  @Test
  void aProgramShowsWhatItIsAndEveryMeasurement() {
    String page = usualPage("report/programs/nbody.gcc-1.html");

    assertThat(page)
        .contains(
            "90.0 ms at n = 5\u202f000, 1.00× the fastest.",
            "It was measured at every workload, and at the largest again.",
            "./program '--fast mode'",
            "cc -O2 source",
            "int main(void) {",
            "return 1 &lt; 2 &amp;&amp;",
            "warning: unused",
            "cc (Some Compiler) 12\nand a second line",
            "compared byte for byte with what the bundle's reference program prints",
            "/dev/null",
            "90–110 ms of 3 measurements, median 105 ms");
    assertThat(Pattern.compile("<td class=\"at\">").matcher(page).results().count()).isEqualTo(5);
  }

  @Test
  void whatFailsSaysSoInWords() {
    Map<String, String> pages = usualPages();

    assertThat(page(pages, "report.html"))
        .contains(
            "20 programs in 4 languages at 5 tasks, 72 measurements. 5 failed.",
            "did not build",
            "the build command exited with code 1",
            "empty source",
            "could not be started",
            "bad output",
            "a.txt is not named like a program");
    assertThat(page(pages, "report/programs/nbody.perl-1.html"))
        .contains("At n = 50: bad output. line 3 is another", "larger ones were not tried");
  }

  @Test
  void drawsABoxForEachLanguageAndAMarkForEachTask() throws Exception {
    Document document = parsed(usualPage("report.html"));

    assertThat(elements(document, "rect"))
        .filteredOn(one -> one.getAttribute("class").equals("box"))
        .hasSize(3);
    assertThat(elements(document, "circle"))
        .filteredOn(one -> one.getParentNode().getNodeName().equals("svg"))
        .hasSize(15);
    assertThat(elements(document, "title"))
        .extracting(Element::getTextContent)
        .anyMatch(title -> title.equals("nbody: 1.00× the fastest, nbody.gcc-1"));
  }

  @Test
  void languagesWithTooFewTasksStandApart() {
    String page =
        page(
            pages(measured("ours", usual().program("norm", "perl", 2, 1, 2, 500).all()), PLAIN),
            "report.html");

    assertThat(page).contains("With too few tasks to be ranked", "1 of 5");
    assertThat(page.indexOf(">perl</a>")).isGreaterThan(page.indexOf("With too few tasks"));
  }

  @Test
  void pairsAreSideBySideTaskByTask() {
    String page = usualPage("report/pairs/gcc-java.html");

    assertThat(page)
        .contains(
            "gcc is faster at 5 of 5 tasks, java at 0.",
            "as long as gcc (geometric mean).",
            "href=\"../../report/programs/norm.java-2.html\"",
            "aria-current=\"page\"");
  }

  @Test
  void linksEveryMarkOfTimeAgainstSize() throws Exception {
    Document document = parsed(usualPage("report/tasks/nbody.html"));

    assertThat(elements(document, "a"))
        .filteredOn(one -> one.getAttribute("tabindex").equals("-1"))
        .hasSize(3)
        .extracting(one -> one.getAttribute("aria-label"))
        .contains("nbody.gcc-1: 90.0 ms, 313 B of source");
  }

  @Test
  void saysHowProgramsWereMeasuredInFull() {
    assertThat(usualPage("report/measured.html"))
        .contains(
            "AMD EPYC 7763 64-Core Processor, 8 cores",
            "timeout 60 min, cutoff 2 min, 2 repeats",
            "2026-11-30 10:00 to 10:01 UTC",
            "one program after the other",
            "version 0.1.0 made this report",
            usual().all().getFirst().identity().imageDigest(),
            "cc -O2 {source}",
            "cc (Some Compiler) 12\nand a second line",
            "in steps of 10 ms");
  }

  @Test
  void saysWhichAssayMeasured() {
    Map<String, String> pages =
        pages(
            measured(
                "ours",
                new SuiteEntries()
                    .program("nbody", "gcc", 1, 1, 2)
                    .measuredBy("0.2.0")
                    .right("nbody", "gcc", 1, 2, 3)
                    .measuredBy(null)
                    .program("nbody", "perl", 1, 1)
                    .all()),
            PLAIN);

    assertThat(page(pages, "report/programs/nbody.gcc-1.html"))
        .contains("Assay 0.1.0, Assay 0.2.0<");
    assertThat(page(pages, "report/measured.html"))
        .contains("Assay 0.1.0, Assay 0.2.0, an Assay that did not record its version");
  }

  @Test
  void warnsWhereNumbersCannotBeHeldAgainstEachOther() {
    String page =
        page(
            pages(
                measured(
                    "ours", usual().withBundle("b2").program("nbody", "gcc", 9, 1, 2, 3).all()),
                PLAIN),
            "report/tasks/nbody.html");

    assertThat(page).contains("were measured with 2 versions of the bundle");
  }

  @Test
  void cutsASourceOfOneEndlessLineAndSaysSo() {
    String page =
        page(
            pages(
                measured("ours", new SuiteEntries().program("nbody", "gcc", 1, 1, 2, 3).all()),
                new Texts("x".repeat(1 << 20), "")),
            "report/programs/nbody.gcc-1.html");

    assertThat(page.length()).isLessThan(60_000);
    assertThat(page).contains("it has 1\u202f048\u202f576 characters", "sources/nbody.gcc-1.c");
  }

  @Test
  void readsSourcesThatAreNotUtf8() {
    assertThat(SourceText.of(new byte[] {'/', '/', ' ', (byte) 0xE9}).lines())
        .containsExactly("// é");
  }

  @Test
  void aThousandProgramsStayLight() {
    Map<String, String> pages = pages(measured("ours", thousand().all()), PLAIN);

    assertThat(pages).hasSizeGreaterThan(1_000);
    assertThat(page(pages, "report.html").length()).isLessThan(600_000);
    assertThat(page(pages, "report/tasks/nbody.html").length()).isLessThan(5_000_000);
    assertThat(page(pages, "report.html")).contains("1\u202f000 programs in 3 languages");
  }

  private static Document parsed(String page) throws Exception {
    String xml =
        page.replace("<!DOCTYPE html>", "")
            .replaceAll("<meta ([^>]*)>", "<meta $1/>")
            .replaceAll(" open>", " open=\"\">");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  private static List<Element> elements(Document document, String name) {
    var nodes = document.getElementsByTagName(name);
    var elements = new ArrayList<Element>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> ids(Document document) {
    return elements(document, "*").stream()
        .map(element -> element.getAttribute("id"))
        .filter(id -> !id.isEmpty())
        .toList();
  }
}
