package dev.assay.core.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeedsTest {
  @Test
  void readsSeedsAndRanges() {
    assertThat(Seeds.parse("1, 4,7-9").values()).containsExactly(1L, 4L, 7L, 8L, 9L);
    assertThat(Seeds.parse("0,9007199254740991").values()).containsExactly(0L, Seeds.MAX);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | is no seed",
        "1, | is no seed",
        "1;2 | is no seed",
        "-1 | is no seed",
        "1--3 | is no seed",
        "1.5 | is no seed",
        "3-1 | runs backwards",
        "2,1 | ascending",
        "1,1 | ascending",
        "1-3,3 | ascending",
        "9007199254740992 | 2^53-1",
        "99999999999999999 | is no seed",
        "1-10001 | more than 10000",
        "0-9999999999999999 | more than 10000",
        "1-9999,20000-20001 | more than 10000"
      })
  void refusesOtherForms(String text, String complaint) {
    assertThatThrownBy(() -> Seeds.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1-5 | 1-5", "1,2 | 1,2", "1-1 | 1", "1,2,3,7,8,10 | 1-3,7,8,10"})
  void writesTheShortestForm(String text, String shortest) {
    assertThat(Seeds.parse(text).toText()).isEqualTo(shortest);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void readsBackWhatItWrote(long seed) {
    var random = new Random(seed);
    var values = new TreeSet<Long>();
    for (int i = 0; i < 200; i++) {
      values.add((long) random.nextInt(300));
    }
    var seeds = new Seeds(List.copyOf(values));

    assertThat(Seeds.parse(seeds.toText())).isEqualTo(seeds);
  }

  @Test
  void holdsTenThousandAtMost() {
    assertThat(Seeds.parse("1-10000").count()).isEqualTo(10_000);
  }
}
