package dev.assay.sandbox.cgroup;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/// The controllers that limits and meters stand on. They have other names in version 2.
enum Controller {
  MEMORY("memory", "memory"),
  PIDS("pids", "pids"),
  CPUSET("cpuset", "cpuset"),
  /// Version 2 counts CPU time in every group, with no controller.
  CPU_TIME("cpuacct", "cpu"),
  BLOCK_IO("blkio", "io");

  static final Set<String> NAMES =
      Arrays.stream(values()).map(Controller::version1).collect(Collectors.toUnmodifiableSet());

  private final String version1;
  private final String version2;

  Controller(String version1, String version2) {
    this.version1 = version1;
    this.version2 = version2;
  }

  String version1() {
    return version1;
  }

  String version2() {
    return version2;
  }
}
