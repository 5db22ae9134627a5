package dev.assay.core.iterate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StampsTest {
  private static Stamps lines(int iterations, String... lines) {
    var taken = new StampLines(iterations);
    for (int i = 0; i < lines.length; i++) {
      taken.take(lines[i], 10L * i + 10);
    }
    return taken.end();
  }

  @Test
  void takesANumberBeforeTheFirstIterationAndAfterEach() {
    Stamps stamps = lines(2, "0", "1", "2");

    assertThat(stamps).isEqualTo(new Stamps(List.of(10L, 20L, 30L), null));
    assertThat(stamps.iterations()).isEqualTo(2);
  }

  @Test
  void keepsWhatWasInOrderAndSaysWhatWasNot() {
    assertThat(lines(2, "0", "1").fault()).isEqualTo("are 2, and 3 were due");
    assertThat(lines(2).fault()).isEqualTo("are 0, and 3 were due");
    assertThat(lines(1, "0", "1", "2").fault()).isEqualTo("are more than the 2 that were due");
    assertThat(lines(3, "0", "2", "1"))
        .isEqualTo(new Stamps(List.of(10L), "are out of order: 2 came where 1 was due"));
    for (String garbage : List.of("", " 1", "01", "+1", "1.0", "-1", "x", "99999999999999999999")) {
      assertThat(lines(3, "0", garbage).fault())
          .isEqualTo("have the line '%s' where 1 was due".formatted(garbage));
    }
  }

  @Test
  void keepsStampsThatArrivedTogether() {
    var taken = new StampLines(2);

    assertThat(taken.take("0", 5) && taken.take("1", 9) && taken.take("2", 9)).isTrue();

    assertThat(taken.isFaulty()).isFalse();
    assertThat(taken.end().nanos()).containsExactly(5L, 9L, 9L);
    assertThat(taken.end().fault()).startsWith("1 and 2 arrived together");
  }

  @Test
  void showsHostileLinesHarmlessly() {
    assertThat(lines(3, "\u001B[31mred" + "x".repeat(4000)).fault())
        .hasSizeLessThan(120)
        .doesNotContain("\u001B");
  }

  private static StampFiles.Left file(String name, long modified) {
    return new StampFiles.Left(name, modified, modified, true);
  }

  private static Stamps files(int iterations, StampFiles.Left... files) {
    return StampFiles.of(iterations, List.of(files));
  }

  @Test
  void readsFilesInTheOrderOfTheirNumbers() {
    assertThat(files(2, file("2", 30), file("0", 10), file("1", 20)))
        .isEqualTo(new Stamps(List.of(10L, 20L, 30L), null));
    var many = new ArrayList<StampFiles.Left>();
    IntStream.rangeClosed(0, 20_000).forEach(i -> many.add(file(Integer.toString(i), i)));
    assertThat(StampFiles.of(20_000, many).fault()).isNull();
  }

  @Test
  void saysWhatIsWrongWithFiles() {
    assertThat(files(2, file("0", 1), file("2", 3)))
        .isEqualTo(new Stamps(List.of(1L), "are 2, and 3 were due; 1 is missing"));
    assertThat(files(1, file("0", 5), file("1", 4)).fault())
        .isEqualTo("are out of order: 1 is older than 0");
    assertThat(files(1, file("0", 5), file("1", 5)).fault()).startsWith("0 and 1 have one time");
    assertThat(files(1, file("0", 1), file("1", 2), file("2", 3)).fault())
        .isEqualTo("have the file '2', and those from 0 to 1 were due");
    assertThat(files(1, file("0", 1), file("1", 2), file("a\nb", 3)).fault())
        .startsWith("have the file 'a b'");
    assertThat(files(1, file("0", 1), new StampFiles.Left("1", 2, 3, true)).fault())
        .contains("set by hand");
    assertThat(files(1, file("0", 1), new StampFiles.Left("1", 2, 2, false)).fault())
        .contains("no plain file");
    assertThat(files(1, file("0", 1), file("1", 2), file("01", 3)).nanos()).hasSize(2);
  }
}
