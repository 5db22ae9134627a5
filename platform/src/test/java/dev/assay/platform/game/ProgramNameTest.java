package dev.assay.platform.game;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
  @ParameterizedTest
  @CsvSource({
    "nbody.gcc-2.c, gcc, 2",
    "nbody.python3-8, python3, 8",
    "gcc-2, gcc, 2",
    "c-fast, c-fast, 1",
    "fast, fast, 1",
    "c-0, c-0, 1",
    "g++-10, g++, 10",
    "'my, program', my__program, 1"
  })
  void tellsLanguageAndNumber(String implementation, String language, int number) {
    assertThat(ProgramName.of(implementation)).isEqualTo(new ProgramName(language, number));
  }
}
