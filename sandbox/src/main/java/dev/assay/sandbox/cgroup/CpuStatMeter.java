package dev.assay.sandbox.cgroup;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// CPU time from `cpu.stat` of version 2, which every group has, in a hybrid too. The kernel gives
/// microseconds. `throttled_usec` is there only with the controller `cpu`.
final class CpuStatMeter implements CpuMeter {
  private final CounterFile stat;
  private String last = "";
  private boolean closed;

  CpuStatMeter(Path group) {
    stat = CounterFile.open(group.resolve("cpu.stat"));
  }

  @Override
  public long nanos() {
    Long nanos = nanos(read(), "usage_usec");
    return nanos == null ? 0 : nanos;
  }

  @Override
  public Times times() {
    String text = read();
    Long nanos = nanos(text, "usage_usec");
    return new Times(
        nanos == null ? 0 : nanos,
        nanos(text, "user_usec"),
        nanos(text, "system_usec"),
        nanos(text, "throttled_usec"),
        KernelFile.keyed(text, "nr_throttled"));
  }

  private static @Nullable Long nanos(String text, String key) {
    Long micros = KernelFile.keyed(text, key);
    return micros == null ? null : micros * 1_000;
  }

  private synchronized String read() {
    if (!closed) {
      last = stat.read();
    }
    return last;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      last = stat.read();
      closed = true;
      stat.close();
    }
  }
}
