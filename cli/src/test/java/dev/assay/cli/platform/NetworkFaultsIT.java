package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.platform.FaultyProxy.Weather;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The network between a runner and the platform fails.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NetworkFaultsIT {
  private PlatformFixture platform;
  private RunnerProcess runner;
  private Books books;

  @BeforeAll
  void open() throws Exception {
    platform = PlatformFixture.serving();
    runner = platform.runner("first");
    books = new Books(platform);
  }

  @AfterEach
  void clear() {
    if (platform != null) {
      platform.network().be(Weather.FINE);
    }
  }

  @AfterAll
  void close() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"CUT", "HALF_OPEN", "ANSWERS_LOST"})
  void fromAmongTheCasesUntilTheRunIsClosed(Weather weather) throws Exception {
    String job = platform.submit(2);
    platform.awaitCases(job, 1);
    platform.network().be(weather);
    platform.await("the run is closed", () -> runner.ledger().isClosed(platform.run(job)));
    platform.network().be(Weather.FINE);

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).as("the lease held").isEqualTo(1);
  }

  @Test
  void whereEveryClaimIsAnsweredToNobody() throws Exception {
    platform.network().be(Weather.ANSWERS_LOST);
    String job = platform.submit(1);
    platform.awaitState(job, "running");
    platform.network().be(Weather.FINE);

    books.requireEnded(job, "finished");
  }

  @Test
  void slowAllTheWay() throws Exception {
    platform.network().be(Weather.SLOW);
    String job = platform.submit(List.of("slow.0"));

    books.requireEnded(job, "finished");
  }

  /// The lease is lost meanwhile, and another runner has the job by the time that the first one is
  /// back.
  @Test
  void cutUntilTheJobIsMeasuredElsewhere() throws Exception {
    String job = platform.submit(8);
    platform.awaitCases(job, 2);
    String lost = platform.run(job);
    platform.network().be(Weather.CUT);
    RunnerProcess second = platform.add("second", platform.url());
    second.start("--code", platform.code(), "--name", "second");
    platform.await(
        "the lease is lost",
        () -> {
          platform.letLeasesRunOut(lost);
          return platform.store().count("select attempt from job where id = ?", job) == 2;
        });
    platform.await("some cases more are measured", () -> second.ledger().has(platform.run(job)));
    platform.network().be(Weather.FINE);

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).isEqualTo(2);
    assertThat(platform.store().count("select count(*) from late_report where run_id = ?", lost))
        .as("what came too late is kept for the operator")
        .isPositive();
    second.kill();
  }

  private long attempts(String job) throws Exception {
    return platform.store().count("select attempt from job where id = ?", job);
  }
}
