package dev.assay.sandbox.cgroup;

import java.nio.file.Path;

/// CPU time from `cpuacct.usage` of version 1, in nanoseconds (kernel:
/// admin-guide/cgroup-v1/cpuacct.rst).
final class CpuacctMeter implements CpuMeter {
  private final Path group;
  private final CounterFile usage;
  private Times last = new Times(0, null, null, null, null);
  private boolean closed;

  CpuacctMeter(Path group) {
    this.group = group;
    usage = CounterFile.open(group.resolve("cpuacct.usage"));
  }

  @Override
  public synchronized long nanos() {
    return closed ? last.nanos() : Long.parseLong(usage.read().strip());
  }

  @Override
  public synchronized Times times() {
    if (!closed) {
      last =
          new Times(
              nanos(),
              KernelFile.number(group.resolve("cpuacct.usage_user")),
              KernelFile.number(group.resolve("cpuacct.usage_sys")),
              null,
              null);
    }
    return last;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      last = times();
      closed = true;
      usage.close();
    }
  }
}
