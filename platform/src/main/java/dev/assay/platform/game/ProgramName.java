package dev.assay.platform.game;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a data file calls an implementation: a language and a number.
///
/// @param language as in `gcc`
/// @param number as in 2; 1 where the name has none
record ProgramName(String language, int number) {
  private static final Pattern NUMBERED =
      Pattern.compile("(?:[^.]+\\.)?(?<language>[^.]+?)-(?<number>[1-9]\\d{0,5})(?:\\.[^.]*)?");

  /// Of `nbody.gcc-2.c`, `nbody.gcc-2` and `gcc-2` the language is `gcc` and the number 2; any
  /// other name is a language as it is.
  static ProgramName of(String implementation) {
    Matcher numbered = NUMBERED.matcher(implementation);
    return numbered.matches()
        ? new ProgramName(
            plain(numbered.group("language")), Integer.parseInt(numbered.group("number")))
        : new ProgramName(plain(implementation), 1);
  }

  /// The files have no quotes.
  private static String plain(String text) {
    String plain = text.replaceAll("[^\\p{Alnum}._+#-]", "_");
    return plain.isEmpty() ? "_" : plain;
  }

  ProgramName next() {
    return new ProgramName(language, number + 1);
  }
}
