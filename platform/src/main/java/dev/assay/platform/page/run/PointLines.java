package dev.assay.platform.page.run;

import dev.assay.core.job.Job;
import dev.assay.core.judge.Verdict;
import dev.assay.core.text.SafeText;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.PointFolds;
import dev.assay.platform.report.ProgramFolds;
import dev.assay.platform.report.VerdictView;
import dev.assay.platform.run.RunReading;
import dev.assay.platform.run.RunView.PointSummary;
import java.util.ArrayList;
import java.util.List;

/// Lines of the table of a run's points.
///
/// @param from place of the first line, from 0
/// @param all how many points the run has
/// @param isProgram whether a whole program was measured, whose lines have other columns
record PointLines(List<Line> lines, int from, int all, boolean isProgram) {
  /// Lines that a page has.
  static final int MOST = 20;

  private static final int MOST_REASON = 160;

  /// @param address of the point's page
  /// @param program what is reported of a whole program
  record Line(
      String name,
      String address,
      VerdictView verdict,
      PointFolds folds,
      ProgramFolds program,
      List<String> flags) {}

  int next() {
    return from + lines.size();
  }

  boolean hasMore() {
    return next() < all;
  }

  boolean hasBefore() {
    return from > 0;
  }

  int before() {
    return Math.max(0, from - MOST);
  }

  static PointLines of(Texts texts, RunReading reading, int from) {
    List<PointSummary> points = reading.view().points();
    int end = Math.min(points.size(), from + MOST);
    var folds = new ArrayList<PointFolds>();
    var programs = new ArrayList<ProgramFolds>();
    for (int i = from; i < end; i++) {
      folds.add(PointFolds.of(reading.run(), reading.results().get(i)));
      programs.add(ProgramFolds.of(reading.results().get(i)));
    }
    List<PointFolds> aligned = PointFolds.aligned(folds);
    List<ProgramFolds> alignedPrograms = ProgramFolds.aligned(programs);
    var lines = new ArrayList<Line>();
    for (int i = from; i < end; i++) {
      lines.add(line(texts, reading, i, aligned.get(i - from), alignedPrograms.get(i - from)));
    }
    return new PointLines(
        lines,
        Math.min(from, points.size()),
        points.size(),
        reading.run().job().procedure() != null);
  }

  private static Line line(
      Texts texts, RunReading reading, int place, PointFolds folds, ProgramFolds program) {
    PointSummary point = reading.view().points().get(place);
    return new Line(
        SafeText.oneLine(point.point()),
        new RunAddresses(reading.view().id()).point(point.point()),
        verdict(texts, reading, place),
        folds,
        program,
        flags(texts, point, folds));
  }

  static VerdictView verdict(Texts texts, RunReading reading, int place) {
    Verdict verdict = reading.view().points().get(place).verdict();
    if (verdict != null) {
      VerdictView shown = VerdictView.of(verdict);
      return new VerdictView(
          shown.word(),
          shown.symbol(),
          shown.style(),
          SafeText.oneLine(verdict.reason(), MOST_REASON));
    }
    return new VerdictView(
        texts.of("run.verdict.none"), "–", "open", unjudged(texts, reading, place));
  }

  private static String unjudged(Texts texts, RunReading reading, int place) {
    Integer measured = reading.measured().get(place);
    if (measured != null && reading.run().job().procedure() != null) {
      return texts.of("run.verdict.programs", Integer.toString(measured));
    }
    if (measured != null) {
      return texts.of(
          "run.verdict.measured",
          Integer.toString(measured),
          Integer.toString(casesOf(reading.run().job())));
    }
    return reading.view().state().equals("running")
        ? texts.of("run.verdict.later")
        : texts.of("run.verdict.never");
  }

  static int casesOf(Job job) {
    return job.seeds().count() + job.barSample().warmup() + job.barSample().fresh();
  }

  private static List<String> flags(Texts texts, PointSummary point, PointFolds folds) {
    var flags = new ArrayList<String>();
    if (point.isSuspect()) {
      Boolean cleared = point.isCleared();
      flags.add(
          texts.of(
              cleared == null
                  ? "run.flag.suspect"
                  : cleared ? "run.flag.cleared" : "run.flag.confirmed"));
    }
    if (point.rejudging() != null) {
      flags.add(texts.of("run.flag.rejudged"));
    }
    folds.flags().stream().filter(flag -> !flag.equals("suspect")).forEach(flags::add);
    return flags;
  }
}
