package dev.assay.platform.bundle;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;

/// Bundles and benchmarks. In a path, the `/` of a benchmark's name is written `~`.
public final class BundleEndpoints implements Endpoints {
  private static final String ONE = "/api/v1/benchmarks/{benchmark}";

  /// Manifest and findings of the largest bundle fit easily.
  private static final long MOST_PUBLICATION_BYTES = 4 << 20;

  private final BundlePublisher publisher;
  private final Benchmarks benchmarks;
  private final Blobs blobs;

  public BundleEndpoints(BundlePublisher publisher, Benchmarks benchmarks, Blobs blobs) {
    this.publisher = publisher;
    this.benchmarks = benchmarks;
    this.blobs = blobs;
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(HandlerType.POST, "/api/v1/bundles", Scope.PUBLISH, this::publish);
    routes.open(HandlerType.GET, "/api/v1/bundles", this::list);
    routes.open(HandlerType.GET, "/api/v1/benchmarks", this::list);
    routes.open(HandlerType.GET, ONE, this::show);
    routes.scoped(HandlerType.PATCH, ONE, Scope.PUBLISH, this::change);
    routes.open(HandlerType.GET, ONE + "/versions/{version}/archive", this::archive);
  }

  private void publish(Exchange exchange, Caller caller) {
    var published =
        publisher.publish(caller, exchange.body(BundlePublication.class, MOST_PUBLICATION_BYTES));
    exchange.json(published.isNew() ? 201 : 200, published);
  }

  private void list(Exchange exchange, Caller caller) {
    int limit = exchange.limit();
    exchange.json(
        Page.of(
            benchmarks.page(caller, exchange.query("query").orElse(null), exchange.cursor(), limit),
            limit,
            BenchmarkRepository.Row::key,
            BenchmarkRepository.Row::line));
  }

  private void show(Exchange exchange, Caller caller) {
    exchange.json(benchmarks.load(caller, name(exchange), exchange.query("version").orElse(null)));
  }

  private void change(Exchange exchange, Caller caller) {
    exchange.json(benchmarks.change(caller, name(exchange), exchange.body(BenchmarkChange.class)));
  }

  private void archive(Exchange exchange, Caller caller) {
    BundleVersion version =
        benchmarks.loadVersion(caller, name(exchange), exchange.pathParameter("version"));
    if (!exchange.isKnown(version.archive(), "private, max-age=31536000, immutable")) {
      exchange
          .context()
          .status(200)
          .contentType("application/zstd")
          .result(blobs.open(version.archive()));
    }
  }

  private static String name(Exchange exchange) {
    return exchange.pathParameter("benchmark").replace('~', '/');
  }
}
