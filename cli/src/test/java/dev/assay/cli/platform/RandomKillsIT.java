package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.queue.RunnerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Many jobs, two runners, and something killed every few seconds.
@Tag("soak")
class RandomKillsIT {
  private static final int JOBS = Integer.getInteger("assay.soak.jobs", 40);

  private PlatformFixture platform;
  private Books books;

  @BeforeEach
  void open() throws Exception {
    platform = PlatformFixture.serving();
    books = new Books(platform);
  }

  @AfterEach
  void close() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  @ParameterizedTest(name = "by seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void everyJobEndsOnce(long seed) throws Exception {
    var random = new Random(seed);
    List<RunnerProcess> runners = List.of(platform.runner("first"), platform.runner("second"));
    var jobs = new ArrayList<String>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(platform.submit(PlatformFixture.QUICK.subList(0, 1 + random.nextInt(2))));
    }
    int kills = 0;
    while (unended() > 0) {
      TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(6000));
      strike(random.nextInt(8), runners, random);
      kills++;
      putBackToWork();
    }

    assertThat(kills).as("kills").isPositive();
    for (String job : jobs) {
      books.requireEndedUncharged(job);
    }
  }

  private long unended() throws Exception {
    long[] open = new long[1];
    platform.await(
        "the database is there",
        () -> {
          open[0] = platform.store().count("select count(*) from job where ended_at is null");
          return true;
        });
    return open[0];
  }

  private void strike(int what, List<RunnerProcess> runners, Random random) throws Exception {
    switch (what) {
      case 0, 1, 2, 3 -> runners.get(random.nextInt(runners.size())).killAndStart();
      case 4, 5 -> platform.killAndServe();
      case 6 ->
          platform.await(
              "there is a database to kill",
              () -> {
                platform.killPostgres();
                return true;
              });
      default -> {
        platform.network().be(FaultyProxy.Weather.CUT);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(3000));
        platform.network().be(FaultyProxy.Weather.FINE);
      }
    }
  }

  /// As an operator does, since kills count as faults.
  private void putBackToWork() throws Exception {
    platform.await(
        "the runners are active",
        () -> {
          for (String runner :
              platform.store().column("select id from runner where state = 'set-aside'")) {
            platform
                .api()
                .post("/api/v1/runners/%s/activate".formatted(runner), Map.of(), RunnerView.class);
          }
          return true;
        });
  }
}
