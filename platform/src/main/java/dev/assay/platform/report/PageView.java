package dev.assay.platform.report;

import dev.assay.core.bundle.Point;
import dev.assay.core.job.Job;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
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
    List<Coordinates.Warning> warnings,
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
    private final Coordinates coordinates;
    private final Map<String, Verdict> verdicts;
    private final Map<String, String> logs;

    Builder(Run run, Map<String, Verdict> verdicts, Map<String, String> logs) {
      this.run = run;
      this.job = run.job();
      this.coordinates = new Coordinates(run);
      this.verdicts = verdicts;
      this.logs = logs;
    }

    PageView build() {
      List<PointRow> rows = rows();
      return new PageView(
          SafeText.oneLine(job.implementation()),
          SafeText.oneLine("%s@%s".formatted(job.bundleName(), job.bundleVersion())),
          SafeText.oneLine(job.bundleTitle()),
          Headline.of(rows.stream().map(row -> row.point().verdict()).toList()),
          state(),
          run.state() != RunState.FINISHED,
          when(),
          SafeText.oneLine(run.id()),
          SafeText.oneLine(run.assayVersion()),
          job.source().isDirty(),
          coordinates.code(),
          coordinates.machine(),
          coordinates.machineFacts(),
          coordinates.warnings(),
          coordinates.otherFindings(),
          coordinates.environment(),
          coordinates.judgedBy(),
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
      return new BuildView(
          BuildFacts.outcome(build),
          build.succeeded(),
          BuildFacts.of(build),
          LogView.of("Log of the build", build.log(), logs));
    }
  }
}
