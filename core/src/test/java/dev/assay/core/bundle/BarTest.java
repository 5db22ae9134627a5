package dev.assay.core.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BarTest {
  @ParameterizedTest(name = "{0} of {1} cases is {2}")
  @CsvSource({
    "1.0, 20, 20",
    "0.9, 20, 18",
    "0.9, 10, 9",
    "0.7, 10, 7",
    "0.07, 100, 7",
    "0.5, 3, 2",
    "0, 5, 0",
    "0.95, 19, 19"
  })
  void roundsTheRequiredCasesUpExactly(String share, int count, int required) {
    var bar = new Bar(new BigDecimal(share), List.of());

    assertThat(bar.casesRequired(count)).isEqualTo(required);
  }
}
