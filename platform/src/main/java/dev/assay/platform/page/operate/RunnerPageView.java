package dev.assay.platform.page.operate;

import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import dev.assay.core.text.SafeText;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.queue.RunnerRegistry;
import dev.assay.platform.queue.RunnerView;
import dev.assay.platform.report.Amount;
import dev.assay.platform.run.RunSummary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A runner with its machine and what it did last.
///
/// @param job that it is at work on; absent for those who are not told, and when it is idle
/// @param waiting queued jobs that it could take, counted up to a bound
/// @param next address of more runs; absent at the end
record RunnerPageView(
    RunnerView runner,
    @Nullable JobView job,
    int waiting,
    List<RunSummary> runs,
    @Nullable String next) {
  private static final int MOST_FACT = 200;
  private static final int MOST_FACTS = 60;
  private static final int MOST_FINDINGS = 60;

  /// Facts that a person asks for first.
  private static final List<String> CHIEF =
      List.of("governor", "turbo", "smt", "swap", "thp", "aslr");

  /// A fact of a machine.
  record NamedFact(String name, String value) {}

  /// A finding of doctor's.
  ///
  /// @param level `unfit`, `warning`, `noted` or `fine`
  record SaidFinding(String level, String subject, String text, String advice) {}

  static long warnings(Machine machine) {
    return machine.findings().stream().filter(RunnerPageView::matters).count();
  }

  private static boolean matters(MachineFinding finding) {
    return finding.level() == Level.WARNING || finding.level() == Level.UNFIT;
  }

  String waitingText() {
    return waiting >= RunnerRegistry.MOST_COUNTED
        ? "%,d+".formatted(RunnerRegistry.MOST_COUNTED)
        : Integer.toString(waiting);
  }

  static Amount memory(long bytes) {
    return Amount.ofBytes(bytes);
  }

  /// What matters first.
  List<SaidFinding> findings() {
    return machine() == null
        ? List.of()
        : machine().findings().stream()
            .sorted((a, b) -> b.level().compareTo(a.level()))
            .filter(RunnerPageView::matters)
            .limit(MOST_FINDINGS)
            .map(RunnerPageView::said)
            .toList();
  }

  /// What is recorded and needs nothing.
  List<SaidFinding> others() {
    return machine() == null
        ? List.of()
        : machine().findings().stream()
            .filter(finding -> !matters(finding))
            .limit(MOST_FINDINGS)
            .map(RunnerPageView::said)
            .toList();
  }

  private static SaidFinding said(MachineFinding finding) {
    return new SaidFinding(
        finding.level().name().toLowerCase(java.util.Locale.ROOT),
        shown(finding.subject()),
        shown(finding.text()),
        shown(finding.advice()));
  }

  @Nullable Machine machine() {
    RunnerView.Description description = runner.description();
    return description == null ? null : description.machine();
  }

  List<NamedFact> chief() {
    return facts(CHIEF::contains);
  }

  List<NamedFact> mitigations() {
    return facts(name -> name.startsWith("mitigation."));
  }

  List<NamedFact> otherFacts() {
    return facts(name -> !CHIEF.contains(name) && !name.startsWith("mitigation."));
  }

  private List<NamedFact> facts(java.util.function.Predicate<String> wanted) {
    Machine machine = machine();
    return machine == null
        ? List.of()
        : machine.facts().entrySet().stream()
            .filter(fact -> wanted.test(fact.getKey()))
            .limit(MOST_FACTS)
            .map(RunnerPageView::named)
            .toList();
  }

  private static NamedFact named(Map.Entry<String, String> fact) {
    return new NamedFact(shown(fact.getKey().replace("mitigation.", "")), shown(fact.getValue()));
  }

  static String shown(String text) {
    return SafeText.oneLine(text, MOST_FACT);
  }
}
