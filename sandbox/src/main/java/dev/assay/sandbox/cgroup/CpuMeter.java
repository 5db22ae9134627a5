package dev.assay.sandbox.cgroup;

import org.jspecify.annotations.Nullable;

/// The CPU time of one group. Once it is closed, it gives its last values.
interface CpuMeter extends AutoCloseable {
  /// User and system time together. Cheap.
  long nanos();

  Times times();

  @Override
  void close();

  /// @param throttledPeriods periods in which it did; absent likewise
  /// @param throttledNanos time that a quota held the group back; absent where the kernel does not
  ///   count it
  record Times(
      long nanos,
      @Nullable Long userNanos,
      @Nullable Long systemNanos,
      @Nullable Long throttledNanos,
      @Nullable Long throttledPeriods) {}
}
