package dev.assay.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.sandbox.kernel.Linux;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CoresTest {
  @Test
  void leavesTheFirstOnesToTheJvm() {
    var cores = Cores.divide(List.of(0, 1, 2, 5), 2);

    assertThat(cores).isEqualTo(new Cores(List.of(2, 5), List.of(0, 1)));
    assertThat(cores.shared()).isFalse();
  }

  @Test
  void sharesWhenAllAreAskedFor() {
    var cores = Cores.divide(List.of(0, 1), 2);

    assertThat(cores).isEqualTo(new Cores(List.of(0, 1), List.of(0, 1)));
    assertThat(cores.shared()).isTrue();
  }

  @Test
  void refusesMoreThanThereAre() {
    assertThatThrownBy(() -> Cores.divide(List.of(0, 1), 3))
        .isInstanceOf(AssayException.class)
        .hasMessage("3 processors are asked for, and 2 can be used here: [0, 1]");
  }

  @Test
  void movesThreadsOffAndBack() throws Exception {
    var before = Linux.affinity(0);
    var cores = Cores.divide(before, 1);

    try (var _ = cores.reserve()) {
      assertThat(Linux.affinity(0)).isEqualTo(cores.own());
    }

    assertThat(Linux.affinity(0)).isEqualTo(before);
  }
}
