package dev.assay.core.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReferenceAnswersTest {
  private static final Point POINT = Runs.points(1024).getFirst();
  private static final Bar BAR = new Bar(BigDecimal.ONE, List.of(), Runs.hex(64, 9));
  private static final Sample SAMPLE = new Sample(Seeds.parse("1-3"), 1, 0);

  /// One warm-up case and three of the sample, answered and not judged.
  private static PointResult answered(int firstHash) {
    return PointResults.point(
        POINT,
        null,
        IntStream.range(0, 4)
            .mapToObj(i ->
                unjudged(
                    CaseResults.ok(
                        i, i, i == 0 ? CaseKind.WARMUP : CaseKind.SAMPLE, 1e-3 * (i + 1)),
                    Runs.hex(64, firstHash + i)))
            .toList(),
        null);
  }

  private static CaseResult unjudged(CaseResult one, String hash) {
    return new CaseResult(
        one.index(),
        one.seed(),
        one.kind(),
        one.status(),
        null,
        null,
        one.seconds(),
        one.bracketNanos(),
        one.cpuNanos(),
        one.cpuBeforeNanos(),
        one.noise(),
        List.of(),
        null,
        one.inputHashes(),
        Map.of("c", hash),
        "",
        List.of(),
        List.of());
  }

  private static Verdict judge(PointResult point) {
    return PointJudge.judge(BAR, SAMPLE, point, "never");
  }

  @Test
  void answersWaitForTheReference() {
    assertThat(judge(answered(3)))
        .isEqualTo(
            new Verdict(
                Verdict.Outcome.NOT_JUDGED,
                "reference pending: it has not answered 3 of the 3 cases yet"));
    assertThat(judge(ReferenceAnswers.NONE.hold(BAR, answered(3))).outcome())
        .isEqualTo(Verdict.Outcome.NOT_JUDGED);
  }

  @Test
  void theSameAnswersPass() {
    PointResult held = ReferenceAnswers.ofPoints(List.of(answered(3))).hold(BAR, answered(3));

    assertThat(judge(held)).isEqualTo(new Verdict(Verdict.Outcome.PASS, "all 4 cases ok"));
    assertThat(held.cases())
        .filteredOn(one -> one.kind() == CaseKind.SAMPLE)
        .allSatisfy(one ->
            assertThat(one.verification())
                .isEqualTo(
                    new Verification(true, Map.of(), "the digest of the reference's answer")));
  }

  @Test
  void anotherAnswerIsWrongAndSaysWhichOutputDiffers() {
    PointResult held = ReferenceAnswers.ofPoints(List.of(answered(3))).hold(BAR, answered(4));

    assertThat(judge(held).outcome()).isEqualTo(Verdict.Outcome.FAIL);
    assertThat(held.cases().get(1).status()).isEqualTo(Status.WRONG);
    assertThat(held.cases().get(1).cause())
        .isEqualTo(new Cause(Cause.Code.VERIFIER, "another answer than the reference's: c"));
    // On a seed that was drawn later the reference says nothing.
    assertThat(held.cases().getFirst().status()).isEqualTo(Status.OK);
    assertThat(held.cases().getFirst().verification()).isNull();
  }

  @Test
  void aReferenceThatContradictsItselfIsTheBundlesFault() {
    PointResult held =
        ReferenceAnswers.ofPoints(List.of(answered(3), answered(4))).hold(BAR, answered(3));

    assertThat(held.bundleError())
        .isEqualTo("the reference's own answers to seeds [1, 2, 3] differ from run to run");
    assertThat(judge(held).outcome()).isEqualTo(Verdict.Outcome.NOT_JUDGED);
  }

  @Test
  void someAnswersOfTheReferenceAreNotEnough() {
    PointResult part = PointResults.point(POINT, null, answered(3).cases().subList(0, 3), null);

    assertThat(judge(ReferenceAnswers.ofPoints(List.of(part)).hold(BAR, answered(3))).reason())
        .isEqualTo("reference pending: it has not answered 1 of the 3 cases yet");
  }

  @Test
  void aVerifiersBarIsLeftAlone() {
    var bar = new Bar(BigDecimal.ONE, List.of());

    assertThat(ReferenceAnswers.ofPoints(List.of(answered(3))).hold(bar, answered(4)))
        .isEqualTo(answered(4));
  }
}
