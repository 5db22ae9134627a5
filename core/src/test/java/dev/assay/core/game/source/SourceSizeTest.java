package dev.assay.core.game.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SourceSizeTest {
  private static final String HELLO =
      """
      #include <stdio.h>

      /* Says
         hello. */
      int main(void) {
      \tputs("hello,  world /* twice */");   // here
        return  0;
      }
      """;

  @Test
  void takesOutCommentsAndRepeatedWhiteSpace() {
    assertThat(SourceSize.plain(HELLO, SourceLanguage.C))
        .isEqualTo(
            """
            #include <stdio.h>
            int main(void) {
            puts("hello, world /* twice */");
            return 0;
            }\
            """);
    assertThat(SourceSize.plain("a/**/b /* c */\td", SourceLanguage.C)).isEqualTo("a b d");
  }

  @Test
  void isAsLargeAsAGzipFileWithoutAName() throws IOException {
    byte[] plain = SourceSize.plain(HELLO, SourceLanguage.C).getBytes(StandardCharsets.UTF_8);

    var size = SourceSize.of(HELLO.getBytes(StandardCharsets.UTF_8), SourceLanguage.C);

    assertThat(size.bytes()).isEqualTo(HELLO.length());
    assertThat(size.plainBytes()).isEqualTo(plain.length);
    assertThat(size.compressedBytes()).isEqualTo(gzip(plain).length);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var fastest = new Fastest(out)) {
      fastest.write(plain);
    }
    try (var in = new GZIPInputStream(new ByteArrayInputStream(out.toByteArray()))) {
      assertThat(in.readAllBytes()).isEqualTo(plain);
    }
    return out.toByteArray();
  }

  private static final class Fastest extends GZIPOutputStream {
    Fastest(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /// Sizes of releases compare only while the compression stays the same one.
  @Test
  void staysWhatItWas() {
    var text = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      text.append("x").append(i * 7919 % 1000).append(" = f(").append(i).append(");\n");
    }

    var size = SourceSize.of(text.toString().getBytes(StandardCharsets.UTF_8), SourceLanguage.C);

    assertThat(size).isEqualTo(new SourceSize(7332, 7331, 2411, List.of()));
  }

  @Test
  void layoutAndCommentsDoNotCount() {
    byte[] other =
        HELLO
            .replace("Says", "It says what it has to say, " + "which is ".repeat(50))
            .replace("\n", "\r\n   \n")
            .getBytes(StandardCharsets.UTF_8);

    assertThat(SourceSize.of(other, SourceLanguage.C).compressedBytes())
        .isEqualTo(
            SourceSize.of(HELLO.getBytes(StandardCharsets.UTF_8), SourceLanguage.C)
                .compressedBytes());
  }

  @Test
  void readsWhatIsNotUnicode() {
    var size = SourceSize.of("/* é */ 'é'".getBytes(StandardCharsets.ISO_8859_1), SourceLanguage.C);

    assertThat(size.bytes()).isEqualTo(11);
    assertThat(size.plainBytes()).isEqualTo(3);
  }

  @Test
  void readsWhatHasTwoBytesACharacter() {
    byte[] source = "\ufeffint a; /* é */ int b;".getBytes(StandardCharsets.UTF_16LE);

    var size = SourceSize.of(source, SourceLanguage.C);

    assertThat(size.plainBytes()).isEqualTo(2L * "int a; int b;".length());
    assertThat(size.doubts()).isEmpty();
  }

  @Test
  void saysWhereItMayBeWrong() {
    var open = SourceSize.of(bytes("int a;\nchar *s = \"x;\n/* never"), SourceLanguage.C);
    var binary = SourceSize.of(new byte[] {0x7f, 'E', 'L', 'F', 0}, SourceLanguage.C);

    assertThat(open.doubts())
        .containsExactly(
            "on line 2 a comment, string or pattern begins that does not end",
            "on line 3 a comment, string or pattern begins that does not end");
    assertThat(binary.doubts()).containsExactly("it has NUL characters, so it may be no source");
  }

  @Test
  void doesNotSayItAThousandTimes() {
    var size = SourceSize.of(bytes("s = \"x;\n".repeat(1_000)), SourceLanguage.C);

    assertThat(size.doubts()).hasSize(4).endsWith("and 997 more");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void nothingIsAFrameAround() {
    assertThat(SourceSize.of(new byte[0], SourceLanguage.C))
        .isEqualTo(new SourceSize(0, 0, 20, List.of()));
  }

  @Test
  void knowsLanguagesByTheirWords() {
    assertThat(SourceLanguage.ofFile("nbody.gcc-2.c")).hasValue(SourceLanguage.C);
    assertThat(SourceLanguage.ofFile("nbody.python3-8.python3")).hasValue(SourceLanguage.PYTHON);
    assertThat(SourceLanguage.ofFile("x.HS")).hasValue(SourceLanguage.HASKELL);
    assertThat(SourceLanguage.ofFile("x.cobol")).isEmpty();
    assertThat(SourceLanguage.ofFile("Makefile")).isEmpty();
    assertThatThrownBy(() -> SourceLanguage.require("cobol"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("'cobol'")
        .hasMessageContaining("ada, c, chapel");
  }
}
