package dev.assay.core.run;

import java.util.Locale;

/// A limit that ended a process.
public enum Limit {
  /// Wall time of the start up to `ready`.
  INIT,
  /// Wall time of a case, or of a whole command.
  WALL,
  /// CPU time of a case, or of a whole command, whole tree.
  CPU,
  /// Memory of the whole tree, as the kernel enforced it.
  MEMORY,
  /// Bytes in `out/`.
  OUTPUT,
  /// Bytes on the disk that the bundle's commands write to.
  DISK;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
