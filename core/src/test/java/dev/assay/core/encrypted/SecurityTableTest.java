package dev.assay.core.encrypted;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityTableTest {
  /// Table 1 of the standard, uniform ternary secret, classical attacker: log q at security 128,
  /// 192 and 256.
  @ParameterizedTest
  @CsvSource({
    "1024, 27, 19, 14",
    "2048, 54, 37, 29",
    "4096, 109, 75, 58",
    "8192, 218, 152, 118",
    "16384, 438, 305, 237",
    "32768, 881, 611, 476"
  })
  void hasTheNumbersOfTheStandard(long degree, int at128, int at192, int at256) {
    assertThat(SecurityTable.mostModulusBits(degree, 128)).hasValue(at128);
    assertThat(SecurityTable.mostModulusBits(degree, 192)).hasValue(at192);
    assertThat(SecurityTable.mostModulusBits(degree, 256)).hasValue(at256);
    assertThat(SecurityTable.reached(degree, at128)).hasValue(128);
    assertThat(SecurityTable.reached(degree, at128 + 1)).isEmpty();
    assertThat(SecurityTable.reached(degree, at192)).hasValue(192);
    assertThat(SecurityTable.reached(degree, at192 + 1)).hasValue(128);
    assertThat(SecurityTable.reached(degree, at256)).hasValue(256);
    assertThat(SecurityTable.reached(degree, at256 + 1)).hasValue(192);
  }

  @ParameterizedTest
  @CsvSource({"512", "1023", "4097", "65536", "0", "-4096"})
  void saysNothingOfOtherDegrees(long degree) {
    assertThat(SecurityTable.covers(degree)).isFalse();
    assertThat(SecurityTable.mostModulusBits(degree, 128)).isEmpty();
    assertThat(SecurityTable.reached(degree, 1)).isEmpty();
  }

  @Test
  void saysNothingOfOtherLevels() {
    assertThat(SecurityTable.levels()).containsExactly(128, 192, 256);
    assertThat(SecurityTable.mostModulusBits(4096, 80)).isEmpty();
    assertThat(SecurityTable.degrees()).isEqualTo("1024, 2048, 4096, 8192, 16384, 32768");
  }
}
