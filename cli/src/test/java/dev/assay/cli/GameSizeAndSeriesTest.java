package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GameSizeAndSeriesTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int assay(String... words) {
    var wiring =
        new Wiring(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, 100),
            Map.of("ASSAY_HOME", folder.resolve("home").toString()));
    int code = AssayCommand.commandLine(wiring).execute(words);
    wiring.finished();
    return code;
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void measuresSources() throws IOException {
    Path source = file("a.gcc-2.c", "int a; /* a comment */\n\n\n// another\nint b;\n");

    assertThat(assay("game", "size", source.toString())).isZero();
    assertThat(out.toString()).isEqualTo("      31       13       43  c          " + source + "\n");
  }

  @Test
  void measuresTheOthersWhereOneCannotBe() throws IOException {
    Path good = file("a.py", "print(1)  # one\n");
    Path unknown = file("a.cobol", "* a\n");
    Path missing = folder.resolve("none.c");

    int code = assay("game", "size", unknown.toString(), missing.toString(), good.toString());

    assertThat(code).isEqualTo(2);
    assertThat(out.toString()).contains("python").endsWith("a.py\n");
    assertThat(err.toString())
        .contains("a.cobol does not tell its language; say it with --language, as one of ada, c,")
        .contains("none.c does not exist; name a source");
  }

  @Test
  void takesALanguageThatTheNameDoesNotTell() throws IOException {
    Path source = file("program", "a # b\n");

    assertThat(assay("game", "size", "--json", "--language", "python3", source.toString()))
        .isZero();
    assertThat(out.toString()).contains("\"language\": \"python\"", "\"plain_bytes\": 1");
    assertThat(assay("game", "size", "--language", "cobol", source.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("The comments of the language 'cobol' are not known");
  }

  private static String times(int count, int slow, double fast) {
    return IntStream.range(0, count)
        .mapToObj(i -> Double.toString((i < slow ? 2 * fast : fast) * (1 + i % 7 * 1e-4)))
        .collect(Collectors.joining(","));
  }

  @Test
  void classifiesSeries() throws IOException {
    Path file = file("a.csv", times(100, 20, 0.1) + "\n" + times(100, 0, 0.102) + "\n");

    assertThat(assay("game", "series", file.toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            process 1: warming up, 100 ms from iteration 21 on (100 iterations, 0 outliers)
              1–20: 200 ms, 21–100: 100 ms
            process 2: flat, 102 ms from iteration 1 on (100 iterations, 0 outliers)
            steady state: 101 ms, 99 % interval 37–165 ms (2 processes)
            """);
  }

  @Test
  void readsJsonAndPrintsIt() throws IOException {
    Path one = file("a.json", "[" + times(60, 0, 0.1) + "]");
    Path object = file("b.json", "{\"series\": [[" + times(60, 0, 0.1) + "]]}");

    assertThat(assay("game", "series", one.toString())).isZero();
    assertThat(assay("game", "series", "--json", object.toString())).isZero();
    assertThat(out.toString())
        .contains("no steady state: one process says nothing of others")
        .contains("\"kind\": \"flat\"", "\"steady_from\": 0", "\"iterations\": 60");
  }

  @Test
  void saysWhatIsNoSeries() throws IOException {
    assertThat(assay("game", "series", file("a.csv", "0.1\n0.2\nfast\n").toString())).isEqualTo(2);
    assertThat(assay("game", "series", file("b.csv", "0.1\n0.2\n").toString())).isEqualTo(2);
    assertThat(assay("game", "series", file("c.json", "{\"times\": []}").toString())).isEqualTo(2);
    assertThat(assay("game", "series", file("d.csv", "").toString())).isEqualTo(2);
    assertThat(assay("game", "series", file("e.csv", times(30, 0, 0.1) + ",0").toString()))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("a.csv, line 3: 'fast' is not a number of seconds, as in 0.125")
        .contains("process 1 has 2 iterations; 20 to 20000 can be classified")
        .contains("c.json")
        .contains("d.csv has no iteration times")
        .contains("iteration 31 of process 1 took 0.0 s; a time is above 0");
  }
}
