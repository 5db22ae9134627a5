package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.http.Route;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts that people choose are refused or kept as they are; none is a fault of Assay.
class HostileTextTest {
  /// As they stand in JSON: NUL, half of a surrogate pair, markup, SQL, control characters, an
  /// override of the direction, very long.
  private static final List<String> TEXTS =
      List.of(
          "a\\u0000b",
          "a\\ud800b",
          "\\udc00",
          "<script>alert(1)</script>",
          "'; drop table account; --",
          "a\\u001b[31mb\\r\\nX-Injected: 1",
          "\\u202eabc",
          "",
          "x".repeat(20_000));

  /// Who sends what where; `%s` is the text.
  private record Place(Api who, String method, String path, String body) {}

  @TempDir Path folder;
  private PlatformWorld world;
  private Api operator;
  private Api host;
  private String run = "";
  private String runner = "";

  @BeforeEach
  void start() {
    world = new PlatformWorld(TestDatabase.freshAddress(), folder);
    operator = world.operator();
    host = world.account(operator, "hedy", "host");
    PlatformWorld.publish(host, "polymul/negacyclic@1.0.0", null);
    var measuring = world.runner(operator, "n1");
    runner = measuring.id();
    PlatformWorld.submit(host, "ntt", null);
    var lease = measuring.claim();
    run = lease.runId();
    measuring.measure(lease, 1e-3);
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private List<Place> places() {
    String hash = "a".repeat(64);
    String pack = "{\"pack\": {\"blob\": \"%s\", \"repository\": \"%s\", \"commit\": \"%s\"%s}%s}";
    String commit = PlatformWorld.COMMIT;
    var places = new ArrayList<Place>();
    for (String body :
        List.of(
            pack.formatted("%s", "r", commit, "", ""),
            pack.formatted(hash, "%s", commit, "", ""),
            pack.formatted(hash, "r", "%s", "", ""),
            pack.formatted(hash, "r", commit, ", \"path\": \"%s\"", ""),
            pack.formatted(hash, "r", commit, "", ", \"bundle\": \"%s\""),
            pack.formatted(hash, "r", commit, "", ", \"points\": [\"%s\"]"),
            pack.formatted(hash, "r", commit, "", ", \"seeds\": \"%s\""),
            "{\"repository\": {\"url\": \"%s\"}}",
            "{\"repository\": {\"url\": \"https://example.org/x\", \"revision\": \"%s\"}}",
            "{\"repository\": {\"url\": \"https://example.org/x\", \"path\": \"%s\"}}")) {
      places.add(new Place(host, "POST", "/api/v1/submissions", body));
    }
    String image = "{\"reference\": \"%s\", \"digest\": \"%s\", \"recipe\": \"%s\"}";
    String digest = "sha256:" + "2".repeat(64);
    for (String body :
        List.of(
            image.formatted("%s", digest, "x"),
            image.formatted("localhost/a", "%s", "x"),
            image.formatted("localhost/a", digest, "%s"))) {
      places.add(new Place(host, "POST", "/api/v1/images", body));
    }
    String publication =
        "{\"archive\": \"%s\", \"image\": {\"reference\": \"%s\", \"digest\": \"%s\"}, \"findings\": [{\"what\": \"%s\", \"passed\": true, \"detail\": \"%s\"}]%s}";
    for (String body :
        List.of(
            publication.formatted("%s", "i", digest, "w", "d", ""),
            publication.formatted(hash, "%s", digest, "w", "d", ""),
            publication.formatted(hash, "i", digest, "%s", "d", ""),
            publication.formatted(hash, "i", digest, "w", "%s", ""),
            publication.formatted(hash, "i", digest, "w", "d", ", \"reference_pool\": \"%s\""),
            publication.formatted(hash, "i", digest, "w", "d", ", \"recipe\": \"%s\""))) {
      places.add(new Place(host, "POST", "/api/v1/bundles", body));
    }
    String benchmark = "/api/v1/benchmarks/polymul~negacyclic";
    places.add(new Place(host, "PATCH", benchmark, "{\"reference_pool\": \"%s\"}"));
    places.add(new Place(host, "POST", benchmark + "/rejudgings", "{\"version\": \"%s\"}"));
    places.add(
        new Place(
            host,
            "POST",
            benchmark + "/rejudgings",
            "{\"version\": \"1.0.0\", \"from\": [\"%s\"]}"));
    places.add(
        new Place(
            host,
            "POST",
            "/api/v1/runs/%s/points/N1024-W64/suspicion".formatted(run),
            "{\"is_cleared\": false, \"reason\": \"%s\"}"));
    places.add(
        new Place(
            operator,
            "POST",
            "/api/v1/runners/%s/set-aside".formatted(runner),
            "{\"reason\": \"%s\"}"));
    places.add(new Place(operator, "POST", "/api/v1/runner-codes", "{\"pool\": \"%s\"}"));
    places.add(new Place(operator, "POST", "/api/v1/runner-codes", "{\"labels\": [\"%s\"]}"));
    places.add(
        new Place(
            operator, "POST", "/api/v1/accounts", "{\"name\": \"%s\", \"role\": \"author\"}"));
    places.add(
        new Place(host, "POST", "/api/v1/tokens", "{\"name\": \"%s\", \"scopes\": [\"read\"]}"));
    String hook = "{\"url\": \"%s\", \"events\": [\"%s\"], \"benchmarks\": [\"%s\"]}";
    for (String body :
        List.of(
            hook.formatted("%s", "run.finished", "polymul/negacyclic"),
            hook.formatted("https://93.184.216.34/", "%s", "polymul/negacyclic"),
            hook.formatted("https://93.184.216.34/", "run.finished", "%s"))) {
      places.add(new Place(host, "POST", "/api/v1/webhooks", body));
    }
    places.add(
        new Place(
            world.nobody(),
            "POST",
            "/api/v1/runner/register",
            "{\"code\": \"%s\", \"name\": \"n9\"}"));
    return places;
  }

  @Test
  void inBodies() {
    for (Place place : places()) {
      for (String text : TEXTS) {
        var reply =
            place.who().send(place.method(), place.path(), place.body().replace("%s", text));
        assertThat(reply.status())
            .as(
                "%s %s %s with %s: %s",
                place.method(),
                place.path(),
                place.body(),
                text.substring(0, Math.min(40, text.length())),
                reply.body())
            .isBetween(200, 499);
        assertThat(reply.header("X-Injected")).isEmpty();
      }
    }
    assertThat(operator.get("/api/v1/accounts").status()).isEqualTo(200);
  }

  @Test
  void inPathsAndQueries() {
    for (String text : List.of("%00", "%ED%A0%80", "'%3B--", "%0d%0aX-Injected:1")) {
      for (Route route : world.platform.routes()) {
        if (route.method().equals("GET") && !route.path().startsWith("/api/v1/runner/")) {
          String path = route.path().replaceAll("[{<][a-z]+[}>]", text);
          for (String query :
              List.of(
                  "",
                  "?cursor=%s&limit=%s".formatted(text, text),
                  "?benchmark=%1$s&state=%1$s&point=%1$s&reference=%1$s&implementation=%1$s&version=%1$s&class=%1$s&run=%1$s&run=%1$s"
                      .formatted(text))) {
            var reply = unchecked(operator).get(path + query);
            assertThat(reply.status())
                .as("GET %s%s: %s", path, query, reply.body())
                .isBetween(200, 499);
            assertThat(reply.header("X-Injected")).isEmpty();
          }
        }
      }
    }
  }

  /// Paths that are no path of a route are answered by the server before any route.
  private static Api unchecked(Api api) {
    return new Api(api.client(), api.url(), api.headers(), null);
  }
}
