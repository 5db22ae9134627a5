package dev.assay.platform.http;

import io.javalin.http.Context;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes in what is left of the body of a request that is refused. A connection that is closed with
/// bytes unread is reset, and whoever still sends them loses the answer (RFC 9112, section 9.6).
final class UnreadBody {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadBody.class);

  /// Attribute of requests with the body that somebody reads.
  static final String BEGUN = "assay.body";

  /// A longer body is not taken in: its sender has to look at the answer while it sends.
  private static final long MOST_BYTES = Exchange.MOST_JSON_BYTES;

  private static final long PATIENCE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final long FIRST_PAUSE_NANOS = 500_000;
  private static final long LONGEST_PAUSE_NANOS = 50_000_000;

  private UnreadBody() {}

  /// Waits a moment for it, and gives up silently. Not for a body in chunks, whose end cannot be
  /// seen without waiting for it.
  static void takeIn(Context context) {
    long length = context.req().getContentLengthLong();
    // Who waits for `100 Continue` has sent nothing, and is not asked to.
    if (context.header("Expect") != null || length > MOST_BYTES || length <= 0) {
      return;
    }
    try {
      BoundedBody begun = context.attribute(BEGUN);
      takeIn(context.req().getInputStream(), length - (begun == null ? 0 : begun.count()));
    } catch (IOException | IllegalStateException e) {
      LOG.debug("The rest of a refused request did not come", e);
    }
  }

  private static void takeIn(ServletInputStream in, long length) throws IOException {
    long begun = System.nanoTime();
    long taken = 0;
    long pause = FIRST_PAUSE_NANOS;
    byte[] buffer = new byte[8192];
    while (!in.isFinished() && taken < length && System.nanoTime() - begun < PATIENCE_NANOS) {
      int there = in.available();
      if (there > 0) {
        taken += Math.max(0, in.read(buffer, 0, Math.min(there, buffer.length)));
      } else {
        LockSupport.parkNanos(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      }
    }
  }
}
