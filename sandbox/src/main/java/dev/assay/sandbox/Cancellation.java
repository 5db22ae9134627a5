package dev.assay.sandbox;

import java.util.concurrent.atomic.AtomicBoolean;

/// A wish to stop, from another thread. Whoever waits looks at it at least five times a second.
public final class Cancellation {
  /// The reason of a process's [dev.assay.core.run.Ending.Stopped] that was ended by this wish.
  public static final String REASON = "cancelled";

  private final AtomicBoolean requested = new AtomicBoolean();

  public void request() {
    requested.set(true);
  }

  public boolean isRequested() {
    return requested.get();
  }
}
