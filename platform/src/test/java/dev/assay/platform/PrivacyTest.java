package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.platform.http.Route;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is private to others answers exactly like what does not exist, on every route that names
/// something private.
class PrivacyTest {
  private static final Map<String, String> BODIES =
      Map.of(
          "PATCH /api/v1/benchmarks/{benchmark}", "{\"is_private\": false}",
          "POST /api/v1/benchmarks/{benchmark}/rejudgings", "{\"version\": \"1.1.0\"}",
          "POST /api/v1/runs/{run}/points/{point}/suspicion",
              "{\"is_cleared\": true, \"reason\": \"fine\"}");

  @TempDir Path folder;
  private PlatformWorld world;
  private Api operator;
  private Api host;
  private String run;

  /// By the name of a parameter, something private.
  private final Map<String, String> hidden = new LinkedHashMap<>();

  @BeforeEach
  void hide() {
    world = new PlatformWorld(TestDatabase.freshAddress(), folder);
    operator = world.operator();
    host = world.account(operator, "hedy", "host");
    PlatformWorld.publish(host, "polymul/negacyclic@1.0.0", true);
    var runner = world.runner(operator, "n1");
    var submitted = PlatformWorld.submit(host, "ntt", true);
    Lease lease = runner.claim();
    runner.measure(lease, 1e-3);
    run = lease.runId();
    PlatformWorld.publish(host, "polymul/negacyclic@1.1.0", null);
    var set =
        host.post("/api/v1/benchmarks/polymul~negacyclic/rejudgings", "{\"version\": \"1.1.0\"}");
    hidden.put("benchmark", "polymul~negacyclic");
    hidden.put("run", run);
    hidden.put("job", lease.jobId());
    hidden.put("submission", submitted.text("/submission"));
    hidden.put("implementation", submitted.text("/implementation"));
    hidden.put("rejudging", set.text("/id"));
    assertThat(hidden.values()).doesNotContain("");
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private List<Route> routes() {
    return world.platform.routes().stream()
        .filter(route -> hidden.keySet().stream().anyMatch(name -> names(route, name)))
        .filter(route -> !route.path().startsWith("/api/v1/runner/"))
        .filter(route -> !route.path().endsWith("/priority"))
        .toList();
  }

  private static boolean names(Route route, String parameter) {
    return route.path().contains("{%s}".formatted(parameter));
  }

  private String path(Route route, boolean isThere) {
    String path = route.path();
    for (var one : hidden.entrySet()) {
      String value = isThere ? one.getValue() : absent(one.getKey());
      path = path.replace("{%s}".formatted(one.getKey()), value);
    }
    return path.replace("{version}", "1.0.0")
            .replace("{point}", "N1024-W64")
            .replace("<name>", "logs/build.log")
            .replace("{file}", "data.csv.gz")
        + (path.endsWith("/standings") ? "?point=N1024-W64" : "");
  }

  private static String absent(String parameter) {
    return parameter.equals("benchmark") ? "polymul~nothing" : "zzzzzzzzzz";
  }

  private String answer(Api who, Route route, boolean isThere) {
    String body = BODIES.get(route.method() + " " + route.path());
    var reply = who.send(route.method(), path(route, isThere), body);
    String text = reply.body();
    for (var one : hidden.entrySet()) {
      String value = isThere ? one.getValue() : absent(one.getKey());
      text = text.replace(value, "X").replace(value.replace('~', '/'), "X");
    }
    return reply.status() + " " + text;
  }

  @Test
  void strangersCannotTellWhatIsPrivateFromWhatIsNotThere() {
    Api author = world.account(operator, "eve", "author");
    Api otherHost = world.account(operator, "hugo", "host");
    assertThat(routes()).hasSizeGreaterThan(20);
    Set<String> told = new TreeSet<>();
    for (Route route : routes()) {
      for (Api who : List.of(world.nobody(), author, otherHost)) {
        String there = answer(who, route, true);
        String absent = answer(who, route, false);
        if (!there.equals(absent)) {
          told.add("%s %s: %s / %s".formatted(route.method(), route.path(), there, absent));
        }
        assertThat(there).as("%s %s", route.method(), route.path()).startsWith("4");
      }
      assertThat(answer(otherHost, route, true))
          .as("%s %s", route.method(), route.path())
          .startsWith("404");
    }

    assertThat(told).isEmpty();
  }

  @Test
  void listsShowNothingOfIt() {
    Api otherHost = world.account(operator, "hugo", "host");

    for (String list :
        List.of("jobs", "runs", "benchmarks", "bundles", "implementations", "runners")) {
      for (Api who : List.of(world.nobody(), otherHost)) {
        var reply = who.get("/api/v1/" + list);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body())
            .as(list)
            .doesNotContain("negacyclic", "\"ntt\"", run, String.valueOf(hidden.get("job")));
      }
    }
    assertThat(otherHost.get("/api/v1/compare?run=%s&run=%s".formatted(run, run)).status())
        .isEqualTo(404);
    assertThat(PlatformWorld.submit(otherHost, "mine", null).body()).doesNotContain("1.0.0");
  }

  @Test
  void whoMaySeeItDoes() {
    for (Route route : routes()) {
      // The benchmark is not of programs, so nobody finds data files of such.
      if (route.method().equals("GET")
          && !route.path().endsWith("/events")
          && !route.path().endsWith("/programs/{file}")) {
        assertThat(host.get(path(route, true)).status()).as(route.path()).isEqualTo(200);
        assertThat(operator.get(path(route, true)).status()).as(route.path()).isEqualTo(200);
      }
    }
  }
}
