package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Summary;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Suspicion;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Authors that cheat under the harness of their language, in another way at each point. The work
/// takes 1.5 ms in C and C++ and 2.5 ms in Python, 5 ms in JavaScript.
class HostileSolutionIT {
  private static final String MAKE = "make -f assay/build.mk";
  private static final String MAKE_LIAR = "gcc -O1 -shared -fPIC -o liar.so lying/liar.c";

  /// The point's name; `true` when every window tells the true time all the same, `false` when they
  /// do not and `ended` when the process was stopped for it; a pattern of the point's suspicions.
  /// What runs between two cases may be counted to either of them.
  private static final String CPP =
      """
      sound                     | true  |
      own-clock                 | true  |
      restarts-with-a-preload   | true  |
      forges-results            | true  |
      writes-results-at-the-end | true  |
      remembers                 | true  |
      takes-the-channel-over    | false | windows-too-short
      works-ahead               | false | windows-too-short
      keeps-busy                | true  | (windows-too-short ?)?(cpu-between-cases)?
      knows-public-seeds        | false | known-seeds-faster
      forges-a-line             | ended |
      forges-a-line-in-a-thread | ended |
      forges-a-line-in-a-child  | ended |
      exits-well                | ended |
      sound.2                   | true  |
      """;

  private static final String C =
      """
      sound                  | true |
      bends-the-table        | true |
      bends-the-kernels-page | true |
      """;

  private static final String PYTHON =
      """
      sound                      | true  |
      replaces-time              | true  |
      replaces-the-harness-clock | false | windows-too-short
      restarts-with-a-preload    | false | windows-too-short
      """;

  private static final String JAVASCRIPT =
      """
      sound                      | true  |
      replaces-time              | true  |
      replaces-the-harness-clock | true  |
      replaces-builtins          | true  |
      restarts-with-a-preload    | false | windows-too-short
      """;

  private record Row(String point, String windows, String suspicions) {
    static List<Row> of(String table) {
      return table
          .lines()
          .map(line -> Stream.of(line.split("\\|", 3)).map(String::strip).toList())
          .map(parts -> new Row(parts.get(0), parts.get(1), parts.get(2)))
          .toList();
    }
  }

  @Test
  void findsOutWhoCheatsInCpp(@TempDir Path folder) throws IOException {
    assertFoundOut(folder, "cpp", MAKE_LIAR + " && " + MAKE, CPP);
  }

  @Test
  void findsOutWhoBendsTheClockInC(@TempDir Path folder) throws IOException {
    assertFoundOut(folder, "c", MAKE, C);
  }

  @Test
  void findsOutWhoCheatsInPython(@TempDir Path folder) throws IOException {
    assertFoundOut(folder, "python", MAKE_LIAR, PYTHON);
  }

  @Test
  void findsOutWhoCheatsInJavaScript(@TempDir Path folder) throws IOException {
    HomeMachine.requireImage(FaultyFixture.imageOf("javascript"));
    assertFoundOut(
        folder,
        "javascript",
        MAKE_LIAR,
        JAVASCRIPT,
        FaultyFixture.SHORT_LIMITS.replaceFirst("\"64MiB\"", "\"256MiB\""));
  }

  private static void assertFoundOut(Path folder, String language, String build, String table)
      throws IOException {
    assertFoundOut(folder, language, build, table, FaultyFixture.SHORT_LIMITS);
  }

  private static void assertFoundOut(
      Path folder, String language, String build, String table, String limits) throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      List<Row> rows = Row.of(table);
      List<String> points = rows.stream().map(Row::point).toList();
      Path bundle = FaultyFixture.publicBundle(folder, points, limits);

      var run =
          new MeasuredRun(
              machine.measure(FaultyFixture.hostile(folder, language, build, points), bundle));

      for (Row row : rows) {
        PointResult point = run.point(row.point());
        assertThat(point.cases()).extracting(CaseResult::seed).doesNotHaveDuplicates();
        assertThat(suspicions(point)).as(row.point()).matches(row.suspicions());
        assertThat(suspicions(point).isEmpty())
            .as(row.point())
            .isEqualTo(row.suspicions().isEmpty());
        if (row.windows().equals("ended")) {
          assertThat(run.statuses(row.point()))
              .as(row.point())
              .matches("ok ([a-z]+ )?crashed( lost)+");
        } else {
          assertThat(run.statuses(row.point())).as(row.point()).matches("ok( ok){24}");
          double median = new Summary(windows(point)).median().orElseThrow();
          assertThat(median >= 0.0015)
              .as("%s: %s s", row.point(), median)
              .isEqualTo(row.windows().equals("true"));
        }
      }
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
    }
  }

  private static List<Double> windows(PointResult point) {
    return point.cases().stream()
        .filter(one -> one.kind() == CaseKind.SAMPLE)
        .map(CaseResult::seconds)
        .map(Objects::requireNonNull)
        .toList();
  }

  private static String suspicions(PointResult point) {
    return point.suspicions().stream()
        .map(Suspicion::code)
        .map(Suspicion.Code::text)
        .collect(Collectors.joining(" "));
  }
}
