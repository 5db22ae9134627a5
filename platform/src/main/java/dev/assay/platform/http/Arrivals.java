package dev.assay.platform.http;

import io.javalin.http.Context;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done for every request, before and after it is answered: it gets an id, its remote
/// address and the headers of every answer; then it is counted and logged.
final class Arrivals {
  static final String REQUEST_ID = "assay.request";
  static final String REMOTE = "assay.remote";
  static final String ROUTE = "assay.route";

  private static final String STARTED = "assay.started";
  private static final Logger LOG = LoggerFactory.getLogger("dev.assay.access");

  private final TrustedProxies proxies;
  private final RequestObserver observer;
  private final SecureRandom random = new SecureRandom();

  Arrivals(TrustedProxies proxies, RequestObserver observer) {
    this.proxies = proxies;
    this.observer = observer;
  }

  void begin(Context context) {
    String id = newId();
    context.attribute(STARTED, System.nanoTime());
    context.attribute(REQUEST_ID, id);
    context.attribute(REMOTE, proxies.remote(context.req().getRemoteAddr(), forwarded(context)));
    context.header("X-Request-Id", id);
    SafeHeaders.ALL.forEach(context::header);
  }

  String newId() {
    byte[] bytes = new byte[8];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static List<String> forwarded(Context context) {
    return Collections.list(context.req().getHeaders("X-Forwarded-For"));
  }

  void end(Context context) {
    Long started = context.attribute(STARTED);
    var time = Duration.ofNanos(started == null ? 0 : System.nanoTime() - started);
    String route = text(context, ROUTE);
    String method = context.req().getMethod();
    int status = context.res().getStatus();
    observer.observed(method, route, status, time);
    LOG.atInfo()
        .addKeyValue("request", text(context, REQUEST_ID))
        .addKeyValue("remote", text(context, REMOTE))
        .log("{} {} {} {} ms", method, shownPath(context), status, time.toMillis());
  }

  private static String text(Context context, String attribute) {
    String text = context.attribute(attribute);
    return text == null ? "none" : text;
  }

  /// The path; with a login link's only its route, since its token is a secret.
  static String shownPath(Context context) {
    String route = context.attribute(ROUTE);
    return route != null && route.contains("{token}")
        ? route
        : context.req().getRequestURI().replaceAll("[^!-~]", "?");
  }
}
