package dev.assay.sandbox.runc;

import dev.assay.core.run.MachineNoise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Counters of the whole machine at one moment (proc_stat(5), proc_loadavg(5)).
///
/// @param stealTicks time that the hypervisor gave to others; absent where it cannot be read
record MachineClock(long atNanos, @Nullable Long stealTicks) {
  /// The kernel tells these in hundredths of a second on both architectures (USER_HZ).
  private static final long TICK_NANOS = 10_000_000;

  private static final int STEAL = 8;

  static MachineClock now() {
    return new MachineClock(System.nanoTime(), readSteal().orElse(null));
  }

  private static Optional<Long> readSteal() {
    try (var lines = Files.newBufferedReader(Path.of("/proc/stat"))) {
      String first = lines.readLine();
      return first == null
          ? Optional.empty()
          : Optional.of(Long.parseLong(first.split(" +", -1)[STEAL]));
    } catch (IOException | IndexOutOfBoundsException absent) {
      return Optional.empty();
    }
  }

  /// What went on since this moment.
  MachineNoise noiseUntilNow(@Nullable Long throttledNanos) {
    Long before = stealTicks;
    Long after = before == null ? null : readSteal().orElse(null);
    Long steal = before == null || after == null ? null : (after - before) * TICK_NANOS;
    return new MachineNoise(steal, throttledNanos, readLoad().orElse(null));
  }

  private static Optional<Double> readLoad() {
    try {
      return Optional.of(
          Double.valueOf(Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0]));
    } catch (IOException absent) {
      return Optional.empty();
    }
  }
}
