package dev.assay.platform.report;

import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.job.Job;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Window;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DurationText;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that the page shows.
///
/// @param headline how many points pass, in words
/// @param state what became of the work, in words
/// @param isTroubled whether the state needs to be noticed
/// @param warnings findings that make times vary, or worse
/// @param otherFindings what was looked at beside these, and is as it should be or only recorded
/// @param lookTwice suspicions of the run, one sentence each, with the point they are about
/// @param scoreName what the folded columns fold
record PageView(
    String title,
    String bundle,
    String bundleTitle,
    String headline,
    String state,
    boolean isTroubled,
    String when,
    String runId,
    String assayVersion,
    boolean isDirty,
    List<Fact> code,
    List<Fact> machine,
    List<Fact> machineFacts,
    List<Warning> warnings,
    List<Fact> otherFindings,
    List<Fact> environment,
    List<Fact> judgedBy,
    List<String> lookTwice,
    String scoreName,
    List<PointRow> rows,
    @Nullable BuildView build,
    List<StageBar> stages,
    HomeCommand home) {

  /// @param outcome in words
  record BuildView(String outcome, boolean succeeded, List<Fact> facts, @Nullable LogView log) {}

  /// @param advice what to do about it, or empty
  record Warning(String level, String subject, String text, String advice) {}

  /// Whether each point's section is closed at first, since there are so many.
  boolean isLong() {
    return rows.size() > 8;
  }

  /// Puts the view together.
  static final class Builder {
    private static final DateTimeFormatter WHEN =
        DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final Verdict UNKNOWN =
        new Verdict(Verdict.Outcome.NOT_JUDGED, "nobody has judged it");

    private final Run run;
    private final Job job;
    private final Map<String, Verdict> verdicts;
    private final Map<String, String> logs;

    Builder(Run run, Map<String, Verdict> verdicts, Map<String, String> logs) {
      this.run = run;
      this.job = run.job();
      this.verdicts = verdicts;
      this.logs = logs;
    }

    PageView build() {
      List<PointRow> rows = rows();
      return new PageView(
          SafeText.oneLine(job.implementation()),
          SafeText.oneLine("%s@%s".formatted(job.bundleName(), job.bundleVersion())),
          SafeText.oneLine(job.bundleTitle()),
          headline(rows),
          state(),
          run.state() != RunState.FINISHED,
          when(),
          SafeText.oneLine(run.id()),
          SafeText.oneLine(run.assayVersion()),
          job.source().isDirty(),
          code(),
          machine(),
          machineFacts(),
          warnings(),
          otherFindings(),
          environment(),
          judgedBy(),
          lookTwice(),
          scoreName(),
          rows,
          buildView(),
          StageBar.of(run.stages()),
          HomeCommand.of(job));
    }

    private List<PointRow> rows() {
      var results = new HashMap<String, PointResult>();
      run.points().forEach(result -> results.putIfAbsent(result.point(), result));
      var rows = new ArrayList<PointRow>();
      for (Point point : job.points()) {
        PointResult result = results.get(point.name());
        Verdict verdict = verdicts.getOrDefault(point.name(), UNKNOWN);
        PointView view = PointView.of(run, point, rows.size(), result, verdict, logs);
        rows.add(PointRow.of(run, view, result));
      }
      return PointRow.aligned(rows);
    }

    private static String headline(List<PointRow> rows) {
      if (rows.isEmpty()) {
        return "The plan has no points.";
      }
      long pass = count(rows, "pass");
      long fail = count(rows, "fail");
      long open = rows.size() - pass - fail;
      if (pass == rows.size()) {
        return rows.size() == 1 ? "The point passes." : "All %d points pass.".formatted(pass);
      }
      var parts = new ArrayList<String>();
      parts.add(
          "%d of %d %s"
              .formatted(pass, rows.size(), rows.size() == 1 ? "point passes" : "points pass"));
      if (fail > 0) {
        parts.add("%d %s".formatted(fail, fail == 1 ? "fails" : "fail"));
      }
      if (open > 0) {
        parts.add("%d %s not judged".formatted(open, open == 1 ? "is" : "are"));
      }
      return String.join(", ", parts) + ".";
    }

    private static long count(List<PointRow> rows, String style) {
      return rows.stream().filter(row -> row.point().verdict().style().equals(style)).count();
    }

    private String state() {
      String words = Words.state(run.state());
      String reason = run.stateReason();
      if (reason == null) {
        return words;
      }
      return reason.startsWith(words)
          ? SafeText.oneLine(reason)
          : "%s: %s".formatted(words, SafeText.oneLine(reason));
    }

    private String when() {
      String started = WHEN.format(run.startedAt());
      return run.endedAt() == null
          ? started
          : "%s, took %s"
              .formatted(
                  started, DurationText.of(Duration.between(run.startedAt(), run.endedAt())));
    }

    private List<Fact> code() {
      return new Fact.Facts()
          .addCode("repository", job.source().repository())
          .addCode("path", job.source().path())
          .addCode("commit", job.source().commit())
          .addCode("content", job.source().treeHash())
          .add("language", job.language() == null ? "brings its own program" : job.language())
          .add(
              "clock",
              run.window() == Window.HARNESS
                  ? "the harness's: the call and nothing else"
                  : "the solution's own (self-reported)")
          .list();
    }

    private List<Fact> machine() {
      Machine machine = run.machine();
      return new Fact.Facts()
          .add("class", run.machineClass())
          .add("host", machine.hostName())
          .add("processor", "%s, %d cores".formatted(machine.cpuModel(), machine.cores()))
          .add("memory", Amount.ofBytes(machine.memoryBytes()))
          .add("hypervisor", machine.hypervisor() == null ? "none seen" : machine.hypervisor())
          .list();
    }

    private List<Fact> machineFacts() {
      var facts = new Fact.Facts();
      run.machine().facts().forEach(facts::add);
      return facts.list();
    }

    private List<Warning> warnings() {
      return run.machine().findings().stream()
          .filter(Builder::isWarning)
          .map(finding ->
              new Warning(
                  Words.level(finding.level()),
                  SafeText.oneLine(finding.subject()),
                  SafeText.oneLine(finding.text()),
                  SafeText.oneLine(finding.advice())))
          .toList();
    }

    private List<Fact> otherFindings() {
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

    private List<Fact> environment() {
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

    private List<Fact> judgedBy() {
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

    private List<String> lookTwice() {
      var sentences = new ArrayList<String>();
      for (PointResult point : run.points()) {
        String name = SafeText.oneLine(point.point());
        point
            .suspicions()
            .forEach(one -> sentences.add("%s: %s".formatted(name, SafeText.oneLine(one.text()))));
        long cases = point.cases().stream().filter(one -> !one.suspicions().isEmpty()).count();
        if (cases > 0) {
          sentences.add(
              "%s: %d %s, marked in the table"
                  .formatted(name, cases, cases == 1 ? "case" : "cases"));
        }
      }
      return sentences;
    }

    private String scoreName() {
      String metric = SafeText.oneLine(job.score().metric());
      return metric.equals("seconds") ? "window" : metric;
    }

    private @Nullable BuildView buildView() {
      BuildResult build = run.build();
      if (build == null) {
        return null;
      }
      var facts = new Fact.Facts().addCode("command", build.command());
      if (build.process() != null) {
        facts
            .add("ended", Words.ending(build.process().ending()))
            .add("wall time", Amount.ofNanos(build.process().cost().wallNanos()))
            .add("CPU time", Amount.ofNanos(build.process().cost().cpuNanos()))
            .add("peak memory", Amount.ofBytes(build.process().cost().peakMemoryBytes()));
      }
      return new BuildView(
          build.succeeded()
              ? "succeeded"
              : "failed: " + SafeText.oneLine(String.valueOf(build.reason())),
          build.succeeded(),
          facts.list(),
          LogView.of("Log of the build", build.log(), logs));
    }
  }
}
