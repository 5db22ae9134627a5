package dev.assay.platform.report.suite;

import dev.assay.core.suite.LanguagePair;
import dev.assay.core.suite.LanguagePair.AtTask;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.platform.report.Axis;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Two languages, task by task: the fastest program of each, side by side.
///
/// @param summary who is faster how often, and by how much
/// @param bars the ratio at each task that both did
public record PairView(
    String one,
    String other,
    String oneAddress,
    String otherAddress,
    List<LanguageView.Other> others,
    String summary,
    List<Bar> bars,
    List<Section> tasks) {
  public PairView {
    others = List.copyOf(others);
    bars = List.copyOf(bars);
    tasks = List.copyOf(tasks);
  }

  /// How much longer the slower one takes, from the middle to its side.
  ///
  /// @param x where it begins, as SVG writes it
  /// @param isOne whether the first language is the faster one
  public record Bar(String task, String x, String width, boolean isOne, String text) {}

  /// @param sentence who is faster, by how much
  public record Section(String task, String address, String sentence, FigureTable table) {}

  static PairView of(LanguagePair pair, SuiteFigures figures, Links links) {
    return new Page(pair, figures, links).view();
  }

  private record Page(LanguagePair pair, SuiteFigures figures, Links links) {
    PairView view() {
      return new PairView(
          pair.one(),
          pair.other(),
          links.language(pair.one()),
          links.language(pair.other()),
          LanguageView.others(pair.one(), figures, links),
          summary(),
          bars(),
          pair.tasks().stream().map(this::section).toList());
    }

    private String summary() {
      OptionalDouble mean = pair.geometricMean();
      if (mean.isEmpty()) {
        return "There is no task that programs of both did.";
      }
      return "%s is faster at %d of %s, %s at %d. %s"
          .formatted(
              pair.one(),
              pair.faster(),
              Counted.of(pair.ratios().size(), "task"),
              pair.other(),
              pair.slower(),
              slower(mean.getAsDouble(), " (geometric mean)"));
    }

    /// @param ratio the first one's time as a multiple of the other's
    private String slower(double ratio, String what) {
      boolean isOne = ratio > 1;
      double times = isOne ? ratio : 1 / ratio;
      return "%s takes %s× as long as %s%s."
          .formatted(
              isOne ? pair.one() : pair.other(),
              Columns.ratioText(times),
              isOne ? pair.other() : pair.one(),
              what);
    }

    private List<Bar> bars() {
      double widest =
          pair.ratios().stream().mapToDouble(ratio -> Math.max(ratio, 1 / ratio)).max().orElse(1);
      var axis = new Axis(true, 1 / Math.max(2, widest), Math.max(2, widest));
      return pair.tasks().stream()
          .filter(task -> task.ratio().isPresent())
          .map(task -> bar(task.task().task(), task.ratio().getAsDouble(), axis))
          .toList();
    }

    private Bar bar(String task, double ratio, Axis axis) {
      double at = axis.percent(ratio);
      return new Bar(
          task,
          percent(Math.min(at, 50)),
          percent(Math.max(0.4, Math.abs(at - 50))),
          ratio < 1,
          slower(ratio, ""));
    }

    private static String percent(double value) {
      return String.format(Locale.ROOT, "%.2f%%", value);
    }

    private Section section(AtTask task) {
      var table =
          new FigureTable.Builder(
              "%s and %s at %s".formatted(pair.one(), pair.other(), task.task().task()),
              "language",
              links,
              one -> Names.inTask(one.program()),
              result -> ratio(result, task));
      add(table, pair.one(), task.one(), task.task());
      add(table, pair.other(), task.other(), task.task());
      return new Section(
          task.task().task(),
          links.task(task.task().task()),
          task.ratio().isPresent() ? slower(task.ratio().getAsDouble(), "") : "",
          table.build());
    }

    private void add(
        FigureTable.Builder table,
        String language,
        Optional<ProgramResult> fastest,
        TaskResult task) {
      if (fastest.isPresent()) {
        table.add(fastest.get().largest());
      } else {
        table.addFailure(none(language, task));
      }
    }

    /// Why a language has no program here.
    private FigureTable.Failure none(String language, TaskResult task) {
      return task.programs().stream()
          .filter(program -> program.program().language().equals(language))
          .findFirst()
          .map(program ->
              new FigureTable.Failure(
                  Names.inTask(program.program()),
                  links.program(program.program()),
                  "n = " + Columns.grouped(program.largest().n()),
                  StatusWords.of(program.largest().reported()),
                  StatusWords.why(program.largest().reported())))
          .orElseGet(() ->
              new FigureTable.Failure(
                  language, links.language(language), "", "no program", "There is none."));
    }

    /// To the faster of the two.
    private static double ratio(WorkloadResult result, AtTask task) {
      OptionalDouble between = task.ratio();
      if (between.isEmpty()) {
        return Double.NaN;
      }
      boolean isOne = task.one().filter(one -> one.largest().equals(result)).isPresent();
      double own = isOne ? between.getAsDouble() : 1 / between.getAsDouble();
      return Math.max(1, own);
    }
  }
}
