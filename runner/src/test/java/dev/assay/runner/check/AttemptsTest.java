package dev.assay.runner.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final CaseResult ONCE = caseOf(3, List.of(), 1e-3, "aa");

  /// Its second attempt counts, which the second retry made.
  private static final CaseResult TWICE =
      caseOf(
          5,
          List.of(attempt(false, 0, true, 1e-3, "bb"), attempt(true, 2, false, 2e-3, "cc")),
          2e-3,
          "cc");

  @Test
  void holdsWhenTheRightAttemptCounts() {
    assertThat(Attempts.check("attempts", List.of(ONCE, TWICE)))
        .isEqualTo(
            Finding.pass("attempts", "of 1 cases that were measured again the right one counts"));
  }

  @Test
  void findsThatAnotherAttemptIsMadeToCount() {
    var other =
        caseOf(
            5,
            List.of(attempt(true, 0, true, 1e-3, "bb"), attempt(false, 2, false, 2e-3, "cc")),
            1e-3,
            "bb");

    Finding finding = Attempts.check("attempts", List.of(other));

    assertThat(finding.passed()).isFalse();
    assertThat(finding.detail()).contains("of case 5 attempt 2 counts by the rule");
  }

  @Test
  void findsNumbersThatAreNotThoseOfTheAttempt() {
    var other = caseOf(5, TWICE.attempts(), 1e-3, "cc");

    Finding finding = Attempts.check("attempts", List.of(other));

    assertThat(finding.passed()).isFalse();
    assertThat(finding.detail()).isEqualTo("the numbers of case 5 are not those of attempt 2");
  }

  @Test
  void tellsTheAnswersOfEachProcess() {
    List<CaseResult> cases = List.of(ONCE, TWICE);

    assertThat(hashes(cases, 0)).containsExactly(Map.of("y", "aa"), Map.of("y", "bb"));
    assertThat(hashes(cases, 1)).isEmpty();
    assertThat(hashes(cases, 2)).containsExactly(Map.of("y", "cc"));
  }

  private static List<Map<String, String>> hashes(List<CaseResult> cases, int process) {
    return new ArrayList<>(
        Attempts.answered(cases, process).stream().map(Attempts.Answered::outputHashes).toList());
  }

  private static CaseNoise noise(boolean disturbed) {
    return new CaseNoise(
        null, null, null, 0L, null, null, null, null, null, disturbed ? 5_000_000L : 0, null);
  }

  private static CaseAttempt attempt(
      boolean counts, int process, boolean disturbed, double seconds, String hash) {
    return new CaseAttempt(
        counts,
        process,
        Status.OK,
        null,
        null,
        seconds,
        10_000_000L,
        1_000L,
        0L,
        noise(disturbed),
        null,
        Map.of("y", hash));
  }

  private static CaseResult caseOf(
      int index, List<CaseAttempt> attempts, double seconds, String hash) {
    return new CaseResult(
        index,
        index,
        CaseKind.SAMPLE,
        Status.OK,
        null,
        null,
        seconds,
        10_000_000L,
        1_000L,
        0L,
        noise(false),
        attempts,
        null,
        Map.of(),
        Map.of("y", hash),
        "",
        List.of(),
        List.of());
  }
}
