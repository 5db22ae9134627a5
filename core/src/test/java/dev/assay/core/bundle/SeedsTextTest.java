package dev.assay.core.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedsTextTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void readsWhatItWrites(long seed) {
    var random = new SplittableRandom(seed);
    var values = new TreeSet<Long>();
    for (int i = random.nextInt(1, 40); i > 0; i--) {
      long start = random.nextBoolean() ? random.nextLong(100) : random.nextLong(Seeds.MAX - 10);
      for (long run = random.nextLong(1, 6); run > 0; run--) {
        values.add(start + run);
      }
    }
    var seeds = new Seeds(List.copyOf(values));

    assertThat(Seeds.parse(seeds.toText())).isEqualTo(seeds);
  }
}
