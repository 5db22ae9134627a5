package dev.assay.platform.report.suite;

import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import java.util.ArrayList;
import java.util.List;

/// What drawings over all tasks show of programs: times as multiples, since seconds of different
/// tasks cannot be held against each other.
final class Scatters {
  static final String UP = "time as a multiple of the fastest program of the task";

  private Scatters() {}

  /// Programs that did the largest workload of their task.
  ///
  /// @param own the language that the page is about; empty for all
  static List<Scatter.Value> all(SuiteFigures figures, String own) {
    var values = new ArrayList<Scatter.Value>();
    for (TaskResult task : figures.tasks()) {
      for (WorkloadResult one : task.at(task.workloads().last())) {
        task.ratio(one)
            .ifPresent(ratio ->
                values.add(
                    new Scatter.Value(
                        one, ratio, own.isEmpty() || own.equals(one.program().language()))));
      }
    }
    // Those that the page is about come last, above the others.
    return values.stream().sorted(java.util.Comparator.comparing(Scatter.Value::isOwn)).toList();
  }
}
