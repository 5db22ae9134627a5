package dev.assay.sandbox.kernel;

/// How the kernel steers its clock (adjtimex(2)). `CLOCK_MONOTONIC` is steered with it.
///
/// @param synchronised whether a time service keeps it (`STA_UNSYNC` is not set)
/// @param offsetNanos what is still to be made up for, slowly
/// @param steeringPpm by how many millionths the clock is made faster than its hardware; for ever,
///   so it corrects the hardware
/// @param slewPpm by how many millionths it is made faster now to make up for `offsetNanos`
public record ClockAdjustment(
    boolean synchronised, long offsetNanos, double steeringPpm, double slewPpm) {
  private static final int STA_UNSYNC = 0x40;
  private static final int STA_NANO = 0x2000;

  /// `freq` has 16 binary places.
  private static final double FREQUENCY_UNIT = 65_536;

  /// Microseconds of a tick that is not adjusted, at the 100 ticks a second of this interface.
  private static final long USUAL_TICK = 10_000;

  /// `SHIFT_PLL` of the kernel's `ntp.c`: each second, the offset shrinks by itself divided by two
  /// to the power of this and the time constant.
  private static final int LOOP_SHIFT = 2;

  /// From the fields of `struct timex`.
  static ClockAdjustment of(long offset, long frequency, int status, long constant, long tick) {
    long offsetNanos = (status & STA_NANO) != 0 ? offset : offset * 1000;
    double share = Math.scalb(1.0, -(LOOP_SHIFT + Math.clamp(constant, 0, 10)));
    return new ClockAdjustment(
        (status & STA_UNSYNC) == 0,
        offsetNanos,
        frequency / FREQUENCY_UNIT + (tick - USUAL_TICK) * 1e6 / USUAL_TICK,
        offsetNanos * share / 1000);
  }
}
