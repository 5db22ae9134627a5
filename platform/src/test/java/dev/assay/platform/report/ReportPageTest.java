package dev.assay.platform.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Point;
import dev.assay.core.judge.RunJudge;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Window;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.Hostile;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.ProgramRuns;
import dev.assay.testkit.Runs;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportPageTest {
  private static final Point POINT = Runs.points(1024).getFirst();

  private static String render(Run run, LogExcerpt... logs) {
    return ReportPage.render(run, RunJudge.judge(run), List.of(logs));
  }

  private static Run runOf(PointResult... results) {
    return Runs.run(
        RunState.FINISHED, null, List.of(POINT), null, List.of(results), Window.HARNESS);
  }

  static Stream<Map.Entry<String, Run>> runs() {
    var runs = new LinkedHashMap<String, Run>();
    runs.put("full", Runs.full());
    runs.put("minimal", Runs.minimal());
    runs.put("failed-build", Runs.failedBuild());
    runs.put("cancelled", Runs.cancelled());
    runs.put("bundle-error", Runs.bundleError());
    runs.put("self-reported", Runs.selfReported());
    runs.put("hostile", Runs.hostile());
    runs.put("large", Runs.large(100));
    runs.put("one-case", runOf(PointResults.oneCase(POINT)));
    runs.put("disturbed", disturbed());
    runs.put("program", ProgramRuns.full());
    runs.put("program-fallen-back", ProgramRuns.fallenBack());
    runs.put("encrypted", EncryptedRuns.full());
    runs.put("encrypted-exact", EncryptedRuns.exact());
    runs.put("encrypted-joined", EncryptedRuns.joined());
    runs.put("encrypted-self-reported", EncryptedRuns.selfReported());
    runs.put("encrypted-refused", EncryptedRuns.refused());
    runs.put("only-lost", runOf(PointResults.onlyLost(POINT)));
    runs.put(
        "no-points", Runs.run(RunState.FINISHED, null, List.of(), null, List.of(), Window.HARNESS));
    return runs.entrySet().stream();
  }

  /// Times in two groups, of which some were disturbed; everything that a case's noise can hold.
  private static Run disturbed() {
    var cases = new ArrayList<CaseResult>();
    for (int i = 0; i < 22; i++) {
      CaseKind kind = i < 2 ? CaseKind.WARMUP : CaseKind.SAMPLE;
      CaseResult one = CaseResults.ok(i, i, kind, (i % 3 == 0 ? 1.9e-3 : 1.2e-3) + 1e-6 * i);
      CaseNoise noise =
          i % 7 == 3 ? CaseResults.othersTook(400_000 + 20_000 * i) : CaseResults.othersTook(1_500);
      cases.add(CaseResults.of(one).noise(noise).build());
    }
    cases.set(5, CaseResults.measuredAgain(cases.get(5)));
    cases.set(6, CaseResults.of(cases.get(6)).noise(null).build());
    return runOf(PointResults.point(POINT, null, cases, Runs.full().points().getFirst().process()));
  }

  @Test
  void showsEveryMeasurementOfAProgramAndWhichIsReported() {
    assertThat(render(ProgramRuns.full()))
        .contains(
            "Every measurement",
            "Reported are the lowest time",
            "<td class=\"load\">8% 100%</td><td class=\"say\"><p>the lowest time</p>",
            "repeat, to /dev/null",
            "Every time",
            "the whole program, from exec to its end");
  }

  @Test
  void showsTheStagesOfAnEncryptedRunWithTheMeasuredOneMarked() throws Exception {
    Document document = parsed(render(EncryptedRuns.full()));

    assertThat(elements(document, "rect"))
        .filteredOn(one -> one.getAttribute("class").equals("measured"))
        .extracting(Element::getTextContent)
        .hasSize(2)
        .allMatch(text -> text.matches("run: [0-9.]+ ms, \\d+ %"));
    assertThat(elements(document, "tr"))
        .filteredOn(one -> one.getAttribute("class").equals("measured"))
        .extracting(Element::getTextContent)
        .allMatch(text -> text.startsWith("run measuredper caseserver"));
    assertThat(render(EncryptedRuns.full()))
        .contains(
            "218 bits of modulus at ring degree 8192",
            "128 bits, for which the standard's table allows 218 bits of modulus",
            "12.0 MiB in 3 files",
            "2 ciphertexts a case, 768 KiB",
            "Failed: 1 case in load-answer, 1 case in decode, 1 case in encode, 1 case in run.",
            "Failed: 1 case in keygen.",
            "keygen: killed for memory at 1 GiB",
            "No case of the sample is ok",
            "the author's, with public keys and ciphertexts alone");
  }

  @Test
  void drawsTheNoiseBudgetFromZeroAndSaysTheWorst() {
    assertThat(render(EncryptedRuns.exact()))
        .contains(
            "noise budget, bits over 26 cases in the order of hand-over: 21 at worst.",
            "<title>case 25: 2",
            "21 at worst");
    assertThat(render(EncryptedRuns.full()))
        .contains("worst precision, bits over 26 cases", "does not begin at zero");
  }

  @Test
  void saysThatJoinedAndSelfReportedRunsAreNeverRanked() {
    assertThat(render(EncryptedRuns.joined()))
        .contains("Never ranked.", "joined: client and server were one process", ">joined</span>");
    assertThat(render(EncryptedRuns.selfReported()))
        .contains("Never ranked.", "self-reported: it brings its own program")
        .contains("not known: nobody held them against");
    assertThat(render(EncryptedRuns.full())).doesNotContain("Never ranked.");
  }

  @Test
  void saysWhyParametersWereRefused() {
    assertThat(render(EncryptedRuns.refused()))
        .contains(
            "the parameters are refused: 218 bits of modulus at ring degree 4096; for 128 bits of security the standard's table allows 109 at most");
  }

  @Test
  void saysHowGoodAMedianIs() {
    assertThat(render(disturbed()))
        .contains(
            "95 % interval 1.21–1.91 ms",
            "<small>1.21–1.91 ms</small>",
            "times fall in two groups: 13 near 1.21 ms, 7 near 1.91 ms",
            "other work disturbed 3 of 20 cases and took up to 52 % of their time",
            "1 case was measured again, since other work had disturbed it",
            ">3 disturbed</span>");
  }

  @Test
  void marksDisturbedCasesWithAWordAndTheShare() throws Exception {
    Document document = parsed(render(disturbed()));

    assertThat(elements(document, "td"))
        .filteredOn(cell -> cell.getAttribute("class").equals("others disturbed"))
        .extracting(Element::getTextContent)
        .contains("disturbed, 22 %", "disturbed, 50 %")
        .allMatch(text -> text.matches("disturbed, \\d+ %"));
  }

  @Test
  void showsEveryAttemptAndWhichOneCounts() {
    assertThat(render(disturbed()))
        .contains(
            "measured 2 times; 1: 12.0 ms, disturbed, 50 %; 2: 1.20 ms, which counts",
            ">1 of 2</td>", ">2 of 2, counts</td>");
  }

  @Test
  void showsTheNoiseOfEachCaseAndNamesWhatIsZeroOrUntold() throws Exception {
    Run run = disturbed();
    Document document = parsed(render(run));

    assertThat(elements(document, "th"))
        .extracting(Element::getTextContent)
        .contains("others here", "others anywhere", "CPU pressure", "IO pressure", "page faults");
    assertThat(render(run)).contains("0 in every case: memory pressure, throttled, from disk.");
    assertThat(
            render(
                runOf(
                    PointResults.point(
                        POINT,
                        null,
                        List.of(
                            CaseResults.of(CaseResults.ok(0, 1, CaseKind.SAMPLE, 1e-3))
                                .noise(
                                    new CaseNoise(
                                        null, null, null, null, 0L, 2L, 3L, 4L, 5L, 6L, 7L))
                                .build()),
                        null))))
        .contains("This machine does not tell: steal, CPU pressure, IO pressure, memory pressure.");
  }

  @Test
  void showsWhatOfTheMachineMakesTimesVary() {
    assertThat(render(Runs.full()))
        .contains(
            "<b>makes times vary:</b> thermal: processor 3 was throttled 12 times",
            "look at its cooling",
            "What else was looked at, 2",
            "<dt>governor</dt><dd>fine: performance</dd>");
  }

  @Test
  void hasNoColumnForNoiseThatNobodyMeasured() {
    assertThat(render(Runs.selfReported())).doesNotContain("What went on around each case");
  }

  /// Pages are kept in `target/reports-to-look-at`, for the eye.
  @ParameterizedTest
  @MethodSource("runs")
  void isWellFormedAndNeedsNothingFromElsewhere(Map.Entry<String, Run> named) throws Exception {
    String log =
        "\u001B[1mg++\u001B[0m -O2 solution.cpp\nsolution.cpp:3: warning: unused\n".repeat(20);
    String page =
        render(
            named.getValue(),
            new LogExcerpt("build.log", log),
            new LogExcerpt("points/N1024-W64/stderr.log", log));
    keep(named.getKey(), page);

    Document document = parsed(page);

    assertThat(page)
        .doesNotContain("<script", "javascript:", " style=", "<img", "<link", "@import");
    assertThat(elements(document, "*"))
        .allSatisfy(element -> {
          for (int i = 0; i < element.getAttributes().getLength(); i++) {
            String name = element.getAttributes().item(i).getNodeName();
            assertThat(name).doesNotStartWith("on").isNotIn("src", "srcset", "action");
          }
        });
    assertThat(elements(document, "a"))
        .extracting(element -> element.getAttribute("href"))
        .allMatch(href -> href.startsWith("#"));
    assertThat(elements(document, "h1")).hasSize(1);
  }

  private static void keep(String name, String page) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "reports-to-look-at"));
    Files.writeString(folder.resolve(name + ".html"), page);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void hasATargetForEveryLinkAndEachIdOnce(Map.Entry<String, Run> named) throws Exception {
    Document document = parsed(render(named.getValue()));

    List<String> ids =
        elements(document, "*").stream()
            .map(element -> element.getAttribute("id"))
            .filter(id -> !id.isEmpty())
            .toList();
    var targets = new TreeSet<String>();
    for (Element element : elements(document, "*")) {
      Stream.of("href", "aria-labelledby", "aria-describedby")
          .map(element::getAttribute)
          .filter(target -> !target.isEmpty())
          .map(target -> target.replace("#", ""))
          .forEach(targets::add);
    }

    assertThat(ids).doesNotHaveDuplicates().containsAll(targets);
  }

  @Test
  void saysAllFourThingsThatATimeBelongsTo() {
    Run run = Runs.full();

    assertThat(render(run))
        .contains(
            run.job().source().repository(),
            run.job().source().path(),
            "3a18f6d4b2907e5c4b2907e5c3a18f6d5c3a18f6",
            run.machineClass(),
            run.job().solutionImage().digest(),
            run.machine().kernel(),
            "<dt>runc</dt><dd>1.1.5</dd>",
            "polymul/negacyclic@1.0.0",
            run.job().bundleHash(),
            "all cases ok; max of max_abs_err at most 0.0001");
  }

  @Test
  void saysVerdictsInWords() {
    assertThat(render(Runs.full()))
        .contains(
            "1 of 4 points pass, 1 fails, 2 are not judged.",
            "all 25 cases ok",
            "15 of 25 cases ok, the bar asks for all",
            "5 of the bar's 20 seeds measured",
            "the bundle is at fault: make wrote 131072 bytes");
  }

  @Test
  void marksCodeWithoutACommitAndAnOwnClock() {
    assertThat(render(Runs.selfReported()))
        .contains("measured as it lay", "no commit", "own clock", "--dirty")
        .doesNotContain("git clone");
  }

  @Test
  void showsWhatKeepsARunOutOfTheStandings() {
    assertThat(render(Runs.full()))
        .contains("Look twice.", "rank-sum test", "N2048-W64: 1 case, marked in the table");
  }

  @Test
  void givesEveryNumberExactlyToo() throws Exception {
    Document document = parsed(render(runOf(PointResults.oneCase(POINT))));

    assertThat(elements(document, "td"))
        .extracting(element -> element.getAttribute("title"))
        .contains("188743680 B")
        .anyMatch(title -> title.matches("0\\.00\\d{7} s"));
  }

  @Test
  void drawsAMarkForEverySeedWithShapesThatTellTheKinds() throws Exception {
    Document document = parsed(render(runOf(PointResults.passed(POINT))));

    assertThat(elements(document, "use"))
        .extracting(element -> element.getAttribute("href"))
        .containsOnly("#m-sample", "#m-warmup", "#m-fresh")
        .hasSize(25);
  }

  @Test
  void staysSmallForAHundredPoints() {
    assertThat(render(Runs.large(100)).length()).isLessThan(3_000_000);
  }

  @Test
  void letsNoTextOfOthersBecomeMarkup() {
    String page =
        render(Runs.hostile(), new LogExcerpt("build.log", Hostile.TEXT + "\n" + Hostile.TEXT));

    assertThat(page)
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script", "\u202E", "\u2066", "\u0000", "\u001B", "\uD800 ");
    assertThat(Pattern.compile("</style>").matcher(page).results().count()).isEqualTo(1);
    assertThat(page).contains("cannot be typed");
  }

  @Test
  void quotesWordsForAShell() {
    assertThat(HomeCommand.quoted("a/b.c")).isEqualTo("a/b.c");
    assertThat(HomeCommand.quoted("--upload-pack=x")).isEqualTo("'--upload-pack=x'");
    assertThat(HomeCommand.quoted("a'b; $(c)")).isEqualTo("'a'\\''b; $(c)'");
    assertThat(HomeCommand.quoted("")).isEqualTo("''");
  }

  @Test
  void marksACutLogAndShortensAnEndlessOne() {
    String page =
        render(Runs.full(), new LogExcerpt("points/N2048-W64/stderr.log", "x".repeat(200_000)));

    assertThat(page)
        .contains(
            "cut: 2.34 MiB in the middle were left out", "134464 characters are not shown here");
  }

  /// The page as XML, after what HTML allows and XML does not is taken out: the reader then proves
  /// that everything is nested and escaped.
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
    NodeList nodes = document.getElementsByTagName(name);
    return java.util.stream.IntStream.range(0, nodes.getLength())
        .mapToObj(i -> (Element) nodes.item(i))
        .toList();
  }
}
