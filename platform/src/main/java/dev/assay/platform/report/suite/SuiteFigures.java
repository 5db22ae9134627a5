package dev.assay.platform.report.suite;

import dev.assay.core.suite.Language;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.core.suite.MeasuredOrder;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What all pages of a report are drawn from, folded once.
///
/// @param tasks those that something was measured of
/// @param languages by how fast they are
/// @param order in which measurements were made
record SuiteFigures(
    MeasuredSuite measured,
    List<TaskResult> tasks,
    List<LanguageRatios> languages,
    MeasuredOrder order) {
  static SuiteFigures of(MeasuredSuite measured) {
    List<TaskResult> tasks = TaskResult.of(measured.suite(), measured.entries());
    return new SuiteFigures(
        measured,
        tasks,
        LanguageRatios.of(measured.suite(), tasks),
        new MeasuredOrder(measured.entries()));
  }

  List<ProgramResult> programs() {
    return tasks.stream().flatMap(task -> task.programs().stream()).toList();
  }

  List<ProgramResult> programsOf(String language) {
    return programs().stream()
        .filter(program -> program.program().language().equals(language))
        .toList();
  }

  /// Those that something was measured of, in the order of the suite.
  List<String> measuredLanguages() {
    Set<String> seen =
        measured.entries().stream().map(SuiteEntry::language).collect(Collectors.toSet());
    return measured.suite().languages().stream()
        .map(Language::name)
        .filter(seen::contains)
        .toList();
  }

  Optional<ProgramResult> newestOf(String language) {
    return programsOf(language).stream()
        .max(java.util.Comparator.comparing(program -> program.newest().at()));
  }

  /// Whether both have a program of a task.
  boolean haveTaskInCommon(String one, String other) {
    return tasks.stream().anyMatch(task -> hasLanguage(task, one) && hasLanguage(task, other));
  }

  private static boolean hasLanguage(TaskResult task, String language) {
    return task.programs().stream()
        .anyMatch(program -> program.program().language().equals(language));
  }

  /// Programs that were asked for, and of which nothing was measured.
  List<ProgramSource> missing() {
    Set<Object> seen = measured.entries().stream().map(SuiteEntry::of).collect(Collectors.toSet());
    return measured.asked().stream().filter(one -> !seen.contains(one.name())).toList();
  }
}
