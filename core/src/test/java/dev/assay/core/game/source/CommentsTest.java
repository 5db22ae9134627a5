package dev.assay.core.game.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// `comments.txt` and `rare.txt` have texts in which each comment stands between ⟦ and ⟧.
class CommentsTest {
  /// What begins something that does not end.
  private static final List<String> PIECES =
      List.of(
          ("\" ' ` { f\"{ ${ `${ \"#{ / /[ \\ (* /* #| q{ s{a} {a: f'{a: $\"{a: \0 é a 'a /a %q( a( $a"
                  + " ''' ?> <? {| --[[ r#\" @\" #\" 'a' {- /+ ## $' x= <<A¶ <<<A¶ =begin¶ =pod¶")
              .replace('¶', '\n')
              .split(" "));

  record Sample(String title, SourceLanguage language, String marked) {
    String source() {
      return marked.replace("⟦", "").replace("⟧", "");
    }

    @Override
    public String toString() {
      return title;
    }
  }

  static Stream<Sample> samples() throws IOException {
    return Stream.concat(samples("comments.txt"), samples("rare.txt"));
  }

  private static Stream<Sample> samples(String file) throws IOException {
    try (var in = CommentsTest.class.getResourceAsStream(file)) {
      String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^=== ")).skip(1).map(CommentsTest::sample);
    }
  }

  private static Sample sample(String part) {
    String title = part.substring(0, part.indexOf('\n'));
    return new Sample(
        title,
        SourceLanguage.require(title.substring(0, title.indexOf(':'))),
        part.substring(title.length() + 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void findsCommentsAndNothingElse(Sample sample) {
    String source = sample.source();

    List<CommentLexer.Span> comments = sample.language().lexer().find(source).comments();

    assertThat(marked(source, comments)).isEqualTo(sample.marked());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void endsOfLinesAndAMarkInFrontChangeNothing(Sample sample) {
    long plain = plainBytes(sample, sample.source());

    assertThat(plainBytes(sample, sample.source().replace("\n", "\r\n"))).isEqualTo(plain);
    assertThat(plainBytes(sample, sample.source().replace('\n', '\r'))).isEqualTo(plain);
    assertThat(plainBytes(sample, "\ufeff" + sample.source())).isEqualTo(plain);
  }

  private static long plainBytes(Sample sample, String source) {
    return SourceSize.of(source.getBytes(StandardCharsets.UTF_8), sample.language()).plainBytes();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void doubtsOnlyWhatDoesNotEnd(Sample sample) {
    List<Integer> unended = sample.language().lexer().find(sample.source()).unended();

    boolean expected =
        sample.title().contains("does not end") || sample.title().contains("left out");
    assertThat(!unended.isEmpty()).isEqualTo(expected);
  }

  /// A text of a megabyte is read in one go, whatever it is a part of.
  @ParameterizedTest
  @EnumSource(SourceLanguage.class)
  void oneLineOfAMegabyteIsRead(SourceLanguage language) {
    for (String piece :
        List.of("\"", "'", "/", "(", "x = 1; ", "// ", "# ", "\"a\" ", "<<A ", "[/")) {
      String text = piece + "ab ".repeat(350_000) + piece;

      assertThat(SourceSize.plain(text, language)).hasSizeLessThanOrEqualTo(text.length());
    }
  }

  private static String marked(String source, List<CommentLexer.Span> comments) {
    var marked = new StringBuilder();
    int at = 0;
    for (var comment : comments) {
      marked
          .append(source, at, comment.start())
          .append('⟦')
          .append(source, comment.start(), comment.end())
          .append('⟧');
      at = comment.end();
    }
    return marked.append(source.substring(at)).toString();
  }

  @Test
  void everyLanguageHasASample() throws IOException {
    assertThat(samples().map(Sample::language).distinct())
        .containsExactlyInAnyOrder(SourceLanguage.values());
  }

  /// Whatever stands in a text, a lexer comes to its end, and its comments lie in it in order.
  @ParameterizedTest
  @EnumSource(SourceLanguage.class)
  void anyTextComesToItsEnd(SourceLanguage language) {
    var texts = new ArrayList<String>();
    for (String piece : PIECES) {
      texts.add(piece);
      texts.add(piece.repeat(5_000));
    }

    for (String text : texts) {
      int at = 0;
      for (var comment : language.lexer().find(text).comments()) {
        assertThat(comment.start()).isGreaterThanOrEqualTo(at);
        assertThat(comment.end()).isGreaterThan(comment.start());
        at = comment.end();
      }
      assertThat(at).isLessThanOrEqualTo(text.length());
    }
  }
}
