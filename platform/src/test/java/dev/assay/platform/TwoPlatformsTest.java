package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.Lease;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Iterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two platforms on one database and one folder of blobs are one platform.
class TwoPlatformsTest {
  @TempDir Path folder;
  private PlatformWorld first;
  private PlatformWorld second;

  @BeforeEach
  void start() {
    var database = TestDatabase.freshAddress();
    first = new PlatformWorld(database, folder);
    second = new PlatformWorld(database, folder);
  }

  @AfterEach
  void stop() {
    second.close();
    first.close();
  }

  @Test
  void whatHappensAtOneIsSeenAtTheOther() throws Exception {
    Api operator = first.operator();
    PlatformWorld.publish(
        first.account(operator, "hedy", "host"), "polymul/negacyclic@1.0.0", null);
    var runner = first.runner(operator, "n1").at(second);
    Api author = first.account(operator, "ada", "author");
    String job = PlatformWorld.submit(author, "ntt", null).text("/job");
    Iterator<String> events = events(job);
    assertThat(next(events, "\"queued\"")).isTrue();

    Lease lease = runner.claim();
    assertThat(lease.jobId()).isEqualTo(job);
    assertThat(next(events, "\"running\"")).isTrue();
    assertThat(runner.measure(lease, 1e-3).status()).isEqualTo(200);
    assertThat(next(events, "\"finished\"")).isTrue();

    assertThat(second.platform.firstLoginLink()).isEmpty();
    assertThat(first.nobody().get("/api/v1/runs/" + lease.runId()).body())
        .isEqualTo(second.nobody().get("/api/v1/runs/" + lease.runId()).body());
    String log = "/api/v1/runs/%s/files/logs/build.log".formatted(lease.runId());
    assertThat(first.nobody().get(log).body()).isEqualTo("built\n");
  }

  @Test
  void aJobIsGivenOnceHoweverManyPlatformsAreAsked() {
    Api operator = first.operator();
    PlatformWorld.publish(
        first.account(operator, "hedy", "host"), "polymul/negacyclic@1.0.0", null);
    var one = first.runner(operator, "n1");
    var other = first.runner(operator, "n2").at(second);
    Api author = first.account(operator, "ada", "author");
    PlatformWorld.submit(author, "ntt", null);
    PlatformWorld.submit(author, "fft", null);

    assertThat(one.claim().jobId()).isNotEqualTo(other.claim().jobId());
  }

  private Iterator<String> events(String job) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create("%s/api/v1/jobs/%s/events".formatted(first.platform.url(), job)))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body().iterator();
  }

  /// Reads on until a line says it.
  private static boolean next(Iterator<String> lines, String wanted) {
    while (lines.hasNext()) {
      if (lines.next().contains(wanted)) {
        return true;
      }
    }
    return false;
  }
}
