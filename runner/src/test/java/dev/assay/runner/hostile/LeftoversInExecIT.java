package dev.assay.runner.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.assay.core.run.Ending;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.Measurement;
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

/// Commands that play with their streams, or leave processes behind.
class LeftoversInExecIT {
  private static final ExecLimits LIMITS =
      ExecLimits.ofMemory(DataSize.ofMebibytes(64))
          .withTimes(Duration.ofSeconds(30), Duration.ofSeconds(60))
          .withOutput(DataSize.ofMebibytes(64));

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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          truncates-its-output      | 0 | the first line/the last line/the answer is 42/
          closes-its-output         | 0 | the last line/
          grandchild-holds-the-pipe | 1 | the last line/the answer is 42/
          """)
  void keepsWhatWasPrintedAndEndsWithTheFirstProcess(String mode, int left, String output)
      throws IOException {
    ProcessResult process = hostile.measure(mode, LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(process.evidence().leftBehind()).isEqualTo(left);
    assertThat(process.evidence().killedBy()).isNull();
    assertThat(hostile.output()).hasContent(output.replace('/', '\n'));
  }

  @Test
  void endsThoughAGrandchildPrintsOn() throws IOException {
    ProcessResult process = hostile.measure("grandchild-prints-on", LIMITS).process();

    assertThat(process.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(process.evidence().leftBehind()).isEqualTo(1);
    assertThat(hostile.output())
        .content()
        .startsWith("the last line of the first\n")
        .contains("the answer is 42\n");
  }

  /// The mode `looks-around` looks for other processes itself and exits with 9 when it sees one.
  @Test
  void startsTheNextProcessAlone() throws IOException {
    ExecResult result =
        hostile.execute(
            hostile
                .request("leaves-spinners", LIMITS)
                .against(hostile.line("looks-around"))
                .withRepetitions(0, 3));

    assertThat(result.counted(0)).hasSize(3);
    for (Measurement leaver : result.counted(0)) {
      assertThat(leaver.process().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(leaver.process().evidence().leftBehind()).isEqualTo(3);
    }
    assertThat(result.counted(1)).hasSize(3);
    for (Measurement next : result.counted(1)) {
      assertThat(next.process().ending()).isEqualTo(new Ending.Exited(0));
      assertThat(next.process().cost().cpuNanos()).isCloseTo(200_000_000L, withinPercentage(3));
    }
    assertThat(hostile.remains()).isEmpty();
  }
}
