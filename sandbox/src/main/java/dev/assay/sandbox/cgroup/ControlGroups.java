package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;

/// Makes control groups on whatever hierarchies the host has. Thread-safe.
public interface ControlGroups {
  /// Makes a fresh group in every hierarchy that is used, with its limits set. The caller removes
  /// it.
  ///
  /// @param path relative to the root of each hierarchy, as in `assay/job-1/p3`
  /// @throws AssayException `NOT_PERMITTED` or `MACHINE_UNFIT` when a limit cannot be set, with the
  ///   file and the value
  ProcessGroup create(String path, GroupLimits limits);

  /// `v1`, `v2` or `hybrid`, for a run's environment.
  String version();
}
