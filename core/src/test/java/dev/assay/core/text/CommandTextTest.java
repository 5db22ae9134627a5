package dev.assay.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTextTest {
  @Test
  void splitsAtBlanksOutsideOfQuotes() {
    assertThat(CommandText.split(" grep -c\t'a  b' \"c 'd'\"\nfile "))
        .containsExactly("grep", "-c", "a  b", "c 'd'", "file");
  }

  @Test
  void joinsWhatTouches() {
    assertThat(CommandText.split("a'b c'\"d\"e")).containsExactly("ab cde");
  }

  @Test
  void keepsEmptyWordsInQuotes() {
    assertThat(CommandText.split("printf '' \"\"")).containsExactly("printf", "", "");
  }

  @Test
  void takesBackslashesAsAShellDoes() {
    assertThat(CommandText.split("a\\ b '\\n' \"\\\"\\\\\\n\" \\'"))
        .containsExactly("a b", "\\n", "\"\\\\n", "'");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '^',
      value = {
        "echo 'a # the quote ' at character 6 is not closed",
        "echo \"a\\\" # the quote \" at character 6 is not closed",
        "echo \\ # it ends in a backslash",
        "a | b # no shell reads it, so '|' at character 3 does nothing; quote it, or say sh -c '…'",
        "a $HOME # no shell reads it, so '$' at character 3 does nothing; quote it, or say sh -c '…'",
        "^  ^ # it is empty"
      })
  void refusesWhatItCannotMean(String line, String message) {
    assertThatThrownBy(() -> CommandText.split(line.strip()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message.strip());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"sort", "it's", "a b", "", "$HOME", "*.c", "a\\b", "\"", "a\nb", "ä"})
  void comesBackFromWhatItWrote(String word) {
    List<String> command = List.of("program", word, "-x");

    assertThat(CommandText.split(CommandText.of(command))).isEqualTo(command);
  }

  @Test
  void quotesOnlyWhereNeeded() {
    assertThat(CommandText.of(List.of("sh", "-c", "sleep 1; it's", "a/b.c=1")))
        .isEqualTo("sh -c 'sleep 1; it'\\''s' a/b.c=1");
  }
}
