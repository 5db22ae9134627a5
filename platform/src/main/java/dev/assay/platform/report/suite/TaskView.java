package dev.assay.platform.report.suite;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.TaskBundle;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The programs of one task.
///
/// @param title of the bundle; empty where it could not be read
/// @param belongs what the numbers belong to, in a sentence
/// @param notes what to know before numbers are held against each other
/// @param workloads the largest first
/// @param scatter absent where no program has a size
public record TaskView(
    String task,
    String title,
    String belongs,
    List<String> notes,
    List<AtWorkload> workloads,
    @Nullable Scatter scatter) {
  public TaskView {
    notes = List.copyOf(notes);
    workloads = List.copyOf(workloads);
  }

  /// @param anchor on the page
  /// @param isLargest whether it is the one that programs are ranked at
  public record AtWorkload(String n, String anchor, boolean isLargest, FigureTable table) {}

  static TaskView of(TaskResult task, SuiteFigures figures, Links links) {
    return new Page(task, figures, links).view();
  }

  private record Page(TaskResult task, SuiteFigures figures, Links links) {
    TaskView view() {
      return new TaskView(
          task.task(),
          bundle().map(one -> SafeText.oneLine(one.spec().title())).orElse(""),
          belongs(),
          notes(),
          task.workloads().reversed().stream().map(this::atWorkload).toList(),
          Scatter.of(spots(), "seconds", " s", links));
    }

    private Optional<TaskBundle> bundle() {
      Map<String, TaskBundle> bundles = figures.measured().bundles();
      return Optional.ofNullable(bundles.get(task.task()));
    }

    private String belongs() {
      return "%s, measured on %s, in %s, and judged by %s."
          .formatted(
              Counted.of(task.programs().size(), "program"),
              Belongs.machines(task.different(ProgramIdentity::machine)),
              Belongs.images(task.different(ProgramIdentity::imageDigest)),
              Belongs.bundle(
                  bundle().map(TaskBundle::spec).map(BundleSpec::id).orElse(""),
                  task.different(ProgramIdentity::bundleHash)));
    }

    private List<String> notes() {
      var notes = new ArrayList<String>();
      note(notes, task.different(ProgramIdentity::machine).size(), "classes of machines");
      note(notes, task.different(ProgramIdentity::bundleHash).size(), "versions of the bundle");
      figures.missing().stream()
          .filter(one -> one.name().task().equals(task.task()))
          .map(ProgramSource::shortName)
          .forEach(name -> notes.add("%s was asked for and not measured.".formatted(name)));
      return notes;
    }

    private static void note(List<String> notes, int different, String what) {
      if (different > 1) {
        notes.add(
            "These programs were measured with %d %s, so not all of the numbers can be held against each other. Measure the older ones again."
                .formatted(different, what));
      }
    }

    private AtWorkload atWorkload(long n) {
      boolean isLargest = n == task.workloads().last();
      var table =
          new FigureTable.Builder(
                  "%s at n = %s".formatted(task.task(), Columns.grouped(n)),
                  "program",
                  links,
                  one -> Names.inTask(one.program()),
                  one -> FigureTable.orNaN(task.ratio(one)))
              .addAll(task.at(n));
      if (isLargest) {
        task.programs().stream()
            .filter(program -> program.at(n).isEmpty())
            .forEach(program -> table.addFailure(stopped(program)));
      }
      return new AtWorkload(Columns.grouped(n), "n-" + n, isLargest, table.build());
    }

    /// A program that did not come as far.
    private FigureTable.Failure stopped(ProgramResult program) {
      WorkloadResult last = program.largest();
      String status = last.isRight() ? "not measured" : StatusWords.of(last.reported());
      String why =
          last.isRight()
              ? "It was right there; larger workloads were not measured."
              : StatusWords.why(last.reported());
      return new FigureTable.Failure(
          Names.inTask(program.program()),
          links.program(program.program()),
          "n = " + Columns.grouped(last.n()),
          status,
          why);
    }

    private List<Scatter.Value> spots() {
      return task.at(task.workloads().last()).stream()
          .filter(WorkloadResult::isRight)
          .map(one -> new Scatter.Value(one, one.wallNanos().orElse(0) / 1e9, true))
          .toList();
    }
  }
}
