package dev.assay.platform.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Speaks to a platform over HTTP as one caller, and holds each answer to the description of the
/// API. Immutable: `with…` gives another.
///
/// @param conformity absent where answers are not described
public record Api(
    HttpClient client, String url, List<String> headers, @Nullable OpenApiConformity conformity) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  public Api {
    headers = List.copyOf(headers);
  }

  /// @param url without a slash at the end
  public static Api at(String url, @Nullable OpenApiConformity conformity) {
    return new Api(HttpClient.newHttpClient(), url, List.of(), conformity);
  }

  /// An answer.
  public record Reply(HttpResponse<String> response) {
    public int status() {
      return response.statusCode();
    }

    public String body() {
      return response.body();
    }

    public JsonNode json() {
      return MAPPER.readTree(response.body());
    }

    /// A text in the body, as in `/account/id` (RFC 6901).
    public String text(String pointer) {
      return json().at(pointer).asString();
    }

    /// The first value of a header; empty without.
    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  public Api with(String header, String value) {
    var all = new ArrayList<>(headers);
    all.add(header);
    all.add(value);
    return new Api(client, url, all, conformity);
  }

  public Api withToken(String token) {
    return with("Authorization", "Bearer " + token);
  }

  public Reply get(String path) {
    return send("GET", path, null);
  }

  public Reply post(String path, @Nullable String json) {
    return send("POST", path, json);
  }

  /// @param json absent for no body
  public Reply send(String method, String path, @Nullable String json) {
    var request = HttpRequest.newBuilder(URI.create(url + path));
    request.method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    if (json != null && !headers.contains("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    return send(request.build());
  }

  /// Sends bytes as they are.
  public Reply put(String path, byte[] content) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/octet-stream")
            .PUT(BodyPublishers.ofByteArray(content));
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    return send(request.build());
  }

  private Reply send(HttpRequest request) {
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      if (conformity != null) {
        conformity.check(
            request.method(),
            request.uri().getPath(),
            response.statusCode(),
            response.headers().firstValue("Content-Type").orElse(null),
            response.body());
      }
      return new Reply(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
