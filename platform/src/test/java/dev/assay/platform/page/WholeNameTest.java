package dev.assay.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WholeNameTest {
  @Test
  void keepsShortNamesInOnePiece() {
    assertThat(WholeName.style("by", "nbody.python3-8")).isEqualTo("by whole");
    assertThat(WholeName.style("by", "🦊".repeat(24))).isEqualTo("by whole");
    assertThat(WholeName.style("by", "x".repeat(25))).isEqualTo("by");
  }
}
