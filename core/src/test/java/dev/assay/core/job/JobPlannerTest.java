package dev.assay.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner.Ask;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.JsonCodec;
import dev.assay.testkit.Runs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobPlannerTest {
  private static final Job EXPECTED = Runs.job(Runs.points(1024, 2048));

  private static final JobPlanner.FrozenBundle BUNDLE =
      new JobPlanner.FrozenBundle(
          new BundleSpec(
              new BundleName("polymul/negacyclic"),
              Version.parse("1.0.0"),
              EXPECTED.bundleTitle(),
              EXPECTED.protocol(),
              EXPECTED.bundleImage().reference(),
              List.of("python3", "bundle.py"),
              null,
              new Signature(Map.of(), Map.of(), Map.of(), Map.of()),
              EXPECTED.points(),
              EXPECTED.barSample(),
              EXPECTED.bar(),
              EXPECTED.score(),
              EXPECTED.limits(),
              EXPECTED.bundleLimits(),
              false,
              List.of()),
          EXPECTED.bundleHash(),
          EXPECTED.bundleImage());

  private static final JobPlanner.Submission SUBMISSION =
      new JobPlanner.Submission(
          EXPECTED.implementation(),
          EXPECTED.source(),
          new SolutionSpec(
              null,
              "polymul/negacyclic@1",
              "cpp",
              "localhost/assay/core",
              null,
              List.of(),
              EXPECTED.requires(),
              null),
          EXPECTED.solutionImage());

  @Test
  void plansEveryPointAndTheWholeSample() {
    assertThat(JobPlanner.plan(SUBMISSION, BUNDLE, Ask.EVERYTHING)).isEqualTo(EXPECTED);
  }

  @Test
  void plansWhatWasAskedForInTheOrderInWhichItWas() {
    Job job =
        JobPlanner.plan(
            SUBMISSION, BUNDLE, new Ask(List.of("N2048-W64", "N1024-W64"), Seeds.parse("2,4")));

    assertThat(job.points()).extracting(Point::name).containsExactly("N2048-W64", "N1024-W64");
    assertThat(job.seeds()).isEqualTo(Seeds.parse("2,4"));
    assertThat(job.barSample()).isEqualTo(EXPECTED.barSample());
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            new Ask(List.of("N512"), null),
            "has no point 'N512'; its points are N1024-W64, N2048-W64"),
        Arguments.of(new Ask(List.of(), null), "name at least one"),
        Arguments.of(new Ask(List.of("N1024-W64", "N1024-W64"), null), "each only once"),
        Arguments.of(new Ask(null, new Seeds(List.of())), "No seed is asked for"),
        Arguments.of(
            new Ask(null, Seeds.parse("19-22,30")),
            "Seeds 21,22,30 are not in the sample of the bundle polymul/negacyclic@1.0.0"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusesWhatTheBundleDoesNotHave(Ask ask, String complaint) {
    assertThatThrownBy(() -> JobPlanner.plan(SUBMISSION, BUNDLE, ask))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining(complaint);
  }

  @Test
  void plansRetriesWhenTheyAreAskedFor() {
    Job job = JobPlanner.plan(SUBMISSION, BUNDLE, Ask.EVERYTHING.retryingDisturbed(3));

    assertThat(job.retryDisturbed()).isEqualTo(3);
  }

  @Test
  void writesAPlanWithoutRetriesAsBeforeThereWereAny() {
    Job job = JobPlanner.plan(SUBMISSION, BUNDLE, Ask.EVERYTHING.retryingDisturbed(0));

    assertThat(job).isEqualTo(EXPECTED);
    assertThat(JsonCodec.toJson(job)).doesNotContain("retry");
    assertThat(JsonCodec.read(JsonCodec.toBytes(job), Job.class, "job.json")).isEqualTo(job);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 11})
  void refusesMoreRetriesThanThereCanBe(int retries) {
    assertThatThrownBy(() -> Ask.EVERYTHING.retryingDisturbed(retries))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessage(
            "--retry-disturbed %d: a disturbed case can be measured again 0 to 10 times."
                .formatted(retries));
  }

  @Test
  void refusesRetriesOfAProgramWithItsOwnClock() {
    var ownProgram =
        new JobPlanner.Submission(
            EXPECTED.implementation(),
            EXPECTED.source(),
            new SolutionSpec(
                null,
                "polymul/negacyclic@1",
                null,
                "localhost/assay/core",
                null,
                List.of("./program"),
                EXPECTED.requires(),
                null),
            EXPECTED.solutionImage());

    assertThat(JobPlanner.plan(ownProgram, BUNDLE, Ask.EVERYTHING).retryDisturbed()).isNull();
    assertThatThrownBy(
            () -> JobPlanner.plan(ownProgram, BUNDLE, Ask.EVERYTHING.retryingDisturbed(1)))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
        .hasMessageContaining("brings its own program and clock");
  }

  private static JobPlanner.FrozenBundle programs() {
    BundleSpec spec = BUNDLE.spec();
    var program =
        new ProgramSpec(
            false,
            ExpectedOutput.FILE,
            List.of(),
            OutputComparison.EXACT,
            ProgramRules.DEFAULT,
            List.of());
    return new JobPlanner.FrozenBundle(
        new BundleSpec(
            spec.name(),
            spec.version(),
            spec.title(),
            Protocol.PROGRAM,
            spec.image(),
            spec.command(),
            null,
            spec.signature(),
            spec.points(),
            spec.sample(),
            spec.bar(),
            spec.score(),
            spec.limits(),
            spec.bundleLimits(),
            false,
            List.of(),
            program),
        BUNDLE.hash(),
        BUNDLE.image());
  }

  @Test
  void plansWorkloadsInAscendingOrderWithTheRulesInForce() {
    Job job =
        JobPlanner.plan(SUBMISSION, programs(), new Ask(List.of("N2048-W64", "N1024-W64"), null));

    assertThat(job.points()).isEqualTo(EXPECTED.points());
    assertThat(job.procedure()).isEqualTo(ProgramRules.DEFAULT);
  }

  @Test
  void leavesRepeatsOfProgramsToTheirProcedure() {
    assertThatThrownBy(
            () -> JobPlanner.plan(SUBMISSION, programs(), Ask.EVERYTHING.retryingDisturbed(1)))
        .hasMessageContaining(
            "--retry-disturbed 1: polymul/negacyclic@1.0.0 measures whole programs");
  }
}
