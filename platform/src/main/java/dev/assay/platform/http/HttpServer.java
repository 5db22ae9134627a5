package dev.assay.platform.http;

import dev.assay.core.error.AssayException;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;

/// Serves endpoints. Every failure is a problem document.
public final class HttpServer implements AutoCloseable {
  private final RouteTable table = new RouteTable();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final HttpSettings settings;
  private final Arrivals arrivals;
  private final Javalin javalin;

  private HttpServer(
      HttpSettings settings,
      Authenticator authenticator,
      RequestObserver observer,
      FailurePage failurePage,
      List<Endpoints> endpoints) {
    this.settings = settings;
    this.arrivals = new Arrivals(new TrustedProxies(settings.trustedProxies()), observer);
    this.javalin =
        Javalin.create(config -> {
          configure(config, failurePage);
          var routes =
              new Routes(
                  config.routes,
                  authenticator,
                  new RateLimits(settings.rates()),
                  settings.bounds(),
                  table,
                  stopping::get);
          endpoints.forEach(one -> one.register(routes));
        });
  }

  /// Without limits of rates and without anybody who observes.
  ///
  /// @param port 0 for any free one
  public static HttpServer start(
      String host, int port, Authenticator authenticator, List<Endpoints> endpoints) {
    return start(
        HttpSettings.unlimited(host, port), authenticator, RequestObserver.NONE, endpoints);
  }

  /// Listens when it returns.
  public static HttpServer start(
      HttpSettings settings,
      Authenticator authenticator,
      RequestObserver observer,
      List<Endpoints> endpoints) {
    return start(settings, authenticator, observer, FailurePage.NONE, endpoints);
  }

  /// @param failurePage shows people what went wrong
  public static HttpServer start(
      HttpSettings settings,
      Authenticator authenticator,
      RequestObserver observer,
      FailurePage failurePage,
      List<Endpoints> endpoints) {
    var server = new HttpServer(settings, authenticator, observer, failurePage, endpoints);
    server.javalin.start();
    return server;
  }

  public int port() {
    return javalin.port();
  }

  /// All pages, whose addresses stay true for ever.
  public List<Route> pages() {
    return table.pages();
  }

  /// All of the API.
  public List<Route> routes() {
    return table.routes();
  }

  private void configure(JavalinConfig config, FailurePage failurePage) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.concurrency.useVirtualThreads = true;
    config.http.prefer405over404 = true;
    config.http.strictContentTypes = true;
    config.http.maxRequestSize = Exchange.MOST_FORM_BYTES;
    config.jetty.modifyServer(this::settle);
    config.jetty.modifyServletContextHandler(
        handler -> handler.setErrorHandler(new Refusals(arrivals)));
    config.jetty.modifyHttpConfiguration(this::bound);
    config.jetty.addConnector(this::connector);
    config.requestLogger.http((context, millis) -> arrivals.end(context));
    config.router.javaLangErrorHandler(Failures::answerError);
    var failures = new Failures(table, failurePage);
    config.routes.before(arrivals::begin);
    config.routes.exception(AssayException.class, failures::answer);
    config.routes.exception(HttpResponseException.class, failures::answerRouting);
    config.routes.exception(Exception.class, failures::answerUnexpected);
  }

  private void settle(Server server) {
    server.setErrorHandler(new Refusals(arrivals));
    server.setHandler(new GracefulHandler());
    server.setStopTimeout(settings.bounds().stop().toMillis());
    server.addBean(new NetworkConnectionLimit(settings.bounds().connections(), server));
  }

  private void bound(HttpConfiguration http) {
    http.setSendServerVersion(false);
    // Javalin's own takes encoded slashes and dots, which are ways around what a path seems to be.
    http.setUriCompliance(UriCompliance.DEFAULT);
    http.setRequestHeaderSize(settings.bounds().headerBytes());
    http.setIdleTimeout(settings.bounds().idle().toMillis());
  }

  private Connector connector(Server server, HttpConfiguration http) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.bounds().idle().toMillis());
    return connector;
  }

  /// Takes no new requests, ends streams, lets those that are worked on finish within the bound.
  @Override
  public void close() {
    stopping.set(true);
    javalin.stop();
  }
}
