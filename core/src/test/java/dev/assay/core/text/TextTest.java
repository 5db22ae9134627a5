package dev.assay.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testkit.Hostile;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  @Test
  void showsNothingThatActsOnATerminal() {
    String shown = SafeText.oneLine(Hostile.TEXT);

    assertThat(shown)
        .contains("⟦U+202E⟧", "⟦U+2066⟧", "⟦U+0000⟧", "⟦U+D800⟧", "red")
        .doesNotContain("\u001B", "\u202E", "[31m");
    assertThat(shown.codePoints().noneMatch(Character::isISOControl)).isTrue();
  }

  @Test
  void takesEscapeSequencesOut() {
    assertThat(SafeText.oneLine("a\u001B[1;31mb\u001B[0m\u001B]0;title\u0007c\u001B(Bd\u001Bce"))
        .isEqualTo("abcde");
    assertThat(SafeText.oneLine("\u001B[31")).isEqualTo("⟦U+001B⟧[31");
    assertThat(SafeText.oneLine("\u009B31m")).isEqualTo("⟦U+009B⟧31m");
  }

  @Test
  void keepsTheLinesOfALog() {
    assertThat(SafeText.lines("a\r\nb\rc\td\n")).isEqualTo("a\nb\nc\td\n");
    assertThat(SafeText.oneLine("a\r\nb\tc")).isEqualTo("a  b c");
  }

  @Test
  void keepsLettersOfAllLanguages() {
    assertThat(SafeText.isPlain("Größe, 大きさ, μέγεθος, حجم 😀")).isTrue();
  }

  @Test
  void isLinearInTheLengthOfALog() {
    String log = "\u001B[0;".repeat(500_000) + "\u001B]".repeat(500_000);

    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> SafeText.lines(log));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "3, 3",
    "-3, -3",
    "999999, 999999",
    "1000000, 1.00e6",
    "0.125, 0.125",
    "0.42, 0.420",
    "12.345, 12.3",
    "123.45, 123",
    "0.001, 0.00100",
    "0.000125, 1.25e-4",
    "1.25e-7, 1.25e-7",
    "-1e300, -1.00e300",
    "1e-310, 1.00e-310"
  })
  void writesNumbersWithThreeDigits(double value, String text) {
    assertThat(NumberText.of(value)).isEqualTo(text);
  }

  @Test
  void alignsDecimalPointsAndUnits() {
    assertThat(DecimalColumn.TERMINAL.align(List.of("1.25 ms", "640 µs", "12.0 s", "–", "3 min")))
        .containsExactly("  1.25 ms ", "640    µs ", " 12.0  s  ", "  –       ", "  3    min");
    assertThat(DecimalColumn.TERMINAL.align(List.of("1", "20"))).containsExactly(" 1", "20");
    assertThat(DecimalColumn.TERMINAL.align(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.0001, < 0.1 %",
    "0.0049, 0.5 %",
    "0.0994, 9.9 %",
    "0.0996, 10 %",
    "1, 100 %",
    "-0.05, -5.0 %"
  })
  void writesSharesAsPercent(double share, String text) {
    assertThat(NumberText.percent(share)).isEqualTo(text);
  }
}
