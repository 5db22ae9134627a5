package dev.assay.platform.report.suite;

import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.text.SafeText;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.Coordinates;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.MeasuredBy;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// How programs were measured, in full.
///
/// @param when first and last measurement, their order, the Assay that made this
/// @param changing what can change under a class of machine
/// @param findings what of the machine makes times vary
/// @param otherFindings what else was looked at
public record MeasuredView(
    List<Fact> when,
    List<Fact> machine,
    List<Fact> changing,
    List<Coordinates.Warning> findings,
    List<Fact> otherFindings,
    List<LanguageRow> languages,
    List<TaskRow> tasks) {
  public MeasuredView {
    when = List.copyOf(when);
    machine = List.copyOf(machine);
    changing = List.copyOf(changing);
    findings = List.copyOf(findings);
    otherFindings = List.copyOf(otherFindings);
    languages = List.copyOf(languages);
    tasks = List.copyOf(tasks);
  }

  /// @param versions what version commands printed, each once
  /// @param digests of images, each once
  public record LanguageRow(
      String language,
      String address,
      String build,
      String start,
      String versionCommand,
      List<String> versions,
      String image,
      List<String> digests) {}

  /// @param facts what the bundle asks; of programs that were measured with another content this is
  ///   not true
  public record TaskRow(String task, String address, String title, List<Fact> facts) {}

  static MeasuredView of(SuiteFigures figures, Links links) {
    return new Page(figures, links).view();
  }

  private record Page(SuiteFigures figures, Links links) {
    MeasuredView view() {
      Machine machine = figures.measured().machine();
      return new MeasuredView(
          when(),
          machine(machine),
          changing(machine),
          findings(machine),
          otherFindings(machine),
          figures.measured().suite().languages().stream().map(this::language).toList(),
          figures.tasks().stream().map(this::task).toList());
    }

    private List<Fact> when() {
      MeasuredSuite measured = figures.measured();
      var facts = new Fact.Facts();
      facts.add("suite", measured.suite().name());
      if (!measured.entries().isEmpty()) {
        facts.add("measured", Times.span(measured.entries()));
        facts.add("order", order());
        facts.add("by", MeasuredBy.of(measured.entries().stream().map(SuiteEntry::assayVersion)));
      }
      facts.add("Assay", "version %s made this report".formatted(measured.assayVersion()));
      return facts.list();
    }

    private String order() {
      return switch (figures.order().order()) {
        case SEQUENTIAL -> "one program after the other";
        case INTERLEAVED ->
            "interleaved: programs take turns, so that what changes in the machine over hours does not meet one of them alone";
      };
    }

    private List<Fact> machine(Machine machine) {
      return new Fact.Facts()
          .add("host", machine.hostName())
          .add(
              "processor",
              "%s, %s".formatted(machine.cpuModel(), Counted.of(machine.cores(), "core")))
          .add("architecture", machine.arch())
          .add("memory", Amount.ofBytes(machine.memoryBytes()))
          .add("hypervisor", machine.hypervisor() == null ? "none seen" : machine.hypervisor())
          .add("system", machine.operatingSystem())
          .add("kernel", "Linux " + machine.kernel())
          .add(
              "class",
              figures.programs().stream()
                  .map(program -> program.newest().identity().machine())
                  .collect(Collectors.toCollection(TreeSet::new))
                  .stream()
                  .collect(Collectors.joining("; ")))
          .list();
    }

    private static List<Fact> changing(Machine machine) {
      var facts = new Fact.Facts();
      machine.facts().forEach(facts::add);
      return facts.list();
    }

    private static boolean isWarning(MachineFinding finding) {
      return switch (finding.level()) {
        case FINE, NOTED -> false;
        case WARNING, UNFIT -> true;
      };
    }

    private static List<Coordinates.Warning> findings(Machine machine) {
      return machine.findings().stream()
          .filter(Page::isWarning)
          .map(one ->
              new Coordinates.Warning(
                  dev.assay.core.text.Words.level(one.level()),
                  SafeText.oneLine(one.subject()),
                  SafeText.oneLine(one.text()),
                  SafeText.oneLine(one.advice())))
          .toList();
    }

    private static List<Fact> otherFindings(Machine machine) {
      return machine.findings().stream()
          .filter(one -> !isWarning(one))
          .map(one -> Fact.of(one.subject(), one.text()))
          .toList();
    }

    private LanguageRow language(Language language) {
      List<String> build = language.build();
      return new LanguageRow(
          language.name(),
          figures.measuredLanguages().contains(language.name())
              ? links.language(language.name())
              : "",
          build == null ? "" : SafeText.oneLine(Commands.of(build)),
          SafeText.oneLine(Commands.of(language.run())),
          SafeText.oneLine(Commands.of(language.version())),
          different(language.name(), ProgramIdentity::version),
          SafeText.oneLine(language.image()),
          different(language.name(), ProgramIdentity::imageDigest));
    }

    private List<String> different(
        String language, java.util.function.Function<ProgramIdentity, String> part) {
      return figures.programsOf(language).stream()
          .map(ProgramResult::newest)
          .map(SuiteEntry::identity)
          .map(part)
          .distinct()
          .map(SafeText::lines)
          .toList();
    }

    private TaskRow task(TaskResult task) {
      TaskBundle bundle = figures.measured().bundles().get(task.task());
      Set<String> hashes = task.different(ProgramIdentity::bundleHash);
      var facts = new Fact.Facts();
      if (bundle == null) {
        facts.add("bundle", "cannot be read any more");
      } else {
        facts.add("bundle", bundle.spec().id());
      }
      hashes.forEach(hash -> facts.addCode("content", hash));
      if (bundle != null && !hashes.equals(Set.of(bundle.hash()))) {
        facts.add(
            "changed",
            "The bundle is another one now; what follows may not be what these programs were measured with.");
      }
      ProgramSpec spec = bundle == null ? null : bundle.spec().program();
      if (bundle != null && spec != null) {
        facts.add("workloads", Rules.workloads(spec));
        facts.add("procedure", Rules.times(spec));
        facts.add("output", Rules.comparison(spec));
        facts.add("limits", Rules.limits(bundle.spec().limits()));
      }
      return new TaskRow(
          task.task(),
          links.task(task.task()),
          bundle == null ? "" : SafeText.oneLine(bundle.spec().title()),
          facts.list());
    }
  }
}
