package dev.assay.platform.page.run;

import dev.assay.core.bundle.Point;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.Suspicion;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.EncryptedView;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.MeasurementTable;
import dev.assay.platform.report.MemoryChart;
import dev.assay.platform.report.ProcessFacts;
import dev.assay.platform.report.ProgramProcess;
import dev.assay.platform.report.SeedStrip;
import dev.assay.platform.report.StageBar;
import dev.assay.platform.report.VerdictView;
import dev.assay.platform.run.PointReading;
import dev.assay.platform.run.PointView;
import dev.assay.platform.run.PointView.Decision;
import dev.assay.platform.run.PointView.JudgedVerdict;
import dev.assay.platform.run.PointView.MeasuredCase;
import dev.assay.platform.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All that the page of a run's point shows.
///
/// @param belongs the four things that its numbers belong to, a line each
/// @param verdict the newest
/// @param verdicts newest first, when there is more than one
/// @param isThrough whether the point was measured to its end
/// @param isLive whether it may change by itself
/// @param strip absent when nothing was measured
/// @param encrypted absent under other protocols than `encrypted`
/// @param measurements of a program, instead of its cases; absent under other protocols
/// @param memoryNote why there is no drawing, or empty
record PointPage(
    RunAddresses addresses,
    String name,
    String params,
    String title,
    String bundle,
    String state,
    String events,
    List<Fact> belongs,
    VerdictView verdict,
    List<VerdictLine> verdicts,
    List<DecisionLine> decisions,
    boolean isThrough,
    boolean isLive,
    @Nullable SeedStrip strip,
    List<String> quality,
    List<String> suspicions,
    List<String> remarks,
    @Nullable MemoryChart memory,
    String memoryNote,
    List<StageBar> stages,
    List<Fact> process,
    @Nullable EncryptedView encrypted,
    NoiseChart noise,
    CasePart cases,
    @Nullable MeasurementTable measurements,
    List<Link> logs,
    @Nullable Link before,
    @Nullable Link after,
    List<Link> comparisons) {
  private static final int MOST_SAID = 12;
  private static final int MOST_TEXT = 500;
  private static final int MOST_LINES = 10;
  private static final int MOST_MEASUREMENTS = 25;

  /// @param by whose verifier and bar judged
  /// @param isJudgedAgain whether it comes from a rejudging
  record VerdictLine(
      VerdictView verdict, String by, boolean isJudgedAgain, Amount score, Moment at) {}

  record DecisionLine(String text, boolean isCleared, String reason, String by, Moment at) {}

  /// Whether its process is the one of the server of an encrypted solution.
  boolean isServer() {
    return encrypted != null && encrypted.unranked().isEmpty();
  }

  static PointPage of(Texts texts, PointReading reading, int from, int weight) {
    PointView view = reading.view();
    Run run = reading.run();
    PointResult result = view.result();
    RunSummary summary = reading.summary();
    var addresses = new RunAddresses(summary.id());
    List<CaseResult> cases = cases(view);
    Point point = run.job().points().get(reading.place());
    boolean isProgram = run.job().procedure() != null;
    ProcessResult process = result == null ? null : ProgramProcess.shown(result);
    List<VerdictLine> verdicts =
        view.verdicts().stream().map(verdict -> verdictLine(reading, verdict)).toList();
    return new PointPage(
        addresses,
        SafeText.oneLine(view.point()),
        params(point, result),
        SafeText.oneLine(view.implementationName()),
        "%s@%s".formatted(summary.benchmark(), summary.version()),
        view.state(),
        RunAddresses.events(summary.job()),
        belongs(texts, reading),
        verdicts.isEmpty() ? open(texts, view) : verdicts.getFirst().verdict(),
        verdicts.size() < 2 ? List.of() : verdicts.stream().limit(MOST_LINES).toList(),
        view.decisions().stream()
            .limit(MOST_LINES)
            .map(decision -> decisionLine(texts, decision))
            .toList(),
        result != null,
        result == null && view.state().equals("running"),
        cases.isEmpty() ? null : SeedStrip.of(run.job().score(), cases, isProgram),
        said(view.remarks(), text -> text),
        result == null ? List.of() : said(result.suspicions(), Suspicion::text),
        result == null ? List.of() : said(result.remarks(), text -> text),
        MemoryChart.find(process),
        MemoryChart.whyNone(process),
        result == null ? List.of() : StageBar.of(result.stages()),
        result == null ? List.of() : ProcessFacts.of(result, process),
        EncryptedView.of(run.job(), result),
        NoiseChart.of(texts, cases),
        CasePart.of(cases, from, weight),
        isProgram ? measurements(result, cases) : null,
        result == null ? List.of() : logs(texts, reading, result),
        neighbour(addresses, run, reading.place() - 1),
        neighbour(addresses, run, reading.place() + 1),
        comparisons(texts, reading, addresses));
  }

  /// Those of a point that is not through are measured only; of a case that was measured again the
  /// last measurement stands.
  static List<CaseResult> cases(PointView view) {
    PointResult result = view.result();
    if (result != null) {
      return result.cases();
    }
    var cases = new TreeMap<Integer, CaseResult>();
    for (MeasuredCase one : view.measured()) {
      cases.put(one.result().index(), one.result());
    }
    return List.copyOf(cases.values());
  }

  private static MeasurementTable measurements(
      @Nullable PointResult result, List<CaseResult> cases) {
    List<ProgramMeasurement> all = result == null ? null : result.measurements();
    return MeasurementTable.of(cases, all == null ? List.of() : all, MOST_MEASUREMENTS);
  }

  private static String params(Point point, @Nullable PointResult result) {
    String params = SafeText.oneLine(Words.params(point.params()), MOST_TEXT);
    return result == null || result.derived().isEmpty()
        ? params
        : "%s; derived %s"
            .formatted(params, SafeText.oneLine(Words.params(result.derived()), MOST_TEXT));
  }

  private static List<Fact> belongs(Texts texts, PointReading reading) {
    Run run = reading.run();
    RunSummary summary = reading.summary();
    String benchmark =
        Addresses.with(Addresses.benchmark(summary.benchmark()), "version", summary.version());
    String page = Addresses.run(summary.id());
    return List.of(
        Fact.code(texts.of("run.fact.code"), summary.commit()).at(page + "#belongs"),
        Fact.of(texts.of("run.fact.machine"), Words.machineClass(summary.machineClass()))
            .at(page + "#belongs"),
        Fact.code(texts.of("run.fact.image"), run.job().solutionImage().digest())
            .at(page + "#belongs"),
        Fact.of(
                texts.of("run.fact.judged"),
                "%s@%s".formatted(summary.benchmark(), summary.version()))
            .at(benchmark),
        Fact.of(texts.of("run.fact.bar"), Words.bar(run.job().bar(), run.job().protocol())));
  }

  private static VerdictView open(Texts texts, PointView view) {
    return new VerdictView(
        texts.of("run.verdict.none"),
        "–",
        "open",
        view.state().equals("running")
            ? texts.of("run.verdict.later")
            : texts.of("run.verdict.never"));
  }

  private static VerdictLine verdictLine(PointReading reading, JudgedVerdict verdict) {
    return new VerdictLine(
        VerdictView.of(verdict.verdict()),
        "%s@%s".formatted(reading.summary().benchmark(), verdict.version()),
        verdict.rejudging() != null,
        Amount.ofScore(reading.run().job().score(), verdict.score()),
        Moment.of(verdict.judgedAt()));
  }

  private static DecisionLine decisionLine(Texts texts, Decision decision) {
    return new DecisionLine(
        texts.of(decision.isCleared() ? "run.decision.cleared" : "run.decision.confirmed"),
        decision.isCleared(),
        SafeText.oneLine(decision.reason(), MOST_TEXT),
        SafeText.oneLine(decision.decidedBy()),
        Moment.of(decision.decidedAt()));
  }

  private static <T> List<String> said(List<T> all, Function<T, String> text) {
    return all.stream()
        .limit(MOST_SAID)
        .map(one -> SafeText.oneLine(text.apply(one), MOST_TEXT))
        .toList();
  }

  private static List<Link> logs(Texts texts, PointReading reading, PointResult result) {
    var links = new ArrayList<Link>();
    add(links, texts.of("run.log.stderr"), reading, ProgramProcess.shown(result));
    result.retries().stream()
        .limit(3)
        .forEach(retry -> add(links, texts.of("run.log.retry"), reading, retry));
    if (result.encrypted() != null) {
      result.encrypted().processes().stream()
          .limit(MOST_SAID)
          .forEach(one ->
              add(
                  links,
                  texts.of("run.log.stage", SafeText.oneLine(one.stage())),
                  reading,
                  one.process()));
    }
    add(links, texts.of("run.log.make"), reading, result.make());
    add(links, texts.of("run.log.verify"), reading, result.verify());
    return links;
  }

  private static void add(
      List<Link> links, String text, PointReading reading, @Nullable ProcessResult process) {
    LogFile log = process == null ? null : process.stderr();
    FileLine.find(reading.files(), log == null ? null : log.file())
        .ifPresent(file ->
            links.add(
                new Link(
                    "%s, %s".formatted(text, Amount.ofBytes(file.bytes()).text()),
                    Addresses.runFile(reading.summary().id(), file.name()))));
  }

  private static @Nullable Link neighbour(RunAddresses addresses, Run run, int place) {
    List<Point> points = run.job().points();
    if (place < 0 || place >= points.size()) {
      return null;
    }
    String name = points.get(place).name();
    return new Link(SafeText.oneLine(name), addresses.point(name));
  }

  private static List<Link> comparisons(Texts texts, PointReading reading, RunAddresses addresses) {
    RunSummary summary = reading.summary();
    String point = reading.view().point();
    String name = SafeText.oneLine(point);
    var everybody =
        new Link(
            texts.of("run.compare.point", name),
            Addresses.with(
                Addresses.point(summary.benchmark(), point), "class", summary.machineClass()));
    return reading.view().verdicts().isEmpty()
        ? List.of(everybody)
        : List.of(
            new Link(texts.of("run.compare.leader", name), addresses.leader(point)), everybody);
  }
}
