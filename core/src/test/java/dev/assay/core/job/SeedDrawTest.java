package dev.assay.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.run.CaseKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeedDrawTest {
  private static final Sample SAMPLE = new Sample(Seeds.parse("1-20"), 2, 3);

  private static SeedDraw drawOf(long secret) {
    return new SeedDraw(
        "secret of a test %020d".formatted(secret).getBytes(StandardCharsets.UTF_8));
  }

  static LongStream secrets() {
    return LongStream.range(0, 20);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("secrets")
  void handsOverWarmUpFirstAndEachSeedOnce(long secret) {
    List<PlannedCase> cases = drawOf(secret).draw("N1024", SAMPLE.seeds(), SAMPLE);

    assertThat(cases).hasSize(25);
    assertThat(cases.stream().map(PlannedCase::index))
        .containsExactlyElementsOf(IntStream.range(0, 25).boxed().toList());
    assertThat(cases.stream().map(PlannedCase::seed)).doesNotHaveDuplicates();
    assertThat(cases.subList(0, 2)).allMatch(planned -> planned.kind() == CaseKind.WARMUP);
    assertThat(cases.subList(2, 25)).noneMatch(planned -> planned.kind() == CaseKind.WARMUP);
    assertThat(cases.stream().filter(planned -> planned.kind() == CaseKind.SAMPLE))
        .extracting(PlannedCase::seed)
        .containsExactlyInAnyOrderElementsOf(SAMPLE.seeds().values());
    assertThat(cases).allMatch(planned -> planned.seed() >= 0 && planned.seed() <= Seeds.MAX);
  }

  @Test
  void drawsTheSameFromTheSameSecret() {
    assertThat(drawOf(1).draw("N1024", SAMPLE.seeds(), SAMPLE))
        .isEqualTo(drawOf(1).draw("N1024", SAMPLE.seeds(), SAMPLE))
        .isNotEqualTo(drawOf(2).draw("N1024", SAMPLE.seeds(), SAMPLE));
  }

  @Test
  void drawsOtherSeedsAtAnotherPoint() {
    List<Long> here = drawn(drawOf(1).draw("N1024", SAMPLE.seeds(), SAMPLE));
    List<Long> there = drawn(drawOf(1).draw("N2048", SAMPLE.seeds(), SAMPLE));

    assertThat(here).doesNotContainAnyElementsOf(there);
  }

  private static List<Long> drawn(List<PlannedCase> cases) {
    return cases.stream()
        .filter(planned -> planned.kind() != CaseKind.SAMPLE)
        .map(PlannedCase::seed)
        .toList();
  }

  @Test
  void drawsTheSameSeedsWhenFewerOfTheSampleAreAskedFor() {
    List<PlannedCase> few = drawOf(1).draw("N1024", Seeds.parse("3"), SAMPLE);

    assertThat(few).hasSize(6);
    assertThat(drawn(few))
        .containsExactlyInAnyOrderElementsOf(
            drawn(drawOf(1).draw("N1024", SAMPLE.seeds(), SAMPLE)));
  }

  @Test
  void isWrittenDownInItsDocument() {
    // python3: int.from_bytes(hmac.new(bytes(range(16)), b"warmup\0p\0" + b"0", "sha256")
    //          .digest()[:8], "big") & (2**53 - 1)
    var draw = new SeedDraw(HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f"));

    List<PlannedCase> cases = draw.draw("p", Seeds.parse("1"), new Sample(Seeds.parse("1"), 1, 0));

    assertThat(cases.getFirst().seed()).isEqualTo(4074629765261124L);
  }

  @Test
  void shufflesEveryCaseToEveryPlace() {
    var places = new ArrayList<Integer>();
    for (long secret = 0; secret < 300; secret++) {
      for (PlannedCase planned : drawOf(secret).draw("p", SAMPLE.seeds(), SAMPLE)) {
        if (planned.seed() == 1) {
          places.add(planned.index());
        }
      }
    }

    assertThat(places.stream().distinct()).hasSize(23);
  }

  @Test
  void doesNotDependOnTheLocale() {
    List<PlannedCase> cases = drawOf(1).draw("N1024", SAMPLE.seeds(), SAMPLE);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));

      assertThat(
              new SeedDraw("secret of a test 00000000000000000001".getBytes(StandardCharsets.UTF_8))
                  .draw("N1024", SAMPLE.seeds(), SAMPLE))
          .isEqualTo(cases);
      assertThat(cases.get(12).folder()).isEqualTo("000012");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void refusesASecretThatCouldBeGuessed() {
    assertThatThrownBy(() -> new SeedDraw(new byte[15]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("15 bytes");
  }
}
