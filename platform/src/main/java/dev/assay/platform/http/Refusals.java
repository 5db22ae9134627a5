package dev.assay.platform.http;

import dev.assay.core.wire.JsonCodec;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Answers what Jetty refuses before any route is looked for: malformed requests, headers that are
/// too large, a server that stops.
final class Refusals implements Request.Handler {
  private final Arrivals arrivals;

  Refusals(Arrivals arrivals) {
    this.arrivals = arrivals;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus() < 400 ? 500 : response.getStatus();
    response.setStatus(status);
    var headers = response.getHeaders();
    SafeHeaders.ALL.forEach(headers::put);
    headers.put("X-Request-Id", arrivals.newId());
    headers.put("Content-Type", Problem.CONTENT_TYPE);
    if (status == 503) {
      headers.put("Retry-After", "2");
    }
    byte[] problem = JsonCodec.toBytes(Problem.ofStatus(status, detail(status), ""));
    response.write(true, ByteBuffer.wrap(problem), callback);
    return true;
  }

  private static String detail(int status) {
    return switch (status) {
      case 408 -> "The request came too slowly.";
      case 414 -> "The request's address is too long.";
      case 431 -> "The request's headers are too large.";
      case 503 -> "The platform is stopping; try again in 2 s.";
      default ->
          status < 500
              ? "This is not a well-formed request (RFC 9112): look at its line, its address and its headers."
              : "The platform could not answer this.";
    };
  }
}
