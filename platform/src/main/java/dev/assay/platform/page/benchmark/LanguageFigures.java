package dev.assay.platform.page.benchmark;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.platform.game.ProgramFiles;
import dev.assay.platform.game.ProgramFiles.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What was measured of whole programs on one class of machine, over all benchmarks for them.
///
/// @param machineClass empty where nothing was measured
/// @param classes that something was measured on
/// @param tasks benchmarks that something was measured of there
/// @param measured every measurement
/// @param fastest the fastest program of each language that did every workload, task by task. A
///   right output of what has no place in a standing, since it is suspect or below the bar, does
///   not count
/// @param languages the fastest first
record LanguageFigures(
    String machineClass,
    List<String> classes,
    List<String> tasks,
    List<Measured> measured,
    List<GameRow> fastest,
    List<LanguageRatios> languages) {
  LanguageFigures {
    classes = List.copyOf(classes);
    tasks = List.copyOf(tasks);
    measured = List.copyOf(measured);
    fastest = List.copyOf(fastest);
    languages = List.copyOf(languages);
  }

  static LanguageFigures of(String machineClass, List<String> classes, List<Measured> measured) {
    List<GameRow> counted = ProgramFiles.counted(measured);
    return new LanguageFigures(
        machineClass,
        classes,
        measured.stream().map(one -> one.row().task()).distinct().toList(),
        measured,
        GameFold.fastest(counted),
        LanguageRatios.of(counted));
  }

  int programs() {
    return (int) measured.stream().map(one -> one.row().of()).distinct().count();
  }

  List<LanguageRatios> ranked() {
    return languages.stream().filter(one -> one.isRanked(tasks.size())).toList();
  }

  /// Those that did too few tasks for that, and those that did none.
  List<String> unranked() {
    var unranked = new ArrayList<String>(names());
    ranked().forEach(one -> unranked.remove(one.language()));
    return unranked;
  }

  /// Every language that something was measured of, by name.
  List<String> names() {
    return measured.stream().map(one -> one.row().language()).distinct().sorted().toList();
  }

  Optional<LanguageRatios> ratios(String language) {
    return languages.stream().filter(one -> one.language().equals(language)).findFirst();
  }

  /// What is reported of a language at a task; empty where it did not do every workload.
  Optional<GameRow> at(String task, String language) {
    return fastest.stream()
        .filter(row -> row.task().equals(task) && row.language().equals(language))
        .findFirst();
  }

  /// The measurement that a row was folded from.
  Measured source(GameRow folded) {
    return measured.stream()
        .filter(one -> one.row().of().equals(folded.of()))
        .filter(one -> one.row().workload() == folded.workload())
        .findFirst()
        .orElseThrow();
  }
}
