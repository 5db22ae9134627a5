package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.LogFile;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.ProcessSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LogKeeperTest {
  @TempDir Path folder;

  private LogFile keep(int kept, byte[]... chunks) throws Exception {
    var keeper =
        new LogKeeper(new ProcessSpec.Log(folder.resolve("log"), "log", DataSize.ofBytes(kept)));
    for (byte[] chunk : chunks) {
      keeper.write(chunk);
    }
    return keeper.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void keepsAllOfAShortStream() throws Exception {
    assertThat(keep(10, bytes("abc"), bytes("defghij")))
        .isEqualTo(new LogFile("log", 10, 10, false));
    assertThat(folder.resolve("log")).hasContent("abcdefghij");
  }

  @Test
  void marksWhereItWasCut() throws Exception {
    assertThat(keep(6, bytes("abcdefghij"))).isEqualTo(new LogFile("log", 10, 6, true));
    assertThat(folder.resolve("log")).hasContent("abc\n[... 4 bytes left out ...]\nhij");
  }

  @Test
  void keepsNothingWhenItMayNot() throws Exception {
    assertThat(keep(0, bytes("abc"), bytes("d"))).isEqualTo(new LogFile("log", 4, 0, true));
    assertThat(keep(1, bytes("abc"), bytes("d"))).isEqualTo(new LogFile("log", 4, 1, true));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void keepsHeadAndTailHoweverTheStreamIsCut(long seed) throws Exception {
    var random = new Random(seed);
    int kept = 2 + random.nextInt(50);
    byte[] stream = new byte[kept + 1 + random.nextInt(300)];
    random.nextBytes(stream);
    var keeper =
        new LogKeeper(new ProcessSpec.Log(folder.resolve("log"), "log", DataSize.ofBytes(kept)));
    for (int at = 0; at < stream.length; ) {
      int length = Math.min(stream.length - at, random.nextInt(70));
      keeper.write(Arrays.copyOfRange(stream, at, at + length));
      at += length;
    }
    keeper.close();

    byte[] file = Files.readAllBytes(folder.resolve("log"));
    int tail = kept / 2;
    int head = kept - tail;
    assertThat(Arrays.copyOf(file, head)).isEqualTo(Arrays.copyOf(stream, head));
    assertThat(Arrays.copyOfRange(file, file.length - tail, file.length))
        .isEqualTo(Arrays.copyOfRange(stream, stream.length - tail, stream.length));
  }
}
