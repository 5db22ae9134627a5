package dev.assay.platform.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.page.run.AnsiText.Span;
import dev.assay.testkit.Hostile;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnsiTextTest {
  private static final String ESC = "\u001B";

  private static List<Span> spans(String line) {
    return AnsiText.of(AnsiStyle.PLAIN, line).spans();
  }

  @Test
  void leavesPlainTextAsItIs() {
    assertThat(spans("g++ -O2\tsolution.cpp"))
        .containsExactly(new Span("", "g++ -O2\tsolution.cpp"));
    assertThat(spans("")).isEmpty();
  }

  @Test
  void paintsAsACompilerAsks() {
    assertThat(
            spans(
                ESC
                    + "[01m"
                    + ESC
                    + "[Ka.c:3:"
                    + ESC
                    + "[m "
                    + ESC
                    + "[01;31merror:"
                    + ESC
                    + "[0m no"))
        .containsExactly(
            new Span("ab", "a.c:3:"),
            new Span("", " "),
            new Span("a1 ab", "error:"),
            new Span("", " no"));
  }

  @ParameterizedTest
  @CsvSource({
    "31, a1",
    "97, a15",
    "38;5;9, a9",
    "38;5;196, a9",
    "38;5;22, a2",
    "38;5;21, a12",
    "38;5;240, a8",
    "38;5;255, a7",
    "38;2;255;0;0, a9",
    "38;2;0;90;0, a2",
    "38:5:9, a9",
    "1;32, a2 ab",
    "44, ''",
    "48;5;196, ''",
    "48;2;1;2;3, ''",
    "48;5;1;33, a3",
    "31;39, ''",
    "1;22, ''",
    "999, ''",
    "38;5;999, ''",
    "38, ''",
    "38;5, ''",
    "38;2;1, ''",
    "5;7;8, ''",
    "4, ''"
  })
  void approximatesColoursAndLeavesTheRestOut(String parameters, String css) {
    assertThat(spans(ESC + "[" + parameters + "mx")).containsExactly(new Span(css, "x"));
  }

  @Test
  void carriesTheStyleIntoTheNextLine() {
    AnsiText first = AnsiText.of(AnsiStyle.PLAIN, ESC + "[31mred");

    assertThat(AnsiText.of(first.end(), "still").spans()).containsExactly(new Span("a1", "still"));
  }

  @Test
  void takesAwayWhatMovesCursorsSetsTitlesOrLinks() {
    assertThat(
            spans(
                ESC
                    + "[2J"
                    + ESC
                    + "[10;10Ha"
                    + ESC
                    + "]0;title\u0007b"
                    + ESC
                    + "]8;;https://x"
                    + ESC
                    + "\\c"
                    + ESC
                    + "P1$x"
                    + ESC
                    + "\\d"
                    + ESC
                    + "(0e"
                    + ESC
                    + "7f"))
        .containsExactly(new Span("", "abcdef"));
  }

  @Test
  void namesWhatCannotBeSeen() {
    assertThat(AnsiText.plain("a\u0000b\u0008c\u007Fd\u202Ee"))
        .isEqualTo("a\u2400b\u2408c\u2421d⟦U+202E⟧e");
    assertThat(AnsiText.plain("half" + ESC)).isEqualTo("half\u241B");
    assertThat(AnsiText.plain(ESC + "[31")).doesNotContain(ESC);
  }

  @Test
  void keepsOfAProgressLineWhatWasWrittenLast() {
    assertThat(AnsiText.plain(" 10 %\r 50 %\r100 %\r")).isEqualTo("100 %");
    assertThat(AnsiText.plain("windows line\r")).isEqualTo("windows line");
    assertThat(AnsiText.plain("\r\r\r")).isEmpty();
  }

  @Test
  void readsALongRunOfSequencesOnce() {
    String line = (ESC + "[1;38;5;196m").repeat(50_000) + "x" + (ESC + "[").repeat(50_000);

    assertThat(spans(line).getFirst())
        .isEqualTo(new Span("a9 ab", "x" + spans(line).getFirst().text().substring(1)));
  }

  @Test
  void letsNothingHostileThrough() {
    assertThat(AnsiText.plain(Hostile.TEXT)).doesNotContain("\u202E", "\u0000", ESC, "\uD800 ");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverLetsAControlCharacterThrough(long seed) {
    var random = new Random(seed);
    var line = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      line.append("\u001B[m;3810\r\u0007]\\Px\u0000\u009b<&".charAt(random.nextInt(18)));
    }

    AnsiText text = AnsiText.of(AnsiStyle.PLAIN, line.toString());

    assertThat(text.spans())
        .allSatisfy(span -> {
          assertThat(span.css()).matches("|ab|a\\d{1,2}( ab)?");
          assertThat(span.text().chars()).noneMatch(one -> one < ' ' || one == 0x9B || one == 0x7F);
        });
  }
}
