package dev.assay.cli.view;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.statistics.SteadyState;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;

/// What came of iterating, for a terminal: what the processes of each program do, and the time that
/// they come to.
public final class IterationTable {
  private IterationTable() {}

  public static List<String> of(List<IteratedProgram> programs) {
    var lines = new ArrayList<String>();
    lines.add(
        "%-24s %9s %11s  %-28s %10s %11s  %s"
            .formatted(
                "program", "n", "iterations", "processes", "first", "steady from", "steady state"));
    programs.forEach(one -> lines.add(line(one)));
    return List.copyOf(lines);
  }

  private static String line(IteratedProgram one) {
    return "%-24s %9d %11d  %-28s %10s %11s  %s"
        .formatted(
            "%s.%s-%d".formatted(one.of().task(), one.of().language(), one.of().number()),
            one.ask().n(),
            one.ask().iterations(),
            one.inWords().isEmpty() ? "none" : one.inWords(),
            first(one),
            steadyFrom(one),
            one.steadyState()
                .map(IterationTable::steady)
                .orElseGet(() -> "none: " + one.whyNotSteady()));
  }

  /// The median of the first iterations.
  private static String first(IteratedProgram one) {
    double[] first =
        one.processes().stream()
            .filter(IterationEntry::isOk)
            .mapToDouble(process -> process.seconds().getFirst())
            .sorted()
            .toArray();
    return first.length == 0 ? "–" : DurationText.ofSeconds(first[first.length / 2]);
  }

  /// The latest of the processes that become steady.
  private static String steadyFrom(IteratedProgram one) {
    return one.shapes().stream()
        .filter(shape -> shape.kind().isSteady())
        .map(shape -> shape.steadyFrom() + 1)
        .max(Integer::compare)
        .map(latest -> Integer.toString(latest))
        .orElse("–");
  }

  private static String steady(SteadyState steady) {
    return "%s, 99 %% interval %s"
        .formatted(
            DurationText.ofSeconds(steady.meanSeconds()),
            DurationText.ofRange(steady.interval().low(), steady.interval().high()));
  }
}
