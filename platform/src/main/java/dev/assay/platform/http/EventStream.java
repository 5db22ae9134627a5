package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import dev.assay.core.wire.JsonCodec;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/// A stream of server-sent events to one reader (WHATWG HTML, section 9.2). It begins with the
/// first event; what is thrown before is answered as a problem document.
public final class EventStream {
  private final Exchange exchange;
  private final BooleanSupplier isStopping;
  private boolean isBegun;
  private volatile boolean isGone;

  EventStream(Exchange exchange, BooleanSupplier isStopping) {
    this.exchange = exchange;
    this.isStopping = isStopping;
  }

  public Exchange exchange() {
    return exchange;
  }

  /// Whether the reader has gone, or the platform stops. A reader who has gone is noticed by
  /// sending.
  public boolean isClosed() {
    return isGone || isStopping.getAsBoolean();
  }

  /// @param document a record, sent as JSON on one line
  public void send(String event, Object document) {
    write("event: %s\ndata: %s\n\n".formatted(event, JsonCodec.toLine(document)));
  }

  /// Keeps proxies from closing a quiet stream.
  public void keepAlive() {
    write(": still here\n\n");
  }

  private synchronized void write(String text) {
    if (isGone) {
      return;
    }
    Context context = exchange.context();
    try {
      if (!isBegun) {
        isBegun = true;
        context.res().setStatus(200);
        context.res().setContentType("text/event-stream");
        context.res().setHeader("Cache-Control", "no-cache, no-transform");
        context.res().setHeader("X-Accel-Buffering", "no");
      }
      context.res().getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      context.res().flushBuffer();
    } catch (IOException e) {
      isGone = true;
    }
  }

  void guard(Runnable handler) {
    try {
      handler.run();
    } catch (AssayException e) {
      if (!isBegun) {
        throw e;
      }
      write(
          "event: problem\ndata: %s\n\n"
              .formatted(JsonCodec.toLine(Problem.of(e, exchange.path()))));
    }
  }
}
