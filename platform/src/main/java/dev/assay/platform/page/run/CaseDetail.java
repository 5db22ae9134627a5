package dev.assay.platform.page.run;

import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Verification;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.EndingText;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.NoiseTable;
import dev.assay.platform.report.OtherWork;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that there is to say of one case.
///
/// @param facts of the case itself
/// @param metrics of the verifier
/// @param noise around its measurements; absent when nothing is known
/// @param hashes of the files that it read and wrote
/// @param encrypted absent under other protocols than `encrypted`
record CaseDetail(
    int index,
    boolean isOk,
    List<Fact> facts,
    List<Fact> metrics,
    @Nullable NoiseTable noise,
    List<Fact> hashes,
    @Nullable EncryptedCaseView encrypted) {
  private static final int MOST_TEXT = 1_500;
  private static final int MOST_METRICS = 40;
  private static final int MOST_HASHES = 20;

  /// @param point that it belongs to; absent while that is not through
  /// @param isProgram whether it is a measurement of a whole program
  static CaseDetail of(
      Texts texts, CaseResult result, @Nullable PointResult point, boolean isProgram) {
    return new CaseDetail(
        result.index(),
        result.cause() == null,
        facts(texts, result, isProgram),
        metrics(result.verification()),
        NoiseTable.of(List.of(result)),
        hashes(texts, result),
        EncryptedCaseView.of(point, result));
  }

  private static List<Fact> facts(Texts texts, CaseResult result, boolean isProgram) {
    var facts = new Fact.Facts();
    if (!isProgram) {
      facts.add("seed", Long.toString(result.seed())).add("kind", Words.kind(result.kind()));
    }
    facts.add("status", result.status().text());
    if (result.cause() != null) {
      facts.add("cause", text(result.cause().text()));
    }
    if (result.ending() != null) {
      facts.add("ending", text(EndingText.of(result.ending())));
    }
    facts
        .add(isProgram ? "elapsed" : "window", Amount.ofSeconds(result.seconds()))
        .add("bracket", Amount.ofNanos(result.bracketNanos()))
        .add("CPU time", Amount.ofNanos(result.cpuNanos()))
        .add("CPU before", Amount.ofNanos(result.cpuBeforeNanos()));
    OtherWork others = OtherWork.of(result);
    facts.add("other work", others.isKnown() ? others.text() : null);
    addSayings(texts, facts, result);
    return facts.list();
  }

  private static void addSayings(Texts texts, Fact.Facts facts, CaseResult result) {
    Verification verification = result.verification();
    if (verification != null) {
      facts.add(
          "verifier", texts.of(verification.passed() ? "run.case.passed" : "run.case.refused"));
      add(facts, "its note", verification.note());
    }
    add(facts, "solution says", result.note());
    result.suspicions().forEach(one -> add(facts, "suspect", one.text()));
    result.remarks().forEach(one -> add(facts, "remark", one));
  }

  private static void add(Fact.Facts facts, String name, String text) {
    if (!text.isBlank()) {
      facts.add(name, text(text));
    }
  }

  private static String text(String text) {
    return SafeText.oneLine(text, MOST_TEXT);
  }

  private static List<Fact> metrics(@Nullable Verification verification) {
    var facts = new Fact.Facts();
    if (verification != null) {
      verification.metrics().entrySet().stream()
          .limit(MOST_METRICS)
          .forEach(entry ->
              facts.add(SafeText.oneLine(entry.getKey()), Amount.ofNumber(entry.getValue())));
    }
    return facts.list();
  }

  private static List<Fact> hashes(Texts texts, CaseResult result) {
    var facts = new Fact.Facts();
    add(facts, texts.of("run.case.input"), result.inputHashes());
    add(facts, texts.of("run.case.output"), result.outputHashes());
    return facts.list();
  }

  private static void add(Fact.Facts facts, String kind, Map<String, String> hashes) {
    hashes.entrySet().stream()
        .limit(MOST_HASHES)
        .forEach(entry ->
            facts.addCode(
                "%s %s".formatted(kind, SafeText.oneLine(entry.getKey())), entry.getValue()));
  }
}
