package dev.assay.sandbox;

import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;

/// While it is open, the thread that took it is woken before all ordinary ones, so that what it
/// stamps is stamped as it arrives. Only for a thread that mostly sleeps.
public final class Precedence implements AutoCloseable {
  private final boolean isTaken;

  private Precedence(boolean isTaken) {
    this.isTaken = isTaken;
  }

  /// For the calling thread. Where the host withholds it nothing changes.
  public static Precedence take() {
    return new Precedence(set(true));
  }

  private static boolean set(boolean before) {
    try {
      Linux.setRealTime(before);
      return true;
    } catch (KernelException withheld) {
      return false;
    }
  }

  /// Whether the host granted it.
  public boolean isTaken() {
    return isTaken;
  }

  /// By the thread that took it.
  @Override
  public void close() {
    if (isTaken) {
      set(false);
    }
  }
}
