package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.testkit.CaseResults;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisturbanceTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  @Test
  void addsOtherWorkAndStealUp() {
    CaseNoise noise = noise(20 * MS, 30 * MS);

    assertThat(Disturbance.shareOfOthers(200 * MS, noise)).hasValue(0.25);
  }

  @ParameterizedTest(name = "steal of {1} ms in a bracket of {0} ms counts as {2} ms")
  @CsvSource({"50, 10, 0", "50, 20, 10", "100, 10, 0", "101, 10, 10", "50, 0, 0"})
  void countsOfAShortBracketsStealOnlyWhatIsCertain(long bracket, long steal, long counted) {
    OptionalDouble share = Disturbance.shareOfOthers(bracket * MS, noise(0L, steal * MS));

    assertThat(share).hasValue(counted / (double) bracket);
  }

  @ParameterizedTest(name = "{1} µs of a bracket of {0} µs: {2}")
  @CsvSource({
    "1000, 200, false",
    "1000, 201, true",
    "1000000, 20000, false",
    "1000000, 20001, true",
    "10000, 199, false"
  })
  void needsMoreThanTheShareAndMoreThanTheFloor(long bracket, long others, boolean disturbed) {
    assertThat(Disturbance.isDisturbed(bracket * US, noise(others * US, null)))
        .isEqualTo(disturbed);
  }

  @Test
  void takesTheWholeBracketAtMost() {
    assertThat(Disturbance.shareOfOthers(10 * MS, noise(25 * MS, null))).hasValue(1);
  }

  @Test
  void knowsNothingWithoutABracketOrAMeter() {
    assertThat(Disturbance.shareOfOthers(null, noise(5 * MS, 0L))).isEmpty();
    assertThat(Disturbance.shareOfOthers(0L, noise(5 * MS, 0L))).isEmpty();
    assertThat(Disturbance.shareOfOthers(10 * MS, null)).isEmpty();
    assertThat(Disturbance.shareOfOthers(10 * MS, noise(null, 50 * MS))).isEmpty();
    assertThat(Disturbance.isDisturbed(10 * MS, noise(null, 50 * MS))).isFalse();
    assertThat(Disturbance.isDisturbed(null, noise(5 * MS, 0L))).isFalse();
  }

  @Test
  void doesNotTakeATickForWorkOfOthers() {
    long cpu = 3 * MS;
    CaseNoise readInTicks = noise(10 * MS - cpu, 0L);
    CaseNoise twoTicks = noise(20 * MS - cpu, 0L);

    assertThat(Disturbance.shareOfOthers(4 * MS, cpu, readInTicks)).hasValue(0);
    assertThat(Disturbance.isDisturbed(4 * MS, cpu, readInTicks)).isFalse();
    assertThat(Disturbance.isDisturbed(20 * MS, cpu, twoTicks)).isTrue();
    assertThat(Disturbance.shareOfOthers(20 * MS, cpu, twoTicks)).hasValue(0.35);
  }

  @Test
  void judgesACaseByTheMeasurementThatCounts() {
    CaseResult quiet = CaseResults.ok(3, 4, CaseKind.SAMPLE, 0.010);
    CaseResult loud = CaseResults.of(quiet).noise(noise(4 * MS, 0L)).build();
    var attempt =
        new CaseAttempt(
            false,
            0,
            Status.OK,
            null,
            null,
            0.010,
            10 * MS,
            9 * MS,
            0L,
            noise(4 * MS + 7, 0L),
            null,
            Map.of());

    assertThat(Disturbance.isDisturbed(quiet)).isFalse();
    assertThat(Disturbance.isDisturbed(loud)).isTrue();
    assertThat(Disturbance.isDisturbed(attempt)).isTrue();
    assertThat(Disturbance.shareOfOthers(attempt).orElseThrow()).isBetween(0.4, 0.41);
  }

  @Test
  void saysItInWords() {
    assertThat(Disturbance.text(100 * MS, noise(37 * MS, 0L)))
        .isEqualTo("other work took 37 % of its time");
    assertThat(Disturbance.text(100 * MS, null)).isEmpty();
  }

  private static CaseNoise noise(@Nullable Long other, @Nullable Long steal) {
    return new CaseNoise(null, null, null, steal, null, null, null, null, null, other, other);
  }
}
