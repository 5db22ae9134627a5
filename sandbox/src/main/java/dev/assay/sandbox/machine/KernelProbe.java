package dev.assay.sandbox.machine;

import dev.assay.sandbox.kernel.ClockAdjustment;
import dev.assay.sandbox.kernel.KernelClock;
import dev.assay.sandbox.kernel.KernelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Asks the kernel of this machine.
public final class KernelProbe implements MachineProbe {
  private static final int BATCHES = 25;
  private static final int READINGS = 200;

  @Override
  public Optional<ClockAdjustment> clockAdjustment() {
    try {
      return Optional.of(KernelClock.adjustment());
    } catch (KernelException refused) {
      // Some containers forbid it.
      return Optional.empty();
    }
  }

  /// Takes half a millisecond where the clock is good. Called through the JVM, so some tens of
  /// nanoseconds too many.
  @Override
  public Optional<MonotonicClock> monotonicClock() {
    double[] costs = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      long end = start;
      for (int reading = 0; reading < READINGS; reading++) {
        end = System.nanoTime();
      }
      costs[batch] = (end - start) / (double) READINGS;
    }
    Arrays.sort(costs);
    try {
      return Optional.of(
          new MonotonicClock(KernelClock.monotonicResolutionNanos(), costs[BATCHES / 2]));
    } catch (KernelException refused) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Long> freeBytes(Path folder) {
    Path parent = folder.toAbsolutePath();
    while (parent.getParent() != null && !Files.isDirectory(parent)) {
      parent = parent.getParent();
    }
    try {
      return Optional.of(Files.getFileStore(parent).getUsableSpace());
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }
}
