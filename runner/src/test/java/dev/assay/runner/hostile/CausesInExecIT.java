package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.testkit.HostileCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What ended a command, and the evidence that it was decided from.
class CausesInExecIT {
  private static final long MIB = 1 << 20;

  private static final ExecLimits LIMITS =
      ExecLimits.ofMemory(DataSize.ofMebibytes(100))
          .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(60))
          .withOutput(DataSize.ofMebibytes(300));

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
  @CsvSource({
    "sound, 0",
    "writes-200-mib, 0",
    "reads-200-mib, 0",
    "exits-137, 137",
    "exits-3, 3",
    "thread-crashes-alone, 0",
    "thread-crashes-and-exits-0, 0",
    "child-crashes, 0"
  })
  void tellsAnExit(String mode, int code) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(code));
    assertThat(process.evidence().exitCode()).isEqualTo(code);
    assertThat(process.evidence().signal()).isNull();
    assertThat(process.evidence().oomKills()).isZero();
    assertThat(process.evidence().killedBy()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"kills-itself, 9", "segfaults, 11", "aborts, 6", "throws, 6", "thread-crashes, 11"})
  void tellsASignal(String mode, int signal) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Signaled(signal));
    assertThat(process.evidence().signal()).isEqualTo(signal);
    assertThat(process.evidence().exitCode()).isNull();
    assertThat(process.evidence().oomKills()).isZero();
    assertThat(process.evidence().killedBy()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"grabs-memory", "child-grabs-memory"})
  void blamesMemoryByTheCounterOfKills(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.evidence().oomKills()).isPositive();
    assertThat(process.evidence().killedBy()).isEqualTo("kernel");
    assertThat(process.evidence().memoryLimitBytes()).isEqualTo(100 * MIB);
    assertThat(process.ending())
        .isInstanceOfSatisfying(
            Ending.Killed.class,
            killed -> {
              assertThat(killed.limit()).isEqualTo(Limit.MEMORY);
              assertThat(killed.limitValue()).isEqualTo(100 * MIB);
              assertThat(killed.reached()).isBetween(99 * MIB, 100 * MIB);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"writes-200-mib", "reads-200-mib"})
  void neverTakesPageCacheAtTheLimitForWantOfMemory(String mode) throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(process.evidence().chargedPeakBytes()).isBetween(98 * MIB, 100 * MIB);
    assertThat(process.cost().peakMemoryBytes()).isLessThan(20 * MIB);
  }

  @Test
  void writesTheEvidenceDown() throws IOException {
    ExecResult result = hostile.execute(hostile.request("child-grabs-memory", LIMITS));

    assertThat(JsonCodec.read(JsonCodec.toBytes(result), ExecResult.class, "test"))
        .isEqualTo(result);
    assertThat(new String(JsonCodec.toBytes(result), java.nio.charset.StandardCharsets.UTF_8))
        .contains("\"oom_kills\"", "\"killed_by\"", "\"limit_value\"", "\"reached\"");
  }

  @Test
  void leavesNothingBehind() throws IOException {
    hostile.measure("child-grabs-memory", LIMITS);

    assertThat(hostile.remains()).isEmpty();
  }
}
