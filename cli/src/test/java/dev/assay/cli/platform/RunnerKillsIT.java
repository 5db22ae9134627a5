package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A runner is killed at each stage of a job, and started again.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RunnerKillsIT {
  private PlatformFixture platform;
  private RunnerProcess runner;
  private Books books;

  @BeforeAll
  void open() throws Exception {
    platform = PlatformFixture.serving();
    runner = platform.runner("first");
    books = new Books(platform);
  }

  @AfterAll
  void close() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  @Test
  void atItsClaim() throws Exception {
    String job;
    try (var hold = platform.store().hold("attempt")) {
      job = platform.submit(1);
      platform.await("the claim is under way", hold::isWaitedFor);
      platform.network().be(FaultyProxy.Weather.HALF_OPEN);
    }
    platform.awaitState(job, "running");
    runner.kill();
    platform.network().be(FaultyProxy.Weather.FINE);
    runner.start();

    books.requireEnded(job, "finished");
  }

  @Test
  void inTheBuild() throws Exception {
    String job = platform.submit(1);
    platform.await(
        "the run is opened",
        () ->
            platform
                    .store()
                    .count(
                        "select count(*) from run r join job j on j.key = r.job_key where j.id = ?",
                        job)
                > 0);
    runner.killAndStart();

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).isEqualTo(2);
  }

  @Test
  void amongTheCases() throws Exception {
    String job = platform.submit(6);
    platform.awaitCases(job, 4);
    runner.killAndStart();

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).isEqualTo(2);
  }

  @Test
  void withAReportThatIsWhole() throws Exception {
    String job = platform.submit(1);
    platform.awaitCases(job, 1);
    platform.network().be(FaultyProxy.Weather.CUT);
    platform.await("the run is closed", () -> runner.ledger().isClosed(platform.run(job)));
    runner.kill();
    platform.network().be(FaultyProxy.Weather.FINE);
    runner.start();

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).as("what was measured is not measured again").isEqualTo(1);
  }

  private long attempts(String job) throws Exception {
    return platform.store().count("select attempt from job where id = ?", job);
  }
}
