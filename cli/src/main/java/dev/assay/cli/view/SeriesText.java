package dev.assay.cli.view;

import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.statistics.SeriesShape.Segment;
import dev.assay.core.statistics.SteadyState;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What series of iteration times do, for people.
public final class SeriesText {
  /// A series with more segments is not easier to understand by reading all of them.
  private static final int MOST_SEGMENTS = 8;

  private SeriesText() {}

  /// A line or two for each process, and one for all.
  public static List<String> of(List<SeriesShape> processes, Optional<SteadyState> steady) {
    var lines = new ArrayList<String>();
    for (int i = 0; i < processes.size(); i++) {
      lines.add("process %d: %s".formatted(i + 1, process(processes.get(i))));
      segments(processes.get(i)).ifPresent(lines::add);
    }
    lines.add(
        steady.map(SeriesText::together).orElseGet(() -> "no steady state: " + why(processes)));
    return List.copyOf(lines);
  }

  private static String process(SeriesShape shape) {
    int size = shape.segments().getLast().to();
    String steady =
        shape.kind().isSteady()
            ? ", %s from iteration %d on"
                .formatted(DurationText.ofSeconds(shape.steadyMean()), shape.steadyFrom() + 1)
            : "";
    return "%s%s (%d iterations, %d outliers)"
        .formatted(shape.kind().words(), steady, size, shape.outliers().size());
  }

  private static Optional<String> segments(SeriesShape shape) {
    List<Segment> all = shape.segments();
    if (all.size() == 1) {
      return Optional.empty();
    }
    String shown =
        all.stream()
            .limit(MOST_SEGMENTS)
            .map(SeriesText::segment)
            .collect(Collectors.joining(", "));
    String more = all.size() > MOST_SEGMENTS ? ", … (%d segments)".formatted(all.size()) : "";
    return Optional.of("  " + shown + more);
  }

  private static String segment(Segment segment) {
    return "%d–%d: %s"
        .formatted(segment.from() + 1, segment.to(), DurationText.ofSeconds(segment.meanSeconds()));
  }

  private static String together(SteadyState steady) {
    return "steady state: %s, 99 %% interval %s (%d processes)"
        .formatted(
            DurationText.ofSeconds(steady.meanSeconds()),
            DurationText.ofRange(steady.interval().low(), steady.interval().high()),
            steady.processes());
  }

  private static String why(List<SeriesShape> processes) {
    long never = processes.stream().filter(shape -> !shape.kind().isSteady()).count();
    return never > 0
        ? "%d of %d processes are never steady".formatted(never, processes.size())
        : "one process says nothing of others";
  }
}
