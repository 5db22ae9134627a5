package dev.assay.sandbox;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A wish to stop, from another thread. Whoever waits looks at it at least five times a second.
public final class Cancellation {
  /// The reason of a process's [dev.assay.core.run.Ending.Stopped] that was ended by this wish.
  public static final String REASON = "cancelled";

  private final AtomicBoolean requested = new AtomicBoolean();
  private final @Nullable Cancellation whole;

  public Cancellation() {
    this(null);
  }

  private Cancellation(@Nullable Cancellation whole) {
    this.whole = whole;
  }

  /// A wish for a part of this: it is requested with this one too, and not the other way round.
  public Cancellation ofPart() {
    return new Cancellation(this);
  }

  public void request() {
    requested.set(true);
  }

  public boolean isRequested() {
    return requested.get() || (whole != null && whole.isRequested());
  }
}
