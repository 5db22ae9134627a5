package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import java.nio.file.Path;
import java.util.List;

/// Makes control groups on whatever hierarchies the host has. Thread-safe.
public interface ControlGroups {
  /// Makes a fresh group in every hierarchy that is used, with its limits set. The caller removes
  /// it.
  ///
  /// @param path relative to the root of each hierarchy, as in `assay/job-1/p3`
  /// @throws AssayException `NOT_PERMITTED` or `MACHINE_UNFIT` when a limit cannot be set, with the
  ///   file and the value
  ProcessGroup create(String path, GroupLimits limits);

  /// Kills whatever lives in a group and in those below it, and takes them all away, in every
  /// hierarchy that is mounted: what a container or a dead owner left. Nothing happens when there
  /// are none.
  ///
  /// @param path as for `create`
  /// @throws AssayException `SANDBOX_FAILED` when something in it does not die within two seconds
  void removeTree(String path);

  /// Roots of the hierarchies that `create` makes a folder in, each once. A process that joins the
  /// folder `path` of all of them is in the group.
  List<Path> hierarchies();

  /// `v1`, `v2` or `hybrid`, for a run's environment.
  String version();
}
