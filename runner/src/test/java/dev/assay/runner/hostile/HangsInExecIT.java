package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.Measurement;
import dev.assay.runner.testkit.HostileCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that do not end by themselves, each three times: how late the kill came is read from
/// what was recorded, and the machine may be busy with other things at one of them.
class HangsInExecIT {
  private static final int TRIES = 3;
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final ExecLimits LIMITS = ExecLimits.ofMemory(DataSize.ofMebibytes(100));

  @TempDir private static Path folder;
  private static HostileCommand hostile;

  @BeforeAll
  static void open() throws IOException {
    hostile = HostileCommand.open(folder);
  }

  @AfterAll
  static void close() {
    if (hostile != null) {
      hostile.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"spins", "sleeps", "stops-itself", "stops-with-children", "blocks-in-a-pipe"})
  void endsAtItsLimitOfWallTime(String mode) throws IOException {
    assertEnded(mode, LIMITS.withTimes(SHORT, Duration.ofSeconds(60)), Limit.WALL);
  }

  @Test
  void endsAtItsLimitOfCpuTime() throws IOException {
    assertEnded("spins", LIMITS.withTimes(Duration.ofSeconds(60), SHORT), Limit.CPU);
  }

  @Test
  void keepsTheAnswerThatCameBeforeTheTimeout() throws IOException {
    assertEnded("answers-and-spins", LIMITS.withTimes(SHORT, Duration.ofSeconds(60)), Limit.WALL);

    assertThat(hostile.output()).hasContent("the answer is 42\n");
  }

  private static void assertEnded(String mode, ExecLimits limits, Limit limit) throws IOException {
    List<Measurement> measured =
        hostile.execute(hostile.request(mode, limits).withRepetitions(0, TRIES)).measurements();

    assertThat(measured).hasSize(TRIES);
    long least = Long.MAX_VALUE;
    for (Measurement one : measured) {
      assertThat(one.process().ending()).isInstanceOf(Ending.Killed.class);
      Ending.Killed killed = (Ending.Killed) one.process().ending();
      assertThat(killed.limit()).isEqualTo(limit);
      assertThat(killed.limitValue()).isEqualTo(SHORT.toNanos());
      assertThat(one.process().evidence().killedBy()).isEqualTo("runner");
      assertThat(one.process().evidence().signal()).isEqualTo(9);
      assertThat(one.process().evidence().oomKills()).isZero();
      least = Math.min(least, killed.reached() - killed.limitValue());
    }
    assertThat(least).isBetween(0L, 100_000_000L);
    assertThat(hostile.remains()).isEmpty();
  }
}
