package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestNoiseTest {
  private static final String PIECES = "[]{}=,.\"'\n#-019abNLé \t\u0000truinf";

  @TempDir Path folder;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void readsOrRefusesWhateverStandsThere(long seed) throws IOException {
    var random = new SplittableRandom(seed);
    String base = ErrorCase.text("base-bundle.toml");

    for (int round = 0; round < 50; round++) {
      Files.writeString(folder.resolve("bundle.toml"), garbled(base, random));
      try {
        BundleManifest.read(folder);
      } catch (AssayException e) {
        assertThat(e.getMessage()).contains("bundle.toml");
      }
    }
  }

  private static String garbled(String text, SplittableRandom random) {
    var garbled = new StringBuilder(text);
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      int start = random.nextInt(garbled.length());
      int end = Math.min(garbled.length(), start + random.nextInt(4));
      int piece = random.nextInt(PIECES.length());
      garbled.replace(start, end, random.nextBoolean() ? "" : PIECES.substring(piece, piece + 1));
    }
    return garbled.toString();
  }
}
