package dev.assay.sandbox.kernel;

/// Flags of `open(2)`. Every descriptor is opened close-on-exec besides.
public enum OpenFlag {
  WRITE_ONLY(01, 01),
  READ_WRITE(02, 02),
  CREATE(0100, 0100),
  EXCLUSIVE(0200, 0200),
  TRUNCATE(01000, 01000),
  APPEND(02000, 02000),
  NON_BLOCKING(04000, 04000),
  DIRECTORY(0200000, 040000),
  NO_FOLLOW(0400000, 0100000);

  static final int CLOSE_ON_EXEC = 02000000;

  private final int onIntel;
  private final int onArm;

  OpenFlag(int onIntel, int onArm) {
    this.onIntel = onIntel;
    this.onArm = onArm;
  }

  int value() {
    return Linux.ON_ARM ? onArm : onIntel;
  }
}
