package dev.assay.sandbox.kernel;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// What the kernel says of its own clocks.
public final class KernelClock {
  private static final int CLOCK_MONOTONIC = 1;

  /// `struct timex` of 64-bit kernels, with its padding (adjtimex(2)).
  private static final int TIMEX_BYTES = 208;

  private static final int OFFSET = 8;
  private static final int FREQUENCY = 16;
  private static final int STATUS = 40;
  private static final int CONSTANT = 48;
  private static final int TICK = 88;

  private static final MethodHandle ADJTIMEX = Linux.bind("adjtimex", JAVA_INT, ADDRESS);
  private static final MethodHandle RESOLUTION =
      Linux.bind("clock_getres", JAVA_INT, JAVA_INT, ADDRESS);

  private KernelClock() {}

  /// How the clock is being steered now. Only reads.
  public static ClockAdjustment adjustment() throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment timex = arena.allocate(TIMEX_BYTES, 8);
      Linux.call("adjtimex()", (_, state) -> (int) ADJTIMEX.invokeExact(state, timex));
      return ClockAdjustment.of(
          timex.get(JAVA_LONG, OFFSET),
          timex.get(JAVA_LONG, FREQUENCY),
          timex.get(JAVA_INT, STATUS),
          timex.get(JAVA_LONG, CONSTANT),
          timex.get(JAVA_LONG, TICK));
    }
  }

  /// The resolution of `CLOCK_MONOTONIC`, in nanoseconds (clock_getres(2)).
  public static long monotonicResolutionNanos() throws KernelException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(16, 8);
      Linux.call(
          "clock_getres(CLOCK_MONOTONIC)",
          (_, state) -> (int) RESOLUTION.invokeExact(state, CLOCK_MONOTONIC, time));
      return time.get(JAVA_LONG, 0) * 1_000_000_000L + time.get(JAVA_LONG, 8);
    }
  }
}
