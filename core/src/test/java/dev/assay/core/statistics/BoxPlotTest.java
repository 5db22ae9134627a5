package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BoxPlotTest {
  @Test
  void holdsTheMiddleHalfAndReachesAsFarAsValuesGo() {
    assertThat(BoxPlot.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0)).orElseThrow())
        .isEqualTo(new BoxPlot(1, 2, 3, 4, 5));
  }

  @Test
  void leavesOutOfTheWhiskersWhatLiesFarFromTheBox() {
    assertThat(BoxPlot.of(List.of(-90.0, 1.0, 2.0, 3.0, 4.0, 5.0, 99.0)).orElseThrow())
        .isEqualTo(new BoxPlot(1, 1.5, 3, 4.5, 5));
  }

  @Test
  void whiskersAreNeverInsideOfTheBox() {
    BoxPlot box = BoxPlot.of(List.of(0.0, 10.0, 10.0, 10.0)).orElseThrow();

    assertThat(box.lowQuartile()).isEqualTo(7.5);
    assertThat(box.lowWhisker()).isEqualTo(7.5);
    assertThat(box.highWhisker()).isEqualTo(10);
  }

  @Test
  void isAbsentForFewerThanFourValues() {
    assertThat(BoxPlot.of(List.of(1.0, 2.0, 3.0))).isEmpty();
    assertThat(BoxPlot.ofRatios(List.of())).isEmpty();
  }

  @Test
  void ratiosAreInProportion() {
    BoxPlot box = BoxPlot.ofRatios(List.of(1.0, 10.0, 100.0, 1000.0)).orElseThrow();

    assertThat(box.median()).isCloseTo(Math.sqrt(1000), within(1e-9));
    assertThat(box.lowQuartile()).isCloseTo(Math.pow(10, 0.75), within(1e-9));
    assertThat(box.highWhisker()).isCloseTo(1000, within(1e-9));
  }

  @Test
  void theGeometricMeanCancelsHalfAndDouble() {
    assertThat(GeometricMean.of(List.of(0.5, 2.0))).isCloseTo(1, within(1e-12));
    assertThat(GeometricMean.of(List.of(1.0, 10.0, 100.0))).isCloseTo(10, within(1e-9));
  }

  @Test
  void refusesWhatIsNoRatio() {
    assertThatThrownBy(() -> GeometricMean.of(List.of(1.0, 0.0))).hasMessageContaining("0.0");
    assertThatThrownBy(() -> GeometricMean.of(List.of(Double.POSITIVE_INFINITY)))
        .hasMessageContaining("Infinity");
    assertThatThrownBy(() -> GeometricMean.of(List.of())).hasMessageContaining("no mean");
  }
}
