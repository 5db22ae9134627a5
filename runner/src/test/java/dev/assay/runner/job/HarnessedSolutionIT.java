package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.PointResult;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Authors' functions that misbehave under the harness of their language, in another way at each
/// point, at case 1 of 3.
class HarnessedSolutionIT {
  private static final String PYTHON =
      """
      sound              | ok ok ok          |
      prints             | ok ok ok          |
      peeps              | ok ok ok          |
      closes-its-streams | ok ok ok          |
      reads-its-input    | ok ok ok          |
      fails-in-free      | ok ok ok          |
      raises-in-init     | crashed lost lost | init: in init: exited with code 1
      raises             | ok crashed ok     | failed: the solution failed: ValueError: no moon to be seen
      returns-too-much   | ok crashed ok     | failed: the solution failed:
      exits              | ok crashed lost   | exit: exited with code 3
      exits-at-once      | ok crashed lost   | exit: exited with code 0
      forges-a-time      | ok [a-z]+ crashed  |
      """;

  private static final String CPP =
      """
      sound              | ok ok ok          |
      prints             | ok ok ok          |
      peeps              | ok ok ok          |
      closes-its-streams | ok ok ok          |
      reads-its-input    | ok ok ok          |
      raises-in-init     | crashed lost lost | init: in init:
      raises             | ok crashed ok     | failed: the solution failed: .*no moon
      exits              | ok crashed lost   | exit: exited with code 3
      exits-at-once      | ok crashed lost   | exit: exited with code 0
      aborts             | ok crashed lost   | signal: died of .*SIGABRT
      overflows          | ok crashed lost   | signal: died of .*SIGSEGV
      """;

  private static final String JAVASCRIPT =
      """
      sound               | ok ok ok          |
      prints              | ok ok ok          |
      peeps               | ok ok ok          |
      closes-its-streams  | ok ok ok          |
      reads-its-input     | ok ok ok          |
      fails-in-free       | ok ok ok          |
      waits-a-moment      | ok ok ok          |
      makes-rubbish       | ok ok ok          |
      raises-in-init      | crashed lost lost | init: in init: exited with code 1
      waits-in-init       | crashed lost lost | init: in init: exited with code 1
      raises              | ok crashed ok     | failed: the solution failed: RangeError: no moon to be seen
      rejects             | ok crashed ok     | failed: the solution failed: RangeError: no moon
      forgets-a-rejection | ok crashed ok     | failed: the solution failed: unhandled rejection: RangeError: no moon
      returns-too-much    | ok crashed ok     | failed: the solution failed: y is an Array, not a number
      waits-for-ever      | ok crashed lost   | exit: exited with code 1
      exits               | ok crashed lost   | exit: exited with code 3
      exits-at-once       | ok crashed lost   | exit: exited with code 0
      takes-all-memory    | ok oom lost       |
      forges-a-time       | ok [a-z]+ crashed |
      """;

  private record Row(String point, String statuses, String cause) {
    static List<Row> of(String table) {
      return table
          .lines()
          .map(line -> Stream.of(line.split("\\|", 3)).map(String::strip).toList())
          .map(parts -> new Row(parts.get(0), parts.get(1), parts.get(2)))
          .toList();
    }
  }

  @Test
  void separatesWhatPythonAuthorsPrintFromTheConversation(@TempDir Path folder) throws IOException {
    assertEndings(folder, "python", PYTHON);
  }

  @Test
  void separatesWhatCppAuthorsPrintFromTheConversation(@TempDir Path folder) throws IOException {
    assertEndings(folder, "cpp", CPP);
  }

  /// With memory for Node.js itself, and little more.
  @Test
  void separatesWhatJavaScriptAuthorsPrintFromTheConversation(@TempDir Path folder)
      throws IOException {
    HomeMachine.requireImage(FaultyFixture.imageOf("javascript"));
    assertEndings(
        folder,
        "javascript",
        JAVASCRIPT,
        FaultyFixture.SHORT_LIMITS.replaceFirst("\"64MiB\"", "\"256MiB\""));
  }

  @Test
  void laysThePythonHarnessAgainAfterABuildThatReplacedIt(@TempDir Path folder) throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      List<String> points = List.of("sound");
      Path bundle = FaultyFixture.bundle(folder, points, FaultyFixture.SHORT_LIMITS);
      Path solution = FaultyFixture.harnessed(folder, "python", points);
      Path manifest = solution.resolve("solution.toml");
      Files.writeString(
          manifest,
          Files.readString(manifest)
              + "\n[build]\ncommand = \"rm -rf assay solution && echo exit 7 > solution && chmod +x solution\"\n");

      var run = new MeasuredRun(machine.measure(solution, bundle));

      assertThat(run.verdict("sound").outcome()).isEqualTo(Verdict.Outcome.PASS);
    }
  }

  private static void assertEndings(Path folder, String language, String table) throws IOException {
    assertEndings(folder, language, table, FaultyFixture.SHORT_LIMITS);
  }

  private static void assertEndings(Path folder, String language, String table, String limits)
      throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      List<Row> rows = Row.of(table);
      List<String> points = rows.stream().map(Row::point).toList();
      Path bundle = FaultyFixture.bundle(folder, points, limits);

      var run =
          new MeasuredRun(
              machine.measure(FaultyFixture.harnessed(folder, language, points), bundle));

      for (Row row : rows) {
        assertThat(run.statuses(row.point())).as(row.point()).matches(row.statuses());
        assertThat(run.cause(row.point())).as(row.point()).containsPattern("^" + row.cause());
      }
      assertThat(run.verdict("prints").outcome()).isEqualTo(Verdict.Outcome.PASS);
      assertThat(log(run, "prints")).contains("ready", "done 0 1", "done 1 1");
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
    }
  }

  private static String log(MeasuredRun run, String name) throws IOException {
    PointResult point = run.point(name);
    LogFile log = Objects.requireNonNull(Objects.requireNonNull(point.process()).stderr());
    return Files.readString(run.folder().path().resolve(log.file()));
  }
}
