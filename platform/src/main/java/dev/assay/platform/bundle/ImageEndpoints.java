package dev.assay.platform.bundle;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;

/// Published images.
public final class ImageEndpoints implements Endpoints {
  private final ImageRegistry images;

  public ImageEndpoints(ImageRegistry images) {
    this.images = images;
  }

  @Override
  public void register(Routes routes) {
    routes.open(HandlerType.GET, "/api/v1/images", this::list);
    routes.scoped(HandlerType.POST, "/api/v1/images", Scope.PUBLISH, this::publish);
  }

  private void list(Exchange exchange, Caller caller) {
    int limit = exchange.limit();
    exchange.json(
        Page.of(
            images.page(exchange.query("reference").orElse(null), exchange.cursor(), limit),
            limit,
            ImageRepository.Row::key,
            ImageRepository.Row::image));
  }

  private void publish(Exchange exchange, Caller caller) {
    var published = images.publish(caller, exchange.body(ImagePublication.class));
    exchange.json(published.isNew() ? 201 : 200, published.image());
  }
}
