package dev.assay.core.iterate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IteratedProgramTest {
  private static final int ITERATIONS = 100;

  private static IterationEntry entry(
      String source,
      int process,
      IterationStatus status,
      @Nullable String remark,
      List<Long> stamps) {
    return new IterationEntry(
        Instant.EPOCH,
        "0.1.0",
        "nbody",
        "gcc",
        1,
        "nbody.gcc-1.c",
        new IterationIdentity(
            new ProgramIdentity(
                source, List.of(), List.of("./program"), "v", "digest", "hash", "machine"),
            Map.of("iterate/x", "h")),
        5,
        0,
        ITERATIONS,
        StampWay.PIPE,
        process,
        status,
        remark,
        stamps,
        null);
  }

  private static IterationEntry steady(int process, IntToDoubleFunction seconds) {
    var random = new Random(process);
    long at = 1_000;
    var stamps = new ArrayList<Long>(List.of(at));
    for (int i = 0; i < ITERATIONS; i++) {
      at += (long) (1e9 * seconds.applyAsDouble(i) * (1 + 0.01 * random.nextGaussian()));
      stamps.add(at);
    }
    return entry("s", process, IterationStatus.OK, null, stamps);
  }

  private static IterationEntry proof(IterationStatus status) {
    return entry("s", IterationEntry.PROOF, status, status + "!", List.of());
  }

  private static IteratedProgram of(IterationEntry... entries) {
    return IteratedProgram.of(List.of(entries)).getFirst();
  }

  @Test
  void givesASteadyStateOfProcessesThatAllBecomeSteady() {
    IteratedProgram one =
        of(
            proof(IterationStatus.OK),
            steady(0, _ -> 0.01),
            steady(1, i -> i < 20 ? 0.05 : 0.01),
            steady(2, _ -> 0.01));

    assertThat(one.count(SeriesShape.Kind.FLAT)).isEqualTo(2);
    assertThat(one.count(SeriesShape.Kind.WARMUP)).isEqualTo(1);
    assertThat(one.steadyState().orElseThrow().meanSeconds()).isBetween(0.0099, 0.0101);
    assertThat(one.steadyState().orElseThrow().processes()).isEqualTo(3);
  }

  @Test
  void givesNoneWhereAProcessFailedOrIsNeverSteadyOrIsAlone() {
    IterationEntry failed =
        entry("s", 2, IterationStatus.ERROR, "after 3 of 100 iterations: …", List.of(1L, 2L));

    IteratedProgram survivors =
        of(proof(IterationStatus.OK), steady(0, _ -> 0.01), steady(1, _ -> 0.01), failed);
    assertThat(survivors.steadyState()).isEmpty();
    assertThat(survivors.whyNotSteady()).isEqualTo("after 3 of 100 iterations: …");
    IteratedProgram restless = of(steady(0, _ -> 0.01), steady(1, i -> i < 90 ? 0.01 : 0.02));
    assertThat(restless.whyNotSteady()).isEqualTo("1 of 2 processes are never steady");
    assertThat(of(steady(0, _ -> 0.01)).whyNotSteady()).contains("one process");
    assertThat(of(proof(IterationStatus.BAD_OUTPUT)).whyNotSteady()).isEqualTo("BAD_OUTPUT!");
  }

  @Test
  void keepsWhatWasAskedDifferentlyApart() {
    IterationEntry other =
        new IterationEntry(
            Instant.EPOCH,
            "0.1.0",
            "nbody",
            "gcc",
            1,
            "p",
            steady(0, _ -> 1).identity(),
            5,
            0,
            30,
            StampWay.PIPE,
            0,
            IterationStatus.ERROR,
            null,
            List.of(),
            null);

    assertThat(IteratedProgram.of(List.of(steady(0, _ -> 0.01), other))).hasSize(2);
  }

  @Test
  void takesTheNewestOfAChangedProgram() {
    IterationEntry old = entry("old", 0, IterationStatus.ERROR, null, List.of());

    assertThat(of(old, steady(0, _ -> 0.01)).newest().processes()).hasSize(1);
    assertThat(of(old, steady(0, _ -> 0.01)).newest().failed()).isEmpty();
  }

  @Test
  void travelsAsALine() {
    IterationEntry one = steady(3, _ -> 0.01);

    byte[] line = JsonCodec.toLine(one).getBytes(StandardCharsets.UTF_8);

    assertThat(JsonCodec.read(line, IterationEntry.class, "line")).isEqualTo(one);
    assertThat(new String(line, StandardCharsets.UTF_8))
        .contains("\"stamps_by\":\"pipe\"")
        .contains("\"status\":\"ok\"");
    assertThat(IntStream.range(0, ITERATIONS).mapToObj(i -> one.seconds().get(i)))
        .allMatch(seconds -> seconds > 0);
  }
}
