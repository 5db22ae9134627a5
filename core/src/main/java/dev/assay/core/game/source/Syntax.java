package dev.assay.core.game.source;

import java.util.ArrayList;
import java.util.List;

/// As much of a language's syntax as it takes to tell comments from everything else: an ordered
/// list of lexemes, of which the first that begins at a place is what stands there. What none of
/// them is, is a word or a single character.
///
/// @param moreInWords characters that words have besides letters, digits and `_`
record Syntax(List<Rule> rules, String moreInWords) implements CommentLexer {
  Syntax {
    rules = List.copyOf(rules);
  }

  /// A lexeme of the language.
  record Rule(Lexeme lexeme, boolean isComment) {}

  static Syntax empty() {
    return new Syntax(List.of(), "");
  }

  Syntax comments(Lexeme... lexemes) {
    return with(true, lexemes);
  }

  Syntax tokens(Lexeme... lexemes) {
    return with(false, lexemes);
  }

  Syntax words(String more) {
    return new Syntax(rules, more);
  }

  private Syntax with(boolean areComments, Lexeme... lexemes) {
    var longer = new ArrayList<>(rules);
    for (Lexeme lexeme : lexemes) {
      longer.add(new Rule(lexeme, areComments));
    }
    return new Syntax(longer, moreInWords);
  }

  @Override
  public Found find(String source) {
    return new Scan(source, this).found();
  }
}
