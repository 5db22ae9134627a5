package dev.assay.platform.page.account;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A browser without scripts: keeps cookies, sends forms with the hidden fields of the page that it
/// looks at, and follows no redirect by itself.
final class Browser {
  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\">");

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;
  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>(Map.of("Accept", "text/html"));

  Browser(String url) {
    this.url = url;
  }

  /// A page, or what leads to one.
  record Shown(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String body() {
      return response.body();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String location() {
      return header("Location");
    }

    /// The hidden fields of the page's first form that is not the frame's.
    Map<String, String> hidden() {
      var fields = new LinkedHashMap<String, String>();
      String main = body().substring(Math.max(0, body().indexOf("<main")));
      Matcher found = HIDDEN.matcher(main);
      while (found.find()) {
        fields.putIfAbsent(found.group(1), found.group(2));
      }
      return fields;
    }

    /// The first text between two others.
    String between(String before, String after) {
      int from = body().indexOf(before) + before.length();
      return body().substring(from, body().indexOf(after, from));
    }
  }

  Browser with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  Map<String, String> cookies() {
    return cookies;
  }

  Shown get(String path) {
    return send(request(path).GET());
  }

  /// Sends a form with these fields, names and values in turn, and nothing else.
  Shown post(String path, String... fields) {
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(fields))));
  }

  /// Fills in the form of a page and sends it.
  Shown submit(Shown page, String path, String... fields) {
    var all = new ArrayList<String>();
    page.hidden().forEach((name, value) -> all.addAll(List.of(name, value)));
    all.addAll(List.of(fields));
    return post(path, all.toArray(String[]::new));
  }

  private static String encoded(String... fields) {
    var pairs = new ArrayList<String>();
    for (int i = 0; i < fields.length; i += 2) {
      pairs.add(encoded(fields[i]) + "=" + encoded(fields[i + 1]));
    }
    return String.join("&", pairs);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(URI.create(url + path));
    headers.forEach(request::header);
    if (!cookies.isEmpty()) {
      var pairs = new ArrayList<String>();
      cookies.forEach((name, value) -> pairs.add(name + "=" + value));
      request.header("Cookie", String.join("; ", pairs));
    }
    return request;
  }

  private Shown send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      response.headers().allValues("Set-Cookie").forEach(this::keep);
      return new Shown(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void keep(String header) {
    String[] pair = header.split(";", 2)[0].split("=", 2);
    if (header.contains("Max-Age=0")) {
      cookies.remove(pair[0]);
    } else {
      cookies.put(pair[0], pair[1]);
    }
  }
}
