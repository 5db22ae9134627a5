package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.util.concurrent.Semaphore;

/// Lets so many requests in at once, and no more.
final class Gate {
  private final String what;
  private final int most;
  private final Semaphore permits;

  /// @param what passes, in the plural
  Gate(String what, int most) {
    this.what = what;
    this.most = most;
    this.permits = new Semaphore(most);
  }

  /// @throws AssayException `UNREACHABLE` when too many are inside
  void pass(Exchange exchange, Runnable work) {
    if (!permits.tryAcquire()) {
      exchange.context().header("Retry-After", "1");
      throw new AssayException(
          ErrorCode.UNREACHABLE,
          "The platform is busy with %d %s, which is all that it takes at once; try again in 1 s."
              .formatted(most, what));
    }
    try {
      work.run();
    } finally {
      permits.release();
    }
  }
}
