package dev.assay.core.suite;

import dev.assay.core.statistics.GeometricMean;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Two languages held against each other, task by task: the fastest program of each among those
/// that did every workload.
///
/// @param tasks those that one of them has a program of
public record LanguagePair(String one, String other, List<AtTask> tasks) {
  public LanguagePair {
    tasks = List.copyOf(tasks);
  }

  /// @param one empty where no program of the first language did every workload
  /// @param other empty where none of the second did
  public record AtTask(
      TaskResult task, Optional<ProgramResult> one, Optional<ProgramResult> other) {
    /// The first one's time as a multiple of the other's; empty where one is missing.
    public OptionalDouble ratio() {
      if (one.isEmpty() || other.isEmpty()) {
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(nanos(one.get()) / nanos(other.get()));
    }

    private static double nanos(ProgramResult program) {
      return Math.max(1, program.largest().wallNanos().orElseThrow());
    }
  }

  public static LanguagePair of(String one, String other, List<TaskResult> tasks) {
    return new LanguagePair(
        one,
        other,
        tasks.stream()
            .filter(task -> has(task, one) || has(task, other))
            .map(task -> new AtTask(task, task.fastestOf(one), task.fastestOf(other)))
            .toList());
  }

  private static boolean has(TaskResult task, String language) {
    return task.programs().stream()
        .anyMatch(program -> program.program().language().equals(language));
  }

  /// Of the tasks that both did.
  public List<Double> ratios() {
    return tasks.stream().flatMap(task -> task.ratio().stream().boxed()).toList();
  }

  /// At how many tasks the first one is faster.
  public int faster() {
    return Math.toIntExact(ratios().stream().filter(ratio -> ratio < 1).count());
  }

  /// At how many tasks the first one is slower.
  public int slower() {
    return Math.toIntExact(ratios().stream().filter(ratio -> ratio > 1).count());
  }

  /// Of the ratios; empty where no task was done by both.
  public OptionalDouble geometricMean() {
    return ratios().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(GeometricMean.of(ratios()));
  }
}
