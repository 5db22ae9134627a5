package dev.assay.platform.report.suite;

import dev.assay.core.run.Machine;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.TaskBundle;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.report.Amount;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The first page: which language is fastest, the tasks, languages against each other, time against
/// source size, what failed.
///
/// @param headline how much was measured, in a sentence
/// @param belongs where, when and in what, in a sentence
/// @param isInterrupted whether programs may be missing because somebody stopped it
/// @param boxes absent where no language did a task
/// @param ranked tasks that a language has to have done to be ranked
/// @param matrix ratios by language and task
/// @param missing programs that were asked for and not measured
public record OverviewView(
    String headline,
    String belongs,
    boolean isInterrupted,
    @Nullable BoxRows boxes,
    int ranked,
    List<TaskLink> taskLinks,
    List<MatrixRow> matrix,
    List<TaskRow> tasks,
    List<LanguageRow> languages,
    @Nullable Scatter scatter,
    List<FigureTable.Failure> failures,
    List<String> missing,
    List<String> remarks) {
  public OverviewView {
    taskLinks = List.copyOf(taskLinks);
    matrix = List.copyOf(matrix);
    tasks = List.copyOf(tasks);
    languages = List.copyOf(languages);
    failures = List.copyOf(failures);
    missing = List.copyOf(missing);
    remarks = List.copyOf(remarks);
  }

  public record TaskLink(String task, String address) {}

  /// @param cells one for each task
  public record MatrixRow(String language, String address, List<Cell> cells) {}

  /// @param address of the program; empty where there is none
  public record Cell(Amount ratio, String address, boolean isFastest) {}

  /// @param fastest the fastest program; empty where none was right
  public record TaskRow(
      String task,
      String address,
      String title,
      String workloads,
      int programs,
      int failed,
      String fastest,
      String fastestAddress,
      String seconds) {}

  public record LanguageRow(
      String language,
      String address,
      String version,
      int programs,
      List<LanguageView.Other> others) {}

  static OverviewView of(SuiteFigures figures, Links links) {
    return new Page(figures, links).view();
  }

  private record Page(SuiteFigures figures, Links links) {
    OverviewView view() {
      MeasuredSuite measured = figures.measured();
      int tasks = figures.tasks().size();
      return new OverviewView(
          headline(),
          belongs(),
          measured.isInterrupted(),
          BoxRows.of(figures.languages(), tasks, links::language),
          (tasks + 1) / 2,
          figures.tasks().stream()
              .map(task -> new TaskLink(task.task(), links.task(task.task())))
              .toList(),
          figures.languages().stream().map(this::matrixRow).toList(),
          figures.tasks().stream().map(this::task).toList(),
          figures.measuredLanguages().stream().map(this::language).toList(),
          Scatter.of(Scatters.all(figures, ""), Scatters.UP, "×", links),
          failures(),
          figures.missing().stream().map(one -> one.shortName()).toList(),
          measured.remarks().stream().map(SafeText::oneLine).toList());
    }

    private String headline() {
      long failed = figures.programs().stream().filter(ProgramResult::hasFailed).count();
      return "%s in %s at %s, %s. %s"
          .formatted(
              Counted.of(figures.programs().size(), "program"),
              Counted.of(figures.measuredLanguages().size(), "language"),
              Counted.of(figures.tasks().size(), "task"),
              Counted.of(figures.measured().entries().size(), "measurement"),
              failed == 0 ? "None failed." : "%s failed.".formatted(Columns.grouped(failed)));
    }

    private String belongs() {
      Machine machine = figures.measured().machine();
      String when =
          figures.measured().entries().isEmpty()
              ? "Nothing was measured"
              : "Measured " + Times.span(figures.measured().entries());
      return "%s on %s, %s, %s, Linux %s. Every output was held against the one that its bundle expects."
          .formatted(
              when,
              SafeText.oneLine(machine.cpuModel()),
              Counted.of(machine.cores(), "core"),
              DataSize.ofBytes(Math.max(0, machine.memoryBytes())),
              SafeText.oneLine(machine.kernel()));
    }

    private MatrixRow matrixRow(LanguageRatios language) {
      return new MatrixRow(
          language.language(),
          links.language(language.language()),
          figures.tasks().stream().map(task -> cell(language, task)).toList());
    }

    private Cell cell(LanguageRatios language, TaskResult task) {
      return language
          .at(task.task())
          .map(one ->
              new Cell(Columns.ratio(one.ratio()), links.program(one.program()), one.ratio() == 1))
          .orElse(new Cell(Amount.NONE, "", false));
    }

    private TaskRow task(TaskResult task) {
      TaskBundle bundle = figures.measured().bundles().get(task.task());
      WorkloadResult first = task.reported().getFirst();
      return new TaskRow(
          task.task(),
          links.task(task.task()),
          bundle == null ? "" : SafeText.oneLine(bundle.spec().title()),
          task.workloads().stream().map(Columns::grouped).collect(Collectors.joining(", ")),
          task.programs().size(),
          Math.toIntExact(task.programs().stream().filter(ProgramResult::hasFailed).count()),
          first.isRight() ? Names.inTask(first.program()) : "",
          links.program(first.program()),
          first.isRight() ? DurationText.ofSeconds(first.reported().wallNanos() / 1e9) : "");
    }

    private LanguageRow language(String language) {
      return new LanguageRow(
          language,
          links.language(language),
          figures
              .newestOf(language)
              .flatMap(one -> one.newest().identity().version().lines().findFirst())
              .map(line -> SafeText.oneLine(line, 120))
              .orElse(""),
          figures.programsOf(language).size(),
          LanguageView.others(language, figures, links));
    }

    private List<FigureTable.Failure> failures() {
      return figures.programs().stream()
          .flatMap(program -> program.entries().stream().filter(entry -> !entry.isRight()).limit(1))
          .map(entry ->
              new FigureTable.Failure(
                  Names.of(entry.of()),
                  links.program(entry.of()),
                  "n = " + Columns.grouped(entry.n()),
                  StatusWords.of(entry),
                  StatusWords.why(entry)))
          .toList();
    }
  }
}
