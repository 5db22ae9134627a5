package dev.assay.platform.report;

import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.job.Job;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.Run;
import dev.assay.core.run.WholeProgram;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;
import java.util.stream.Collectors;

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
    var facts = new Fact.Facts();
    WholeProgram program = run.program();
    if (program != null) {
      facts.addCode("command", String.join(" ", program.command()));
      facts.add("source size", Amount.ofBytes(program.sourceBytes()));
    }
    return facts
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
    Job.EncryptedPlan plan = job.encrypted();
    var facts =
        new Fact.Facts()
            .add("halves", plan == null ? null : EncryptedWords.mode(plan.mode()))
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
        .add("bar", Words.bar(job.bar(), job.protocol()))
        .add(
            job.procedure() == null ? "sample" : "procedure",
            job.procedure() == null
                ? Words.sample(job.barSample())
                : Words.procedure(job.procedure()))
        .add("measured", measured(job))
        .add("score", Words.score(job.score()))
        .add("limits", job.procedure() == null ? limits(job.limits()) : ofProgram(job.limits()))
        .add("envelope", job.encrypted() == null ? null : envelope(job.encrypted()))
        .list();
  }

  private static String envelope(Job.EncryptedPlan plan) {
    return "%s, %d bits of security at least"
        .formatted(EncryptedWords.scheme(plan.scheme()), plan.securityBits());
  }

  private static String measured(Job job) {
    return job.procedure() == null
        ? "seeds " + job.seeds().toText()
        : job.points().stream().map(Point::name).collect(Collectors.joining(", "));
  }

  private static String ofProgram(Limits limits) {
    return "memory %s, %d %s, CPU %s, %d processes, output %s"
        .formatted(
            limits.memory().toText(),
            limits.cpus(),
            limits.cpus() == 1 ? "core" : "cores",
            Words.limit(limits.cpu()),
            limits.processes(),
            limits.output().toText());
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
