package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.Heard;
import org.junit.jupiter.api.Test;

final class LineSplitterTest {
  private final LineSplitter splitter = new LineSplitter();

  @Test
  void splitsWhereverTheBytesWereCut() {
    splitter.add("on".getBytes(UTF_8), 1);
    assertThat(splitter.poll()).isNull();
    splitter.add("e\n\ntwo\nthr".getBytes(UTF_8), 2);

    assertThat(splitter.poll()).isEqualTo(new Heard.Line("one", 2));
    assertThat(splitter.poll()).isEqualTo(new Heard.Line("", 2));
    assertThat(splitter.poll()).isEqualTo(new Heard.Line("two", 2));
    assertThat(splitter.isEmpty()).isTrue();
  }

  @Test
  void takesLinesUpToTheLimitAndNoByteMore() {
    splitter.add("a".repeat(4096).getBytes(UTF_8), 1);
    assertThat(splitter.isEmpty()).isTrue();
    splitter.add("\n".getBytes(UTF_8), 1);
    assertThat(splitter.poll()).isInstanceOf(Heard.Line.class);

    splitter.add("a".repeat(1 << 20).getBytes(UTF_8), 1);

    assertThat(splitter.poll()).isInstanceOf(Heard.Malformed.class);
    assertThat(splitter.isEmpty()).isTrue();
    splitter.add("\nnext\n".getBytes(UTF_8), 2);
    assertThat(splitter.poll()).isEqualTo(new Heard.Line("next", 2));
  }

  @Test
  void refusesBytesThatAreNoText() {
    splitter.add(new byte[] {'a', (byte) 0xff, '\n'}, 1);

    assertThat(splitter.poll()).isInstanceOf(Heard.Malformed.class);
  }
}
