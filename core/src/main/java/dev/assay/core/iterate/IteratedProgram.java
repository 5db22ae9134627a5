package dev.assay.core.iterate;

import dev.assay.core.game.GameRow;
import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.statistics.SteadyState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What became of all processes of a program at one workload.
///
/// @param proof absent when no process was tried
/// @param processes in their order, failed ones too
/// @param shapes of those that did every iteration, in their order
public record IteratedProgram(
    GameRow.Program of,
    IterationEntry.Ask ask,
    Optional<IterationEntry> proof,
    List<IterationEntry> processes,
    List<SeriesShape> shapes) {
  public IteratedProgram {
    processes = List.copyOf(processes);
    shapes = List.copyOf(shapes);
  }

  /// Entries by program and by what was asked, in the order in which these first occur.
  public static List<IteratedProgram> of(List<IterationEntry> entries) {
    Map<Key, List<IterationEntry>> byKey = new LinkedHashMap<>();
    entries.forEach(entry ->
        byKey.computeIfAbsent(new Key(entry.of(), entry.ask()), _ -> new ArrayList<>()).add(entry));
    return byKey.entrySet().stream().map(one -> of(one.getKey(), one.getValue())).toList();
  }

  private record Key(GameRow.Program of, IterationEntry.Ask ask) {}

  private static IteratedProgram of(Key key, List<IterationEntry> entries) {
    List<IterationEntry> processes = entries.stream().filter(one -> !one.isProof()).toList();
    return new IteratedProgram(
        key.of(),
        key.ask(),
        entries.stream().filter(IterationEntry::isProof).findFirst(),
        processes,
        processes.stream().flatMap(one -> one.shape().stream()).toList());
  }

  /// Only what belongs together with its newest process.
  public IteratedProgram newest() {
    List<IterationEntry> all = Stream.concat(proof.stream(), processes.stream()).toList();
    IterationIdentity last = (processes.isEmpty() ? all : processes).getLast().identity();
    return of(new Key(of, ask), all.stream().filter(one -> one.identity().equals(last)).toList());
  }

  /// How many of its processes are of which shape and how many failed, as in `2 flat, 1 failed`;
  /// empty when there was none.
  public String inWords() {
    var parts = new ArrayList<String>();
    for (SeriesShape.Kind kind : SeriesShape.Kind.values()) {
      if (count(kind) > 0) {
        parts.add("%d %s".formatted(count(kind), kind.words()));
      }
    }
    if (!failed().isEmpty()) {
      parts.add("%d failed".formatted(failed().size()));
    }
    return String.join(", ", parts);
  }

  /// Processes that did not do every iteration, or a proof that failed.
  public List<IterationEntry> failed() {
    var failed = new ArrayList<IterationEntry>();
    proof.filter(one -> !one.isOk()).ifPresent(failed::add);
    processes.stream().filter(one -> !one.isOk()).forEach(failed::add);
    return List.copyOf(failed);
  }

  /// Empty where a process failed or never became steady, and where there are fewer than two:
  /// processes that came through say nothing of those that did not.
  public Optional<SteadyState> steadyState() {
    return failed().isEmpty() ? SteadyState.of(shapes) : Optional.empty();
  }

  /// How many processes do this.
  public long count(SeriesShape.Kind kind) {
    return shapes.stream().filter(shape -> shape.kind() == kind).count();
  }

  /// Why there is no steady state, as the end of a sentence.
  public String whyNotSteady() {
    if (!failed().isEmpty()) {
      IterationEntry first = failed().getFirst();
      return first.remark() == null ? first.status().words() : first.remark();
    }
    long never = count(SeriesShape.Kind.NEVER_STEADY);
    return never > 0
        ? "%d of %d processes are never steady".formatted(never, shapes.size())
        : "one process says nothing of others";
  }
}
