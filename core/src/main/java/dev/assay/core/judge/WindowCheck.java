package dev.assay.core.judge;

import dev.assay.core.run.Suspicion;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Holds a window against what the runner saw from outside.
///
/// The bounds are generous towards slow machines: where a page fault costs 15 µs, touching fresh
/// memory alone runs at 270 MB/s, and a case is read, handed over and written once.
public final class WindowCheck {
  /// Wall time that a bracket may exceed its window by, before any bytes are counted.
  ///
  /// Waiting for a processor is no work, and on a shared machine it takes more than a hundred
  /// milliseconds now and then. What computes outside the window is found by its CPU time, whose
  /// bound is tight; this one finds what waits for something else that computes.
  static final long WALL_SLACK_NANOS = 1_000_000_000;

  /// CPU time that may be used in a bracket beyond the window, and between two cases, before any
  /// bytes are counted.
  static final long CPU_SLACK_NANOS = 5_000_000;

  /// Wall time granted per byte moved: 25 MB/s.
  static final long WALL_NANOS_PER_BYTE = 40;

  /// CPU time granted per byte moved: 50 MB/s.
  static final long CPU_NANOS_PER_BYTE = 20;

  private WindowCheck() {}

  /// What is known of one case.
  ///
  /// @param windowNanos as the harness reported it
  /// @param bracketNanos from handing over to hearing of it, on the runner's clock
  /// @param cpuNanos CPU time of the tree in the bracket; absent where it is not counted
  /// @param cpuBeforeNanos CPU time of the tree between the case before and the hand-over
  /// @param bytesMoved bytes of the inputs and of the answer
  /// @param bytesBefore bytes of the case before, whose memory is released between the two
  /// @param cpus cores that the process may use
  public record Timing(
      long windowNanos,
      long bracketNanos,
      @Nullable Long cpuNanos,
      @Nullable Long cpuBeforeNanos,
      long bytesMoved,
      long bytesBefore,
      int cpus) {}

  /// Whether the window cannot be true: not above zero, or longer than its bracket.
  public static boolean isImpossible(Timing timing) {
    return timing.windowNanos() <= 0 || timing.windowNanos() > timing.bracketNanos();
  }

  /// Every reason to look twice at the case.
  public static List<Suspicion> suspicions(Timing timing) {
    var found = new ArrayList<Suspicion>();
    if (isImpossible(timing)) {
      found.add(
          new Suspicion(
              Suspicion.Code.IMPOSSIBLE_TIME,
              "the window of %s does not fit its bracket of %s"
                  .formatted(nanos(timing.windowNanos()), nanos(timing.bracketNanos()))));
      return List.copyOf(found);
    }
    long outside = timing.bracketNanos() - timing.windowNanos();
    long wallBound = WALL_SLACK_NANOS + WALL_NANOS_PER_BYTE * timing.bytesMoved();
    if (outside > wallBound) {
      found.add(
          new Suspicion(
              Suspicion.Code.TIME_OUTSIDE_WINDOW,
              "%s of the bracket lie outside the window; moving %s explains %s at most"
                  .formatted(nanos(outside), bytes(timing.bytesMoved()), nanos(wallBound))));
    }
    addCpu(timing, found);
    return List.copyOf(found);
  }

  private static void addCpu(Timing timing, List<Suspicion> found) {
    Long cpu = timing.cpuNanos();
    long cpuBound = CPU_SLACK_NANOS + CPU_NANOS_PER_BYTE * timing.bytesMoved();
    if (cpu != null && cpu - timing.windowNanos() * timing.cpus() > cpuBound) {
      found.add(
          new Suspicion(
              Suspicion.Code.CPU_OUTSIDE_WINDOW,
              "%s of CPU time in the bracket, %s more than its window on %d core(s) can use; moving %s explains %s at most"
                  .formatted(
                      nanos(cpu),
                      nanos(cpu - timing.windowNanos() * timing.cpus()),
                      timing.cpus(),
                      bytes(timing.bytesMoved()),
                      nanos(cpuBound))));
    }
    Long before = timing.cpuBeforeNanos();
    long beforeBound = CPU_SLACK_NANOS + CPU_NANOS_PER_BYTE * timing.bytesBefore();
    if (before != null && before > beforeBound) {
      found.add(
          new Suspicion(
              Suspicion.Code.CPU_BETWEEN_CASES,
              "%s of CPU time before the case was handed over; %s at most are explained"
                  .formatted(nanos(before), nanos(beforeBound))));
    }
  }

  private static String nanos(long nanos) {
    return DurationText.ofSeconds(nanos / 1e9);
  }

  private static String bytes(long bytes) {
    return new DataSize(bytes).toText();
  }
}
