package dev.assay.core.game;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Folds measurements as the Benchmarks Game's own published files do.
public final class GameFold {
  private GameFold() {}

  /// One row for each program, in the order in which they first occur: at its largest workload the
  /// measurement with the lowest elapsed time among those whose answer was right, with the highest
  /// memory of those. A program that failed there has that row.
  public static List<GameRow> perProgram(List<GameRow> rows) {
    return byProgram(rows).values().stream().map(GameFold::folded).toList();
  }

  private static Map<GameRow.Program, List<GameRow>> byProgram(List<GameRow> rows) {
    return rows.stream()
        .collect(Collectors.groupingBy(GameRow::of, LinkedHashMap::new, Collectors.toList()));
  }

  private static GameRow folded(List<GameRow> ofProgram) {
    long largest = ofProgram.stream().mapToLong(GameRow::workload).max().orElseThrow();
    List<GameRow> there = ofProgram.stream().filter(row -> row.workload() == largest).toList();
    List<GameRow> right = there.stream().filter(GameRow::isOk).toList();
    if (right.isEmpty()) {
      return there.getFirst();
    }
    GameRow fastest =
        right.stream().min(Comparator.comparing(GameRow::elapsedSeconds)).orElseThrow();
    return fastest.withMemory(
        right.stream().mapToLong(GameRow::memoryKilobytes).max().orElseThrow());
  }

  /// The fastest program of each task and language among those that did every workload of their
  /// task: task by task in the order in which they first occur, the fastest language first.
  public static List<GameRow> fastest(List<GameRow> rows) {
    Map<String, Set<Long>> workloads = workloads(rows);
    var fastest = new LinkedHashMap<List<String>, GameRow>();
    byProgram(rows)
        .forEach((program, ofProgram) -> {
          if (done(ofProgram).containsAll(workloads.getOrDefault(program.task(), Set.of()))) {
            fastest.merge(
                List.of(program.task(), program.language()),
                folded(ofProgram),
                (one, other) ->
                    other.elapsedSeconds().compareTo(one.elapsedSeconds()) < 0 ? other : one);
          }
        });
    return ordered(rows, List.copyOf(fastest.values()));
  }

  private static Map<String, Set<Long>> workloads(List<GameRow> rows) {
    var workloads = new HashMap<String, Set<Long>>();
    rows.forEach(
        row -> workloads.computeIfAbsent(row.task(), task -> new HashSet<>()).add(row.workload()));
    return workloads;
  }

  private static Set<Long> done(List<GameRow> ofProgram) {
    return ofProgram.stream()
        .filter(GameRow::isOk)
        .map(GameRow::workload)
        .collect(Collectors.toSet());
  }

  private static List<GameRow> ordered(List<GameRow> rows, List<GameRow> fastest) {
    var tasks =
        new ArrayList<>(
            rows.stream().map(GameRow::task).collect(Collectors.toCollection(LinkedHashSet::new)));
    return fastest.stream()
        .sorted(
            Comparator.comparingInt((GameRow row) -> tasks.indexOf(row.task()))
                .thenComparing(GameRow::elapsedSeconds))
        .toList();
  }
}
