package dev.assay.core.suite;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.statistics.BoxPlot;
import dev.assay.core.statistics.GeometricMean;
import dev.assay.core.statistics.MedianInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// How a language does over the tasks of a suite, as the Benchmarks Game compares languages: at
/// each task the time of its fastest program as a multiple of the fastest program of any language,
/// both among programs that did every workload.
///
/// @param ratios one for each task that it has such a program of, in the order of the tasks
public record LanguageRatios(String language, List<TaskRatio> ratios) {
  public LanguageRatios {
    ratios = List.copyOf(ratios);
  }

  /// The fastest program of the language at one task.
  ///
  /// @param ratio at least 1
  public record TaskRatio(String task, GameRow.Program program, double ratio) {}

  /// Of every measurement of programs, as data files have them: every language that did a task, by
  /// geometric mean, the fastest first.
  public static List<LanguageRatios> of(List<GameRow> rows) {
    List<GameRow> fastest = GameFold.fastest(rows);
    var least = new HashMap<String, Double>();
    fastest.forEach(row -> least.merge(row.task(), seconds(row), Math::min));
    return fastest.stream()
        .collect(Collectors.groupingBy(GameRow::language, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(one -> of(one.getKey(), one.getValue(), least))
        .sorted(Comparator.comparingDouble(LanguageRatios::geometricMean))
        .toList();
  }

  private static LanguageRatios of(
      String language, List<GameRow> rows, Map<String, Double> leastByTask) {
    return new LanguageRatios(
        language,
        rows.stream()
            .map(row ->
                new TaskRatio(
                    row.task(),
                    row.of(),
                    seconds(row) / leastByTask.getOrDefault(row.task(), Double.NaN)))
            .toList());
  }

  /// A clock that stood still has a nanosecond here too.
  private static double seconds(GameRow row) {
    return Math.max(1e-9, row.elapsedSeconds().doubleValue());
  }

  /// Every language of the suite that did a task, by geometric mean, the fastest first.
  public static List<LanguageRatios> of(Suite suite, List<TaskResult> tasks) {
    return suite.languages().stream()
        .map(language -> of(language.name(), suite, tasks))
        .filter(one -> !one.ratios().isEmpty())
        .sorted(Comparator.comparingDouble(LanguageRatios::geometricMean))
        .toList();
  }

  private static LanguageRatios of(String language, Suite suite, List<TaskResult> tasks) {
    var ratios = new ArrayList<TaskRatio>();
    for (TaskResult task : tasks) {
      Optional<ProgramResult> own = task.fastestOf(language);
      if (own.isPresent()) {
        ratios.add(
            new TaskRatio(
                task.task(), own.get().program(), nanos(own.get()) / fastest(suite, task)));
      }
    }
    return new LanguageRatios(language, ratios);
  }

  private static double fastest(Suite suite, TaskResult task) {
    return suite.languages().stream()
        .flatMap(language -> task.fastestOf(language.name()).stream())
        .mapToDouble(LanguageRatios::nanos)
        .min()
        .orElseThrow();
  }

  /// A clock that stood still has a nanosecond, so that ratios are finite.
  private static double nanos(ProgramResult program) {
    return Math.max(1, program.largest().wallNanos().orElseThrow());
  }

  /// Whether it did so many of the tasks that it can be ranked: at least half of them.
  public boolean isRanked(int tasks) {
    return 2 * ratios.size() >= tasks;
  }

  public Optional<TaskRatio> at(String task) {
    return ratios.stream().filter(one -> one.task().equals(task)).findFirst();
  }

  private List<Double> values() {
    return ratios.stream().map(TaskRatio::ratio).toList();
  }

  /// Over the tasks that it did.
  public double geometricMean() {
    return GeometricMean.of(values());
  }

  /// Over the tasks that it did.
  public double median() {
    return MedianInterval.median(values());
  }

  /// Empty for fewer than four tasks.
  public Optional<BoxPlot> box() {
    return BoxPlot.ofRatios(values());
  }
}
