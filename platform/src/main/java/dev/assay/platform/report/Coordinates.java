package dev.assay.platform.report;

import dev.assay.core.bundle.Limits;
import dev.assay.core.job.Job;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.Run;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;

/// What the times of a run belong to, in facts: code, machine, environment, and what judged them.
public final class Coordinates {
  private final Run run;
  private final Job job;

  public Coordinates(Run run) {
    this.run = run;
    this.job = run.job();
  }

  /// @param advice what to do about it, or empty
  public record Warning(String level, String subject, String text, String advice) {}

  public List<Fact> code() {
    return new Fact.Facts()
        .addCode("repository", job.source().repository())
        .addCode("path", job.source().path())
        .addCode("commit", job.source().commit())
        .addCode("content", job.source().treeHash())
        .add("language", job.language() == null ? "brings its own program" : job.language())
        .add(
            "clock",
            switch (run.window()) {
              case HARNESS -> "the harness's: the call and nothing else";
              case SELF_REPORTED -> "the solution's own (self-reported)";
              case PROCESS -> "the launcher's: the whole program, from exec to its end";
            })
        .list();
  }

  public List<Fact> machine() {
    Machine machine = run.machine();
    return new Fact.Facts()
        .add("class", run.machineClass())
        .add("host", machine.hostName())
        .add("processor", "%s, %d cores".formatted(machine.cpuModel(), machine.cores()))
        .add("memory", Amount.ofBytes(machine.memoryBytes()))
        .add("hypervisor", machine.hypervisor() == null ? "none seen" : machine.hypervisor())
        .list();
  }

  public List<Fact> machineFacts() {
    var facts = new Fact.Facts();
    run.machine().facts().forEach(facts::add);
    return facts.list();
  }

  public List<Warning> warnings() {
    return run.machine().findings().stream()
        .filter(Coordinates::isWarning)
        .map(finding ->
            new Warning(
                Words.level(finding.level()),
                SafeText.oneLine(finding.subject()),
                SafeText.oneLine(finding.text()),
                SafeText.oneLine(finding.advice())))
        .toList();
  }

  public List<Fact> otherFindings() {
    var facts = new Fact.Facts();
    run.machine().findings().stream()
        .filter(finding -> !isWarning(finding))
        .forEach(finding ->
            facts.add(
                SafeText.oneLine(finding.subject()),
                "%s: %s".formatted(Words.level(finding.level()), finding.text())));
    return facts.list();
  }

  private static boolean isWarning(MachineFinding finding) {
    return switch (finding.level()) {
      case FINE, NOTED -> false;
      case WARNING, UNFIT -> true;
    };
  }

  public List<Fact> environment() {
    var facts =
        new Fact.Facts()
            .add("image", job.solutionImage().reference())
            .addCode("digest", job.solutionImage().digest())
            .add("system", run.machine().operatingSystem())
            .add("kernel", run.machine().kernel());
    run.environment()
        .forEach((name, value) -> {
          if (!name.equals("kernel")) {
            facts.add(name, value);
          }
        });
    return facts.list();
  }

  public List<Fact> judgedBy() {
    return new Fact.Facts()
        .add("bundle", "%s@%s".formatted(job.bundleName(), job.bundleVersion()))
        .addCode("content", job.bundleHash())
        .addCode("image", job.bundleImage().digest())
        .add("bar", Words.bar(job.bar()))
        .add("sample", Words.sample(job.barSample()))
        .add("measured", "seeds " + job.seeds().toText())
        .add("score", Words.score(job.score()))
        .add("limits", limits(job.limits()))
        .list();
  }

  private static String limits(Limits limits) {
    return "init %s, case %s, CPU %s, memory %s, %d %s, %d processes, output %s"
        .formatted(
            Words.limit(limits.init()),
            Words.limit(limits.caseTime()),
            Words.limit(limits.cpu()),
            limits.memory().toText(),
            limits.cpus(),
            limits.cpus() == 1 ? "core" : "cores",
            limits.processes(),
            limits.output().toText());
  }
}
