package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptRuleTest {
  private static final long BRACKET = 10_000_000;

  /// An attempt is written as its status, with `!` when it was disturbed, and its window.
  @ParameterizedTest(name = "{0}: {1} gives {2}")
  @CsvSource({
    "SAMPLE, ok 5,                    0",
    "SAMPLE, ok! 5,                   0",
    "SAMPLE, ok! 5  ok 9,             1",
    "SAMPLE, ok! 5  ok! 3  ok! 9,     2",
    "SAMPLE, ok! 5  ok! 3  ok 9,      2",
    "FRESH,  ok! 5  ok 9,             1",
    "SAMPLE, wrong! 5  ok 9,          0",
    "SAMPLE, ok! 5  wrong 9,          1",
    "SAMPLE, ok! 5  crashed 9,        1",
    "SAMPLE, ok! 5  timeout 9,        1",
    "SAMPLE, ok! 5  wrong! 3  ok 1,   1",
    "SAMPLE, ok! 5  wrong! 3  oom 1,  1",
    "WARMUP, ok! 5  ok 1,             0",
    "WARMUP, ok! 5  ok! 1,            0",
    "WARMUP, ok 5  wrong 1,           1",
  })
  void countsByStatusAndDisturbanceAndNeverByTime(CaseKind kind, String attempts, int expected) {
    assertThat(AttemptRule.placeOfCounting(kind, parse(attempts))).isEqualTo(expected);
  }

  @Test
  void refusesACaseThatWasNeverMeasured() {
    assertThatThrownBy(() -> AttemptRule.placeOfCounting(CaseKind.SAMPLE, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<CaseAttempt> parse(String text) {
    String[] words = text.split(" +", -1);
    var attempts = new ArrayList<CaseAttempt>();
    for (int i = 0; i < words.length; i += 2) {
      boolean disturbed = words[i].endsWith("!");
      String status = words[i].replace("!", "").toUpperCase(java.util.Locale.ROOT);
      attempts.add(
          attempt(Status.valueOf(status), disturbed, Double.parseDouble(words[i + 1]), i / 2));
    }
    return attempts;
  }

  private static CaseAttempt attempt(Status status, boolean disturbed, double seconds, int place) {
    var noise =
        new CaseNoise(
            null, null, null, null, null, null, null, null, null, disturbed ? BRACKET : 0, null);
    return new CaseAttempt(
        false, place, status, null, null, seconds, BRACKET, null, null, noise, null, Map.of());
  }
}
