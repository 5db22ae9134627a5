package dev.assay.platform.http;

import dev.assay.platform.access.Secrets;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Serves the description of the API. It is put together when it is first asked for.
public final class OpenApiEndpoints implements Endpoints {
  private @Nullable Document document;

  private record Document(String yaml, String tag) {}

  @Override
  public void register(Routes routes) {
    routes.bare(HandlerType.GET, "/api/v1/openapi.yaml", this::answer);
  }

  private void answer(Exchange exchange) {
    Document found = document();
    if (!exchange.isKnown(found.tag(), "no-cache")) {
      exchange.bytes(200, "application/yaml", found.yaml().getBytes(StandardCharsets.UTF_8));
    }
  }

  private synchronized Document document() {
    if (document == null) {
      String yaml = OpenApi.toYaml(OpenApi.assemble(OpenApi.FRAGMENTS));
      document = new Document(yaml, HexFormat.of().formatHex(Secrets.hash(yaml), 0, 16));
    }
    return document;
  }
}
