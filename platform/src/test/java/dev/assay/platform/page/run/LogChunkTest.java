package dev.assay.platform.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogChunkTest {
  private static LogChunk read(byte[] log, long from, @Nullable Long line) throws IOException {
    var content = new ByteArrayInputStream(log);
    content.skipNBytes(Math.max(0, from - 1));
    return LogChunk.read(content, from, line);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(LogChunk.Row row) {
    return row.text().spans().stream().map(AnsiText.Span::text).collect(Collectors.joining());
  }

  @Test
  void numbersLinesFromTheBegin() throws IOException {
    LogChunk chunk = read(bytes("one\n\nthree\nlast"), 0, 1L);

    assertThat(chunk.rows())
        .extracting(LogChunkTest::text)
        .containsExactly("one", "", "three", "last");
    assertThat(chunk.rows()).extracting(LogChunk.Row::number).containsExactly(1L, 2L, 3L, 4L);
    assertThat(chunk.next()).isEqualTo(15);
  }

  @Test
  void saysThatItBeginsWithinALine() throws IOException {
    byte[] log = bytes("one\ntwo\n");

    assertThat(read(log, 4, 2L).beginsWithin()).isFalse();
    assertThat(read(log, 5, null).beginsWithin()).isTrue();
    assertThat(read(log, 5, null).rows().getFirst().isContinued()).isTrue();
    assertThat(read(log, 8, null).rows()).isEmpty();
  }

  @Test
  void breaksAnOverlongLineBetweenCharactersAndOutsideOfSequences() throws IOException {
    LogChunk chunk = read(bytes("ä".repeat(1_500) + "x" + "\u001B[31mred".repeat(400)), 0, 1L);

    assertThat(chunk.rows()).hasSizeGreaterThan(2);
    assertThat(chunk.rows()).extracting(LogChunk.Row::number).containsOnly(1L);
    assertThat(chunk.rows())
        .extracting(LogChunkTest::text)
        .noneMatch(text -> text.contains("\uFFFD") || text.contains("31m"));
  }

  @Test
  void showsWhatIsNoUtf8() throws IOException {
    byte[] log = new byte[100_000];
    java.util.Arrays.fill(log, (byte) 0x80);

    LogChunk chunk = read(log, 0, 1L);

    assertThat(text(chunk.rows().getFirst())).startsWith("\uFFFD");
    assertThat(chunk.next()).isPositive();
  }

  /// 100 MB in one line, as it comes: what is read is counted.
  @Test
  void readsNoMoreThanItShows() throws IOException {
    var endless =
        new InputStream() {
          private long read;

          @Override
          public int read() {
            read++;
            return read > 100_000_000 ? -1 : 'x';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) 'x');
            read += length;
            return read > 100_000_000 ? -1 : length;
          }
        };

    LogChunk chunk = LogChunk.read(endless, 0, 1L);

    assertThat(endless.read).isLessThan(100_000);
    assertThat(chunk.next()).isBetween(10_000L, 64L << 10);
    assertThat(chunk.nextLine()).isEqualTo(1L);
  }

  @Test
  void staysWithinItsWeightWhateverIsWritten() throws IOException {
    for (String one :
        List.of("&", "<", "\u0000", "\u001B[1mx", "\u202E", "\u00AD", "x\n", "\n", "\r")) {
      LogChunk chunk = read(bytes(one.repeat(60_000)), 0, 1L);

      assertThat(chunk.rows().stream().mapToInt(row -> row.text().weight()).sum())
          .as("weight of many %s", one.codePointAt(0))
          .isLessThan(26_000);
      assertThat(chunk.next()).isPositive();
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void chunksFollowEachOtherWithoutAGap(long seed) throws IOException {
    var random = new Random(seed);
    var written = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      written.append("word ".repeat(random.nextInt(i % 50 == 0 ? 3_000 : 30))).append('\n');
    }
    byte[] log = bytes(written.toString());
    var lines = new ArrayList<String>();
    long at = 0;
    Long number = 1L;
    while (at < log.length) {
      LogChunk chunk = read(log, at, number);
      for (LogChunk.Row row : chunk.rows()) {
        if (row.isContinued()) {
          lines.set(lines.size() - 1, lines.getLast() + text(row));
        } else {
          lines.add(text(row));
          assertThat(row.number()).isEqualTo(lines.size());
        }
      }
      assertThat(chunk.next()).isGreaterThan(at);
      at = chunk.next();
      number = chunk.nextLine();
    }

    assertThat(String.join("\n", lines) + "\n").isEqualTo(written.toString());
  }
}
