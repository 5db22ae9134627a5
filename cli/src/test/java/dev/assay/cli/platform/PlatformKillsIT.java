package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The platform or its database is killed at each stage of a job, and started again on the same
/// folder and port. The runner goes on meanwhile.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlatformKillsIT {
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
  void whileAJobIsQueued() throws Exception {
    runner.kill();
    String job = platform.submit(1);
    platform.killAndServe();
    runner.start();

    books.requireEnded(job, "finished");
  }

  /// A claim, a report and a judging end in the midst of their transaction.
  @ParameterizedTest(name = "that writes {0}")
  @ValueSource(strings = {"attempt", "measured_case", "verdict", "run_end"})
  void inTheMidstOfATransaction(String table) throws Exception {
    String job;
    try (var hold = platform.store().hold(table)) {
      job = platform.submit(1);
      platform.await("it is under way", hold::isWaitedFor);
      platform.kill();
    }
    platform.serve();

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).as("the runner was not disturbed").isEqualTo(1);
  }

  /// What is killed.
  enum Killed {
    PLATFORM,
    POSTGRES,
    BOTH
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void amongTheCases(Killed killed) throws Exception {
    String job = platform.submit(2);
    platform.awaitCases(job, 2);
    if (killed != Killed.PLATFORM) {
      platform.killPostgres();
    }
    if (killed != Killed.POSTGRES) {
      platform.killAndServe();
    }

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).as("the runner was not disturbed").isEqualTo(1);
  }

  @ParameterizedTest(name = "that writes {0}")
  @ValueSource(strings = {"measured_case", "verdict"})
  void theDatabaseInTheMidstOfATransaction(String table) throws Exception {
    String job;
    try (var hold = platform.store().hold(table)) {
      job = platform.submit(1);
      platform.await("it is under way", hold::isWaitedFor);
      platform.killPostgres();
    }

    books.requireEnded(job, "finished");
    assertThat(attempts(job)).as("the runner was not disturbed").isEqualTo(1);
  }

  private long attempts(String job) throws Exception {
    return platform.store().count("select attempt from job where id = ?", job);
  }
}
