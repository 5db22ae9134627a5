package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.runner.exec.Measurement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Held exactly: other programs read it.
class RunexecTextTest {
  private static final Instant START = Instant.parse("2026-03-01T12:30:05.123456789Z");

  private static Cost fullCost() {
    return new Cost(
        1_002_265_625L,
        950_000_000L,
        900_000_000L,
        50_000_000L,
        3_000_000L,
        4_194_304L,
        1_000_000L,
        8_192L,
        0L,
        1_500_000L,
        0L,
        250_000L,
        null,
        null,
        null,
        null,
        null);
  }

  private static Cost wallAlone(long nanos) {
    return new Cost(
        nanos, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null);
  }

  private static Measurement measurement(
      Ending ending, @Nullable Integer code, @Nullable Integer signal, Cost cost) {
    return new Measurement(
        0,
        0,
        false,
        START,
        new ProcessResult(
            ending,
            new Evidence(null, 1L << 30, null, null, 0, code, signal, null),
            cost,
            null,
            List.of(),
            null,
            null),
        cost.wallNanos(),
        null,
        "");
  }

  private static String text(Measurement measurement) {
    return RunexecText.of(measurement, ZoneId.of("Europe/Berlin"));
  }

  @Test
  void printsEveryKeyInItsOrderAndUnitWithoutRounding() {
    assertThat(text(measurement(new Ending.Exited(3), 3, null, fullCost())))
        .isEqualTo(
            """
            starttime=2026-03-01T13:30:05.123456+01:00
            returnvalue=3
            walltime=1.002265625s
            cputime=0.95s
            memory=4194304B
            blkio-read=8192B
            blkio-write=0B
            pressure-cpu-some=0.0015s
            pressure-io-some=0s
            pressure-memory-some=0.00025s
            """);
  }

  @Test
  void leavesOutWhatWasNotMeasured() {
    assertThat(text(measurement(new Ending.Signaled(11), null, 11, wallAlone(2_000_000_000L))))
        .isEqualTo(
            """
            starttime=2026-03-01T13:30:05.123456+01:00
            exitsignal=11
            walltime=2.0s
            """);
  }

  @Test
  void writesVeryShortTimesWithoutAnExponent() {
    assertThat(text(measurement(new Ending.Exited(0), 0, null, wallAlone(700))))
        .endsWith("returnvalue=0\nwalltime=0.0000007s\n");
  }

  @Test
  void tellsAStartOnAWholeSecondWithoutAFraction() {
    var whole =
        new Measurement(
            0,
            0,
            false,
            Instant.parse("2026-03-01T12:30:05.000000999Z"),
            measurement(new Ending.Exited(0), 0, null, wallAlone(1)).process(),
            1,
            null,
            "");

    assertThat(RunexecText.of(whole, ZoneId.of("UTC")))
        .startsWith("starttime=2026-03-01T12:30:05+00:00\n");
  }

  static Stream<Arguments> reasons() {
    return Stream.of(
        Arguments.of(new Ending.Killed(Limit.CPU, 1, 2), "cputime"),
        Arguments.of(new Ending.Killed(Limit.WALL, 1, 2), "walltime"),
        Arguments.of(new Ending.Killed(Limit.MEMORY, 1, 2), "memory"),
        Arguments.of(new Ending.Killed(Limit.OUTPUT, 1, 2), "files-size"),
        Arguments.of(new Ending.Stopped("cancelled"), "killed"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("reasons")
  void saysWhyItWasEndedAndWithWhichSignal(Ending ending, String reason) {
    assertThat(text(measurement(ending, null, 9, wallAlone(1_500_000_000L))))
        .isEqualTo(
            """
            starttime=2026-03-01T13:30:05.123456+01:00
            terminationreason=%s
            exitsignal=9
            walltime=1.5s
            """
                .formatted(reason));
  }

  @Test
  void keepsTheCodeOfAParentWhoseChildWasKilledForMemory() {
    assertThat(
            text(measurement(new Ending.Killed(Limit.MEMORY, 1, 2), 0, null, wallAlone(1_000_000))))
        .contains("terminationreason=memory\nreturnvalue=0\n");
  }

  @Test
  void saysNothingButFailedOfWhatNeverRan() {
    assertThat(text(measurement(new Ending.NotStarted("no such file"), null, null, wallAlone(0))))
        .isEqualTo("terminationreason=failed\n");
    assertThat(text(measurement(new Ending.SandboxFailed("it broke"), null, null, wallAlone(0))))
        .isEqualTo("terminationreason=failed\n");
  }
}
