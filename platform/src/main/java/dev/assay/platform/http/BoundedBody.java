package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A body that may have so many bytes and no more, and comes with some speed. It is asked for when
/// it is read, which is when a client that waits for `100 Continue` sends it.
final class BoundedBody extends InputStream {
  /// Slower bodies are broken off, after the time in which nothing is asked of them.
  private static final long LEAST_BYTES_PER_SECOND = 256;

  private static final long SECONDS_OF_GRACE = 20;

  private final Opening opening;
  private final long most;
  private final LongSupplier nanoTime;
  private @Nullable InputStream in;
  private long begun;
  private long read;

  /// Opens the body.
  interface Opening {
    InputStream open() throws IOException;
  }

  BoundedBody(Opening opening, long most, LongSupplier nanoTime) {
    this.opening = opening;
    this.most = most;
    this.nanoTime = nanoTime;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) {
    int count = readSome(buffer, offset, length);
    read += Math.max(0, count);
    if (read > most) {
      throw tooLarge(most);
    }
    requireSpeed();
    return count;
  }

  /// Bytes so far.
  long count() {
    return read;
  }

  private int readSome(byte[] buffer, int offset, int length) {
    try {
      if (in == null) {
        in = opening.open();
        begun = nanoTime.getAsLong();
      }
      return in.read(buffer, offset, length);
    } catch (IOException e) {
      throw brokenOff(e);
    }
  }

  private void requireSpeed() {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - begun);
    if (read < (seconds - SECONDS_OF_GRACE) * LEAST_BYTES_PER_SECOND) {
      throw new HttpResponseException(
          408,
          "The request's body came too slowly: %d bytes in %d s. Send at least %d bytes a second."
              .formatted(read, seconds, LEAST_BYTES_PER_SECOND));
    }
  }

  static AssayException brokenOff(IOException cause) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID,
        "The request's body broke off, or nothing more of it came in time.",
        cause);
  }

  static AssayException tooLarge(long most) {
    return new AssayException(
        ErrorCode.TOO_LARGE,
        "The request's body has more than %d bytes, which is the most here.".formatted(most));
  }
}
