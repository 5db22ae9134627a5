package dev.assay.platform.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LogSearchTest {
  private static LogSearch.Found find(String query, String log) throws IOException {
    return new LogSearch(query, () -> 0)
        .find(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), 0, 1);
  }

  private static String text(LogSearch.Line line) {
    return line.text().spans().stream().map(AnsiText.Span::text).collect(Collectors.joining());
  }

  @Test
  void findsWhateverTheCaseAndTheColours() throws IOException {
    var found = find("error: bad", "one\n\u001B[1mERROR:\u001B[0m bad thing\nthree\nfour\n");

    assertThat(found.hits()).isEqualTo(1);
    assertThat(found.isWhole()).isTrue();
    assertThat(found.lines())
        .extracting(LogSearchTest::text)
        .containsExactly("one", "ERROR: bad thing", "three");
    assertThat(found.lines()).extracting(LogSearch.Line::number).containsExactly(1L, 2L, 3L);
    assertThat(found.lines().get(1).at()).isEqualTo(4);
    assertThat(found.lines().get(1).text().spans())
        .contains(new AnsiText.Span("hit", "ERROR: bad"));
  }

  @Test
  void takesTheQueryAsItIs() throws IOException {
    assertThat(find("(a+)+$", "x(a+)+$x\naaaa\n").hits()).isEqualTo(1);
    assertThat(find("i", "\u0130\n").hits()).isEqualTo(1);
    assertThat(find("nothing", "").hits()).isZero();
  }

  @Test
  void stopsAfterManyHitsAndGoesOnThere() throws IOException {
    String log = "hit\n".repeat(150);
    var first = find("hit", log);

    assertThat(first.hits()).isEqualTo(100);
    assertThat(first.isWhole()).isFalse();
    assertThat(first.next()).isEqualTo(400);
    assertThat(first.nextLine()).isEqualTo(101);
  }

  @Test
  void stopsWhenItsTimeIsOver() throws IOException {
    var nanos = new AtomicLong();

    var found =
        new LogSearch("x", () -> nanos.addAndGet(300_000_000))
            .find(
                new ByteArrayInputStream("no\n".repeat(50).getBytes(StandardCharsets.UTF_8)), 0, 1);

    assertThat(found.isWhole()).isFalse();
    assertThat(found.hits()).isZero();
  }

  @Test
  void showsOfALongLineWhatIsAround() throws IOException {
    var found = find("needle", "x".repeat(5_000) + "needle" + "y".repeat(20_000) + "\nend\n");

    assertThat(found.hits()).isEqualTo(1);
    assertThat(text(found.lines().getFirst()))
        .hasSizeLessThan(400)
        .contains("needle")
        .startsWith("…");
    assertThat(found.lines().getFirst().number()).isEqualTo(1);
  }
}
