package dev.assay.sandbox.cgroup;

import dev.assay.core.run.MemorySample;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.kernel.Descriptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One control group, in every hierarchy of the host that is used.
public interface ProcessGroup {
  /// Moves a process with all its threads into the group. After a quiet moment the first move costs
  /// a grace period of the kernel's RCU, 4 to 12 ms at 250 Hz, whichever hierarchy comes first
  /// (`cgroup_threadgroup_rwsem`); others within the next 10 ms cost 0.03 ms a hierarchy. So the
  /// launcher's processes join by themselves, and this is for those that cannot.
  ///
  /// @param pid in the host's pid namespace
  void add(long pid);

  /// CPU time of everything that ever ran in the group. Cheap: one read.
  long cpuNanos();

  /// What a case is accounted from, and the processor time of the machine. Some 0.2 ms.
  MeterReading read();

  /// Processes that the kernel killed for this group's memory limit; absent where it does not count
  /// them. Cheap: one read.
  @Nullable Long oomKills();

  /// Becomes readable when the group is out of memory and the kernel is about to kill one of its
  /// processes; absent where the kernel kills all of them at once. The group closes it.
  @Nullable Descriptor oomNotice();

  /// Resident memory now.
  ///
  /// @param atNanos stands in the sample as given
  MemorySample sampleMemory(long atNanos);

  GroupUsage usage();

  /// Host pids of its living processes.
  List<Long> processes();

  /// Sends SIGKILL to every process of the group until none is left, stopped and frozen ones
  /// included; gives up after a second.
  void kill();

  /// Takes the group away. It must be empty; waits shortly for the kernel to notice.
  void remove();
}
