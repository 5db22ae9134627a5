package dev.assay.sandbox.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KernelClockTest {
  @Test
  void readsNanosecondsAndMicrosecondsAsTheStatusSays() {
    ClockAdjustment micro = ClockAdjustment.of(1500, 0, 0x1, 2, 10_000);
    ClockAdjustment nano = ClockAdjustment.of(1500, 0, 0x2001, 2, 10_000);

    assertThat(micro.offsetNanos()).isEqualTo(1_500_000);
    assertThat(nano.offsetNanos()).isEqualTo(1500);
    assertThat(nano.synchronised()).isTrue();
  }

  @Test
  void countsFrequencyAndTickAsSteering() {
    ClockAdjustment clock = ClockAdjustment.of(0, -655_360, 0x40, 7, 10_001);

    assertThat(clock.steeringPpm()).isEqualTo(90.0);
    assertThat(clock.slewPpm()).isZero();
    assertThat(clock.synchronised()).isFalse();
  }

  /// A sixteenth of the offset in a second, with a time constant of 2.
  @Test
  void tellsHowFastAnOffsetIsMadeUpFor() {
    assertThat(ClockAdjustment.of(16_000_000, 0, 0x2001, 2, 10_000).slewPpm()).isEqualTo(1000.0);
  }

  @Test
  void readsTheClockOfThisMachine() throws KernelException {
    ClockAdjustment clock = KernelClock.adjustment();

    assertThat(clock.steeringPpm()).isBetween(-110_000.0, 110_000.0);
    assertThat(KernelClock.monotonicResolutionNanos()).isBetween(1L, 10_000_000L);
  }
}
