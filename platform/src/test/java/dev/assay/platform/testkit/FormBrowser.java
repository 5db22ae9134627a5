package dev.assay.platform.testkit;

import dev.assay.core.wire.JsonCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// A browser without scripts that is logged in, or not: it sends forms with its session's cookie
/// and CSRF token, and follows no redirection by itself.
///
/// @param cookie empty without a login
/// @param csrfToken empty without a login
public record FormBrowser(HttpClient client, String url, String cookie, String csrfToken) {
  private static final String BOUNDARY = "----a-boundary";

  public static FormBrowser at(String url) {
    return new FormBrowser(HttpClient.newHttpClient(), url, "", "");
  }

  /// What came back.
  public record Shown(HttpResponse<String> response) {
    public int status() {
      return response.statusCode();
    }

    public String body() {
      return response.body();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    public String location() {
      return header("Location");
    }

    /// The first text between two others; empty when they are not there.
    public String between(String before, String after) {
      int from = body().indexOf(before);
      int to = from < 0 ? -1 : body().indexOf(after, from + before.length());
      return to < 0 ? "" : body().substring(from + before.length(), to);
    }
  }

  /// The same, logged in by a login link.
  public FormBrowser byLink(String link) {
    Shown login =
        send(
            HttpRequest.newBuilder(URI.create(url + "/api/v1/login-link"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonCodec.toJson(Map.of("link", link)))));
    String token = JsonMapper.builder().build().readTree(login.body()).at("/csrf_token").asString();
    return new FormBrowser(client, url, login.header("Set-Cookie").split(";", 2)[0], token);
  }

  /// The same with another token, as another site would have to guess it.
  public FormBrowser withCsrfToken(String token) {
    return new FormBrowser(client, url, cookie, token);
  }

  public Shown get(String path) {
    return send(request(path).GET());
  }

  /// A part of a page, as htmx asks for it.
  public Shown part(String path) {
    return send(request(path).header("HX-Request", "true").GET());
  }

  /// Sends a form.
  ///
  /// @param fields names and values in turn
  public Shown post(String path, String... fields) {
    var form = new StringBuilder("csrf_token=" + encoded(csrfToken));
    for (int i = 0; i < fields.length; i += 2) {
      form.append('&').append(encoded(fields[i])).append('=').append(encoded(fields[i + 1]));
    }
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form.toString())));
  }

  /// Sends a form with files, after its fields.
  public Shown post(String path, Map<String, String> fields, Map<String, byte[]> files) {
    var body = new ByteArrayOutputStream();
    write(body, "csrf_token", csrfToken);
    fields.forEach((name, value) -> write(body, name, value));
    files.forEach((name, content) -> {
      part(body, "name=\"%s\"; filename=\"%s.bin\"".formatted(name, name));
      body.writeBytes(content);
    });
    body.writeBytes("\r\n--%s--\r\n".formatted(BOUNDARY).getBytes(StandardCharsets.UTF_8));
    byte[] bytes = body.toByteArray();
    return send(
        request(path)
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(BodyPublishers.ofByteArray(bytes, 2, bytes.length - 2)));
  }

  private static void write(ByteArrayOutputStream body, String name, String value) {
    part(body, "name=\"%s\"".formatted(name));
    body.writeBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private static void part(ByteArrayOutputStream body, String disposition) {
    body.writeBytes(
        "\r\n--%s\r\nContent-Disposition: form-data; %s\r\n\r\n"
            .formatted(BOUNDARY, disposition)
            .getBytes(StandardCharsets.UTF_8));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(url + path)).header("Accept", "text/html");
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  private Shown send(HttpRequest.Builder request) {
    try {
      return new Shown(client.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
