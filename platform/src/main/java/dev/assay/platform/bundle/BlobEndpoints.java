package dev.assay.platform.bundle;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.util.OptionalLong;

/// Takes blobs.
public final class BlobEndpoints implements Endpoints {
  private final Uploads uploads;

  public BlobEndpoints(Uploads uploads) {
    this.uploads = uploads;
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(HandlerType.PUT, "/api/v1/blobs/{hash}", Scope.SUBMIT, this::put);
  }

  private void put(Exchange exchange, Caller caller) {
    var stored =
        uploads.store(
            caller, exchange.pathParameter("hash"), length(exchange), exchange::bodyStream);
    exchange.json(stored.isNew() ? 201 : 200, stored);
  }

  private static OptionalLong length(Exchange exchange) {
    var header = exchange.header("Content-Length");
    try {
      return header.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseUnsignedLong(header.get()));
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "Content-Length: %s is no number of bytes.".formatted(SafeText.shown(header.orElse(""))),
          e);
    }
  }
}
