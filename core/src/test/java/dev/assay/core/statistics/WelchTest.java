package dev.assay.core.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WelchTest {
  /// Worked out by hand: means 2 and 5, variances 1 and 2.5, standard error √(1/3 + 2.5/5).
  @Test
  void isTheTextbooks() {
    var welch = Welch.of(List.of(1.0, 2.0, 3.0), List.of(3.0, 4.0, 5.0, 6.0, 7.0), 0.95);

    // t = -3.2863, 5.8824 degrees of freedom.
    assertThat(welch.difference()).isEqualTo(-3);
    assertThat(welch.p()).isCloseTo(0.0171, within(0.0005));
    assertThat(Objects.requireNonNull(welch.interval()).high()).isCloseTo(-0.755, within(0.01));
  }

  @Test
  void oneValueIsHeldAgainstTheSpreadOfTheOthers() {
    List<Double> many = List.of(1.00, 1.01, 0.99, 1.02, 0.98, 1.0);

    assertThat(Welch.of(List.of(1.005), many, 0.95).p()).isGreaterThan(0.5);
    assertThat(Welch.of(List.of(2.0), many, 0.95).p()).isLessThan(1e-4);
    assertThat(Welch.of(many, List.of(2.0), 0.95).p()).isLessThan(1e-4);
  }

  @Test
  void oneAndOneTellNothing() {
    var welch = Welch.of(List.of(1.0), List.of(1000.0), 0.95);

    assertThat(welch.p()).isEqualTo(1);
    assertThat(welch.interval()).isNull();
  }

  @Test
  void equalValuesDifferExactlyOrNotAtAll() {
    assertThat(Welch.of(List.of(1.0, 1.0), List.of(1.0, 1.0), 0.95).p()).isEqualTo(1);
    assertThat(Welch.of(List.of(1.0, 1.0), List.of(2.0, 2.0), 0.95).p()).isZero();
  }
}
