package dev.assay.sandbox.kernel;

/// Flags of `mount(2)`.
public enum MountFlag {
  READ_ONLY(1),
  NO_SET_USER_ID(2),
  NO_DEVICES(4),
  NO_EXECUTION(8),
  REMOUNT(32),
  NO_ACCESS_TIME(1024),
  BIND(4096),
  RECURSIVE(16384),
  PRIVATE(1 << 18),
  SLAVE(1 << 19);

  private final long value;

  MountFlag(long value) {
    this.value = value;
  }

  long value() {
    return value;
  }
}
