package dev.assay.platform.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner.Ask;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BundleVersion;
import dev.assay.platform.port.SolutionSources.FrozenSolution;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobPlansTest {
  private static final ImageIdentity IMAGE =
      new ImageIdentity("localhost/assay/core", SubmissionWorld.DIGEST);
  private static final FrozenSolution FROZEN =
      new FrozenSolution(
          new Source("polymul", ".", SubmissionWorld.COMMIT, "a".repeat(64)),
          "ntt",
          SubmissionWorld.solution("polymul@1"));
  private static final BundleVersion BUNDLE =
      new BundleVersion(
          1,
          1,
          SubmissionWorld.spec("polymul", "1.0.0"),
          "b".repeat(64),
          IMAGE,
          "c".repeat(64),
          10,
          "quiet");

  private static JobPlans.Plan plan(Ask ask) {
    return JobPlans.plan(FROZEN, IMAGE, BUNDLE, ask);
  }

  @Test
  void theSameAskGivesTheSameBytes() {
    var first = plan(Ask.EVERYTHING);
    var second = plan(Ask.EVERYTHING);

    assertThat(second).isEqualTo(first);
    assertThat(first.hash()).isEqualTo(SubmissionWorld.hash(first.document()));
    assertThat(
            JsonCodec.read(first.document().getBytes(StandardCharsets.UTF_8), Job.class, "the job"))
        .isEqualTo(first.job());
  }

  @Test
  void aJobIsARecipeOfAFewKilobytes() {
    assertThat(plan(Ask.EVERYTHING).document().length()).isBetween(500, 8_000);
  }

  @Test
  void theWholeIsRankedAndAnySubsetIsNot() {
    List<String> points = List.of("N32-W64", "N16-W64");

    assertThat(plan(Ask.EVERYTHING).isRanked()).isTrue();
    assertThat(plan(new Ask(points, Seeds.parse("1-20"))).isRanked()).isTrue();
    assertThat(plan(new Ask(points, Seeds.parse("1-20"), 3)).isRanked()).isTrue();
    assertThat(plan(new Ask(List.of("N16-W64"), null)).isRanked()).isFalse();
    assertThat(plan(new Ask(null, Seeds.parse("1-19"))).isRanked()).isFalse();
  }

  @Test
  void asksARunnerForWhicheverIsMore() {
    var demand = JobPlans.demand(plan(Ask.EVERYTHING), BUNDLE, Set.of());

    assertThat(demand.arch()).isNull();
    assertThat(demand.cores()).isEqualTo(2);
    assertThat(demand.memoryBytes()).isEqualTo(2L << 30);
    assertThat(demand.neededImages()).containsExactly(SubmissionWorld.DIGEST);
  }

  @Test
  void anImageThatARecipeMakesIsNotNeeded() {
    var demand = JobPlans.demand(plan(Ask.EVERYTHING), BUNDLE, Set.of(SubmissionWorld.DIGEST));

    assertThat(demand.neededImages()).isEmpty();
  }

  @Test
  void onlyWhatIsRankedGoesToTheReferencePool() {
    var free = plan(new Ask(List.of("N16-W64"), null));

    assertThat(JobPlans.demand(plan(Ask.EVERYTHING), BUNDLE, Set.of()).pool()).isEqualTo("quiet");
    assertThat(JobPlans.demand(free, BUNDLE, Set.of()).pool()).isNull();
  }
}
