package dev.assay.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockersTest {
  private static final RunnerOffer SMALL =
      new RunnerOffer(
          "small", "default", Set.of("quiet"), "x86_64", 2, 1000, 0, Set.of("sha256:1"));
  private static final RunnerOffer LARGE =
      new RunnerOffer("large", "lab", Set.of(), "aarch64", 64, 9000, 1, Set.of());

  private static Demand demand(int cores, List<String> labels) {
    return new Demand(null, cores, 1, 0, labels, null, List.of());
  }

  @Test
  void nothingBlocksWhatOneRunnerCanTake() {
    assertThat(Blockers.of(demand(2, List.of("quiet")), List.of(SMALL, LARGE))).isEmpty();
  }

  @Test
  void saysThatThereIsNoRunner() {
    assertThat(Blockers.of(demand(1, List.of()), List.of()))
        .singleElement()
        .asString()
        .contains("No runner has registered");
  }

  @Test
  void namesEachRequirementThatNobodyMeetsWithTheBestThereIs() {
    var demand =
        new Demand(
            "riscv64", 128, 10_000, 2, List.of("avx512"), "moon", List.of("sha256:1", "sha256:2"));

    assertThat(Blockers.of(demand, List.of(SMALL, LARGE)))
        .containsExactly(
            "It asks for the architecture riscv64; registered runners have aarch64, x86_64.",
            "It asks for 128 cores; the most that a registered runner grants is 64 (large).",
            "It asks for 10000 bytes of memory; the most that a registered runner grants is 9000 (large).",
            "It asks for 2 GPUs; the most that a registered runner grants is 1 (large).",
            "It has to be measured in the pool 'moon', which has no registered runner; there are default, lab.",
            "It asks for the label 'avx512', which no registered runner has; there are quiet.",
            "It needs the image sha256:2, which no recipe makes and no registered runner has; publish its recipe with 'assay image publish', or pull it on a runner.");
  }

  @Test
  void saysWhatTheNearestRunnersLackWhenNoneMeetsAllTogether() {
    assertThat(Blockers.of(demand(4, List.of("quiet")), List.of(SMALL, LARGE)))
        .containsExactly(
            "Each of its requirements is met by some registered runner, but no runner meets all: large lacks the label 'quiet'; small lacks 4 cores (it grants 2).");
  }
}
