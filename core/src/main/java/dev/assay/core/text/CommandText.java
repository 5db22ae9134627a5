package dev.assay.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Commands as people write them in a shell, split into words and joined again without one: nothing
/// is expanded, redirected or looked up.
public final class CommandText {
  /// Words that a shell takes as they are.
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  /// What a shell would act on and this does not, where it stands outside of quotes.
  private static final String ACTIVE = "|&;<>()$`*?[]#~";

  private CommandText() {}

  /// Splits a line into words at spaces, tabs and line feeds. Single quotes keep everything, double
  /// quotes everything but `\"` and `\\`, and a backslash outside of quotes the character after it.
  ///
  /// @throws IllegalArgumentException when a quote is not closed, nothing is there, or a character
  ///   stands unquoted that a shell would act on
  public static List<String> split(String line) {
    return new Splitter(line).split();
  }

  /// A command as a shell would take it, with quotes where they are needed.
  public static String of(List<String> command) {
    return command.stream().map(CommandText::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static final class Splitter {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean isInWord;
    private int at;

    private Splitter(String line) {
      this.line = line;
    }

    private List<String> split() {
      while (at < line.length()) {
        char next = line.charAt(at++);
        switch (next) {
          case ' ', '\t', '\n' -> endWord();
          case '\'' -> quoted('\'');
          case '"' -> quoted('"');
          case '\\' -> add(escaped());
          default -> {
            requirePassive(next);
            add(next);
          }
        }
      }
      endWord();
      if (words.isEmpty()) {
        throw new IllegalArgumentException("it is empty");
      }
      return List.copyOf(words);
    }

    private void add(char next) {
      word.append(next);
      isInWord = true;
    }

    private void endWord() {
      if (isInWord) {
        words.add(word.toString());
        word.setLength(0);
        isInWord = false;
      }
    }

    private char escaped() {
      if (at == line.length()) {
        throw new IllegalArgumentException("it ends in a backslash");
      }
      return line.charAt(at++);
    }

    private void quoted(char quote) {
      int start = at;
      isInWord = true;
      while (at < line.length()) {
        char next = line.charAt(at++);
        if (next == quote) {
          return;
        }
        boolean escapes =
            quote == '"' && next == '\\' && at < line.length() && isEscapable(line.charAt(at));
        word.append(escapes ? line.charAt(at++) : next);
      }
      throw new IllegalArgumentException(
          "the quote %s at character %d is not closed".formatted(quote, start));
    }

    private static boolean isEscapable(char character) {
      return character == '"' || character == '\\';
    }

    private void requirePassive(char next) {
      if (ACTIVE.indexOf(next) >= 0 && ((next != '#' && next != '~') || !isInWord)) {
        throw new IllegalArgumentException(
            "no shell reads it, so '%c' at character %d does nothing; quote it, or say sh -c '…'"
                .formatted(next, at));
      }
    }
  }
}
