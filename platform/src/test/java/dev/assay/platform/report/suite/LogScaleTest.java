package dev.assay.platform.report.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LogScaleTest {
  @Test
  void hasTicksWhateverItSpans() {
    for (double ratio : new double[] {1, 1.05, 1.5, 4, 30, 1e3, 1e6, 1e12}) {
      assertThat(LogScale.over(List.of(313.0, 313 * ratio)).ticks())
          .as("a ratio of %s", ratio)
          .hasSizeBetween(2, 10)
          .isSorted();
    }
  }

  @Test
  void decadesAreEquallyWide() {
    LogScale scale = LogScale.over(List.of(1.0, 10.0, 100.0));

    double first = scale.axis().percent(10) - scale.axis().percent(1);
    double second = scale.axis().percent(100) - scale.axis().percent(10);

    assertThat(first).isCloseTo(second, within(1e-9));
    assertThat(scale.y(100, 200)).isLessThan(scale.y(1, 200));
  }
}
