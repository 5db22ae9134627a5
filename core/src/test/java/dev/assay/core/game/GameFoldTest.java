package dev.assay.core.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.assay.core.error.AssayException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GameFoldTest {
  private static List<GameRow> rows(String... lines) {
    var all = new ArrayList<String>();
    all.add(GameTable.HEADER);
    all.addAll(List.of(lines));
    return GameTable.parse(all, "all.csv");
  }

  private static List<String> texts(List<GameRow> rows) {
    return rows.stream().map(GameTable::line).toList();
  }

  @Test
  void foldsTheLowestTimeAndTheHighestMemoryAtTheLargestWorkload() {
    List<GameRow> rows =
        rows(
            "tree,c,1,7,721,0.004,0,0,0% 33%,0.091,0.098",
            "tree,c,1,21,721,4.286,199808,0,85% 88%,1.206,4.329",
            "tree,c,1,21,721,4.387,175268,0,87% 86%,1.201,4.437",
            "tree,c,1,21,721,4.271,199848,0,88% 87%,1.300,4.333");

    assertThat(texts(GameFold.perProgram(rows)))
        .containsExactly("tree,c,1,21,721,4.387,199848,0,87% 86%,1.201,4.437");
  }

  @Test
  void leavesRepeatsThatFailedOutOfTheFold() {
    List<GameRow> rows =
        rows(
            "rev,java,7,100,500,6.247,1030720,0,13% 7%,23.108,18.509",
            "rev,java,7,100,500,0.000,2000000,-2,48% 55%,2.661,5.045");

    assertThat(texts(GameFold.perProgram(rows)))
        .containsExactly("rev,java,7,100,500,6.247,1030720,0,13% 7%,23.108,18.509");
  }

  @Test
  void saysOfAProgramThatFailedAtTheLargestWorkloadThatItDid() {
    List<GameRow> rows =
        rows(
            "mandel,ruby,7,1000,500,16.300,295044,0,75% 67%,6.187,18.243",
            "mandel,ruby,7,4000,500,0.000,0,-2,92% 92%,18.586,68.160",
            "mandel,ruby,7,1000,500,16.052,294968,0,80% 80%,4.953,16.181");

    assertThat(texts(GameFold.perProgram(rows)))
        .containsExactly("mandel,ruby,7,4000,500,0.000,0,-2,92% 92%,18.586,68.160");
  }

  @Test
  void summaryHasTheFastestOfThoseThatDidEveryWorkload() {
    List<GameRow> rows =
        rows(
            "b,c,1,1,10,1.000,1,0,%,1.000,1.000",
            "b,c,1,2,10,1.000,1,0,%,9.000,1.000",
            "b,c,2,1,10,1.000,1,0,%,1.000,1.000",
            "b,c,2,2,10,1.000,1,0,%,7.000,1.000",
            "a,c,1,5,10,1.000,1,0,%,3.000,1.000",
            "b,go,1,2,10,1.000,1,0,%,2.000,1.000",
            "b,ml,1,1,10,1.000,1,0,%,1.000,1.000",
            "b,ml,1,2,10,1.000,1,0,%,5.000,1.000",
            "b,sml,1,1,10,1.000,1,0,%,1.000,1.000",
            "b,sml,1,2,10,1.000,1,-10,%,0.100,1.000");

    assertThat(GameFold.fastest(rows))
        .extracting(row -> row.of().toString())
        .containsExactly("b ml 1", "b c 2", "a c 1");
  }

  @Test
  void ofNoRowsIsNone() {
    assertThat(GameFold.perProgram(List.of())).isEmpty();
    assertThat(GameFold.fastest(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tree,c,1,7,721,0.004,0,0,%,0.091|has 10 columns instead of 11",
        "tree,c,1,7,721,0.004,0,0,%,0.091,1,2|has 12 columns instead of 11",
        ",c,1,7,721,0.004,0,0,%,0.091,1|name is '', which is not a name",
        "tree,c,x,7,721,0.004,0,0,%,0.091,1|id is 'x', which is not a whole number",
        "tree,c,99999999999,7,721,0.004,0,0,%,0.091,1|id is '99999999999'",
        "tree,c,1,-7,721,0.004,0,0,%,0.091,1|n is '-7', which is not a whole number",
        "tree,c,1,7,721,1e9,0,0,%,0.091,1|cpu(s) is '1e9', which is not a number of seconds",
        "tree,c,1,7,721,NaN,0,0,%,0.091,1|cpu(s) is 'NaN'",
        "tree,c,1,7,721,0.004,0,-3,%,0.091,1|status is '-3', which is not 0, -1, -2, -10, -11 or -12",
        "tree,c,1,7,721,0.004,0,,%,0.091,1|status is ''",
      })
  void namesTheLineTheColumnAndWhatStandsThere(String line, String said) {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> rows("tree,c,1,7,721,0.004,0,0,%,0.091,0.098", line))
        .withMessageStartingWith("all.csv, line 3: ")
        .withMessageContaining(said);
  }

  @Test
  void refusesWhatIsNoDataFile() {
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> GameTable.parse(List.of("task,time"), "x.csv"))
        .withMessageContaining("x.csv, line 1: begins with 'task,time'");
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> GameTable.parse(List.of(), "x.csv"));
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> GameTable.parse(List.of(GameTable.HEADER.replace(",load", "")), "x.csv"))
        .withMessageContaining("x.csv, line 1: the header lacks the column load: 'name,");
    assertThatExceptionOfType(AssayException.class)
        .isThrownBy(() -> GameTable.parse(List.of(GameTable.HEADER, "a\"b,c"), "x.csv"))
        .withMessageContaining("x.csv, line 2: has a quote where none can be: 'a\"b,c'");
  }

  @Test
  void readsFilesOfOtherSystems() {
    var lines =
        List.of(GameTable.HEADER + "\r", "tree,c,1,7,721,0.004,0,0,%,0.091,0.098\r", "", "\r");

    assertThat(texts(GameTable.parse(lines, "x.csv")))
        .containsExactly("tree,c,1,7,721,0.004,0,0,%,0.091,0.098");
  }
}
