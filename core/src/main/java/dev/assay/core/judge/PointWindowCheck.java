package dev.assay.core.judge;

import dev.assay.core.run.Suspicion;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Holds the windows of a whole point against what the runner saw from outside.
///
/// `WindowCheck` looks at one case and has to grant what can befall one case. What befalls all of
/// them is no chance, so the bounds here are a tenth as wide. CPU time is the measure, since other
/// work on the machine lengthens brackets and not the CPU time in them.
public final class PointWindowCheck {
  /// Fewer cases tell nothing.
  static final int MIN_CASES = 3;

  /// Fewer cases have no quickest tenth.
  static final int MIN_CASES_FOR_WALL = 5;

  /// Windows come from one clock and CPU time from another; they may drift apart by this share.
  static final double CLOCK_DRIFT = 0.001;

  /// Wall time granted to the quickest tenth of the cases, beside the harness's own.
  static final long WALL_SLACK_NANOS = 5_000_000;

  /// Mean CPU time granted between two cases, beside the bytes'. A harness that waits uses none.
  static final long BETWEEN_NANOS = 100_000;

  /// What one pause counts for at most, so that no single one makes the mean.
  static final long MOST_BETWEEN_NANOS = 1_000_000;

  /// A burst of other work makes honest cases dear, though seldom three quarters of them: on two
  /// cores with a load of ten, the quarter of the cases that were cheapest stayed below 0.5 ms, the
  /// half below 0.9 ms and four fifths below 1.6 ms, in C and C++.
  private static final List<Mark> MARKS =
      List.of(new Mark(0.75, 1), new Mark(0.5, 3), new Mark(0.2, 6));

  private PointWindowCheck() {}

  /// So large a share of the cases must not use more CPU time outside of their windows than
  /// `factor` times what is explained.
  private record Mark(double share, int factor) {
    private int count(List<Double> outside, List<Double> explained) {
      return (int)
          IntStream.range(0, outside.size())
              .filter(i -> outside.get(i) > factor * explained.get(i))
              .count();
    }

    private boolean isPassed(List<Double> outside, List<Double> explained) {
      int count = count(outside, explained);
      return count >= MIN_CASES && count >= share * outside.size();
    }
  }

  /// What is known of one case that was answered.
  ///
  /// @param windowNanos as the harness reported it
  /// @param bracketNanos from handing over to hearing of it, on the runner's clock
  /// @param cpuNanos CPU time of the tree in the bracket; absent where it is not counted
  /// @param cpuBeforeNanos CPU time of the tree between the case before and the hand-over
  /// @param inputBytes of the case's inputs
  /// @param outputBytes of its answer
  public record CaseTiming(
      long windowNanos,
      long bracketNanos,
      @Nullable Long cpuNanos,
      @Nullable Long cpuBeforeNanos,
      long inputBytes,
      long outputBytes) {}

  /// Every reason to look twice at the point.
  ///
  /// @param cases those that were answered, in any order
  /// @param cpus cores that the process may use
  public static List<Suspicion> suspicions(List<CaseTiming> cases, HarnessCost cost, int cpus) {
    var found = new ArrayList<Suspicion>();
    hiddenCpu(cases, cost, cpus).ifPresent(found::add);
    hiddenWall(cases, cost, cpus).ifPresent(found::add);
    busyBetween(cases, cpus).ifPresent(found::add);
    return List.copyOf(found);
  }

  /// Work that the windows do not show. With several cores, each may have been busy in the window.
  private static Optional<Suspicion> hiddenCpu(List<CaseTiming> cases, HarnessCost cost, int cpus) {
    var outside = new ArrayList<Double>();
    var explained = new ArrayList<Double>();
    for (CaseTiming one : cases) {
      Long cpu = one.cpuNanos();
      if (cpu != null) {
        outside.add(cpu - one.windowNanos() * (cpus + CLOCK_DRIFT));
        explained.add((double) cost.explainedNanos(one.inputBytes(), one.outputBytes()));
      }
    }
    return MARKS.stream()
        .filter(mark -> mark.isPassed(outside, explained))
        .findFirst()
        .map(mark ->
            new Suspicion(
                Suspicion.Code.WINDOWS_TOO_SHORT,
                "at %d of %d cases more CPU time was used outside the window than %s reading, writing and the harness explain: %s in the median, where %s is the most"
                    .formatted(
                        mark.count(outside, explained),
                        outside.size(),
                        mark.factor() == 1 ? "what" : mark.factor() + " times what",
                        nanos(median(outside)),
                        nanos(mark.factor() * median(explained)))));
  }

  /// Time that the windows do not show though even the quickest cases took it. Needed only where
  /// CPU time says too little: with several cores, or where it is not counted.
  private static Optional<Suspicion> hiddenWall(
      List<CaseTiming> cases, HarnessCost cost, int cpus) {
    boolean isCounted = cases.stream().allMatch(one -> one.cpuNanos() != null);
    if (cases.size() < MIN_CASES_FOR_WALL || (isCounted && cpus == 1)) {
      return Optional.empty();
    }
    List<Double> beyond =
        cases.stream()
            .map(one ->
                one.bracketNanos()
                    - one.windowNanos()
                    - (double) cost.explainedNanos(one.inputBytes(), one.outputBytes()))
            .sorted()
            .toList();
    double quick = beyond.get(cases.size() / 10);
    if (quick <= WALL_SLACK_NANOS) {
      return Optional.empty();
    }
    return Optional.of(
        new Suspicion(
            Suspicion.Code.WINDOWS_TOO_SHORT,
            "at nine of ten cases the bracket exceeds the window by %s or more, beside what reading, writing and the harness explain; %s is the most"
                .formatted(nanos(quick), nanos(WALL_SLACK_NANOS))));
  }

  /// Work while nothing is due. With several cores, threads that spin before they go to sleep, as
  /// those of OpenMP do, are no fraud.
  private static Optional<Suspicion> busyBetween(List<CaseTiming> cases, int cpus) {
    long counted = 0;
    double sum = 0;
    double bytes = 0;
    for (CaseTiming one : cases) {
      Long before = one.cpuBeforeNanos();
      if (before != null) {
        counted++;
        sum += Math.min(before, MOST_BETWEEN_NANOS);
        bytes += one.inputBytes() + one.outputBytes();
      }
    }
    double bound = BETWEEN_NANOS + WindowCheck.CPU_NANOS_PER_BYTE * bytes / Math.max(1, counted);
    if (cpus > 1 || counted < MIN_CASES || sum / counted <= bound) {
      return Optional.empty();
    }
    return Optional.of(
        new Suspicion(
            Suspicion.Code.CPU_BETWEEN_CASES,
            "%s of CPU time between two cases in the mean of %d; %s at most are explained"
                .formatted(nanos(sum / counted), counted, nanos(bound))));
  }

  private static double median(List<Double> values) {
    return new Summary(values).median().orElseThrow();
  }

  private static String nanos(double nanos) {
    return DurationText.ofSeconds(nanos / 1e9);
  }
}
