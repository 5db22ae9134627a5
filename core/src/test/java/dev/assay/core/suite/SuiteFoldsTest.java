package dev.assay.core.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.suite.LanguageRatios.TaskRatio;
import dev.assay.testkit.SuiteEntries;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteFoldsTest {
  private static final Suite SUITE =
      SuiteEntries.suite(
          "ours", List.of("nbody", "trees", "unused"), List.of("gcc", "java", "perl", "none"));

  /// Of nbody two programs of gcc, one of java that takes four times as long, one of perl that
  /// times out at the largest workload; of trees java, twice as fast as gcc, and a perl that does
  /// not build.
  private static SuiteEntries usual() {
    return new SuiteEntries()
        .program("nbody", "gcc", 1, 1, 2, 100, 90, 110)
        .program("nbody", "gcc", 2, 1, 2, 300, 270)
        .program("nbody", "java", 1, 40, 50, 360, 400)
        .program("nbody", "perl", 1, 10, 20)
        .failed("nbody", "perl", 1, 2, GameStatus.TIMED_OUT, "ended after 1 h")
        .program("trees", "gcc", 1, 1, 2, 200)
        .program("trees", "java", 1, 1, 2, 100)
        .refused("trees", "perl", 1, GameStatus.ERROR, "it does not build");
  }

  private static List<TaskResult> tasks() {
    return TaskResult.of(SUITE, usual().all());
  }

  private static List<String> names(List<WorkloadResult> results) {
    return results.stream()
        .map(one -> "%s-%d".formatted(one.program().language(), one.program().number()))
        .toList();
  }

  @Test
  void ordersProgramsByTimeAndWhatFailedLast() {
    TaskResult nbody = tasks().getFirst();

    assertThat(nbody.workloads()).containsExactly(50L, 100L, 5_000L);
    assertThat(names(nbody.at(5_000))).containsExactly("gcc-1", "gcc-2", "java-1", "perl-1");
    assertThat(names(nbody.reported())).containsExactly("gcc-1", "gcc-2", "java-1", "perl-1");
    assertThat(nbody.at(5_000).getLast().isRight()).isFalse();
    assertThat(tasks()).extracting(TaskResult::task).containsExactly("nbody", "trees");
  }

  @Test
  void reportsTheLowestTimeAndTheHighestMemoryOfRightAnswers() {
    WorkloadResult largest = tasks().getFirst().at(5_000).getFirst();

    assertThat(largest.wallNanos()).hasValue(90_000_000);
    assertThat(largest.cpuNanos()).isEqualTo(81_000_000);
    assertThat(largest.peakMemoryBytes()).hasValue((1 << 20) + 110_000_000);
    assertThat(largest.seconds()).containsExactly(0.1, 0.09, 0.11);
  }

  @Test
  void givesTheFiguresOfTheFoldThatTheDataFilesHave() {
    List<GameRow> rows = usual().all().stream().map(SuiteEntry::row).toList();

    for (GameRow row : GameFold.perProgram(rows)) {
      ProgramResult program =
          tasks().stream().flatMap(task -> task.find(row.of()).stream()).findFirst().orElseThrow();
      assertThat(program.largest().n()).isEqualTo(row.workload());
      assertThat(program.largest().isRight()).isEqualTo(row.isOk());
      assertThat(program.largest().reported().row().elapsedSeconds())
          .isEqualTo(row.elapsedSeconds());
    }
    assertThat(GameFold.fastest(rows))
        .filteredOn(row -> row.task().equals("nbody"))
        .extracting(GameRow::language)
        .containsExactly("gcc", "java");
  }

  @Test
  void ratiosAreToTheFastestAtTheSameWorkload() {
    TaskResult nbody = tasks().getFirst();

    assertThat(nbody.ratio(nbody.at(5_000).get(1)).orElseThrow()).isCloseTo(3, within(1e-12));
    assertThat(nbody.ratio(nbody.at(5_000).getLast())).isEmpty();
    assertThat(nbody.ratio(nbody.at(50).getLast()).orElseThrow()).isCloseTo(40, within(1e-12));
  }

  @Test
  void onlyProgramsThatDidEveryWorkloadStandForALanguage() {
    TaskResult nbody = tasks().getFirst();

    assertThat(nbody.fastestOf("gcc").orElseThrow().program().number()).isEqualTo(1);
    assertThat(nbody.fastestOf("perl")).isEmpty();
    assertThat(nbody.fastestOf("none")).isEmpty();
  }

  @Test
  void ranksLanguagesOfDataFilesTheSame() {
    List<GameRow> rows =
        List.of(
            row("nbody", "gcc", 1, 10, GameStatus.OK, "0.5"),
            row("nbody", "gcc", 1, 20, GameStatus.OK, "1.5"),
            row("nbody", "gcc", 1, 20, GameStatus.OK, "1.0"),
            row("nbody", "java", 1, 10, GameStatus.OK, "0.6"),
            row("nbody", "java", 1, 20, GameStatus.OK, "4.0"),
            row("nbody", "perl", 1, 10, GameStatus.OK, "0.1"),
            row("nbody", "perl", 1, 20, GameStatus.TIMED_OUT, "9"),
            row("trees", "java", 2, 5, GameStatus.OK, "1.0"),
            row("trees", "gcc", 1, 5, GameStatus.OK, "4.0"),
            row("trees", "gcc", 2, 5, GameStatus.OK, "2.0"));

    List<LanguageRatios> languages = LanguageRatios.of(rows);

    assertThat(languages).extracting(LanguageRatios::language).containsExactly("gcc", "java");
    assertThat(languages.getFirst().ratios())
        .containsExactly(
            new TaskRatio("nbody", new GameRow.Program("nbody", "gcc", 1), 1),
            new TaskRatio("trees", new GameRow.Program("trees", "gcc", 2), 2));
    assertThat(languages.getLast().ratios()).extracting(TaskRatio::ratio).containsExactly(4.0, 1.0);
    assertThat(LanguageRatios.of(List.of())).isEmpty();
  }

  private static GameRow row(
      String task, String language, int number, long n, GameStatus status, String seconds) {
    return new GameRow(
        task,
        language,
        number,
        n,
        100,
        new BigDecimal(seconds),
        64,
        status,
        "%",
        new BigDecimal(seconds),
        new BigDecimal(seconds));
  }

  @Test
  void ranksLanguagesByTheGeometricMeanOfTheirRatios() {
    List<LanguageRatios> languages = LanguageRatios.of(SUITE, tasks());

    assertThat(languages).extracting(LanguageRatios::language).containsExactly("gcc", "java");
    assertThat(languages.getFirst().ratios())
        .extracting(TaskRatio::ratio)
        .containsExactly(1.0, 2.0);
    assertThat(languages.getFirst().geometricMean()).isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(languages.getLast().geometricMean()).isCloseTo(2, within(1e-12));
    assertThat(languages.getLast().median()).isCloseTo(2.5, within(1e-12));
    assertThat(languages.getFirst().box()).isEmpty();
    assertThat(languages.getFirst().isRanked(4)).isTrue();
    assertThat(languages.getFirst().isRanked(5)).isFalse();
  }

  @Test
  void holdsTwoLanguagesAgainstEachOther() {
    LanguagePair pair = LanguagePair.of("gcc", "java", tasks());

    assertThat(pair.ratios()).containsExactly(0.25, 2.0);
    assertThat(pair.faster()).isEqualTo(1);
    assertThat(pair.slower()).isEqualTo(1);
    assertThat(pair.geometricMean().orElseThrow()).isCloseTo(Math.sqrt(0.5), within(1e-12));
  }

  @Test
  void aPairWithoutACommonTaskHasNoMean() {
    LanguagePair pair = LanguagePair.of("gcc", "perl", tasks());

    assertThat(pair.tasks()).hasSize(2);
    assertThat(pair.ratios()).isEmpty();
    assertThat(pair.geometricMean()).isEmpty();
  }

  @Test
  void aProgramThatWasNotExecutedIsNeverRightNorFast() {
    ProgramResult refused =
        tasks().getLast().find(new GameRow.Program("trees", "perl", 1)).orElseThrow();

    assertThat(refused.hasFailed()).isTrue();
    assertThat(refused.largest().wallNanos()).isEmpty();
    assertThat(refused.largest().cpuNanos()).isNull();
    assertThat(refused.largest().peakMemoryBytes()).isEmpty();
  }

  @Test
  void saysWhetherProgramsTookTurns() {
    List<SuiteEntry> sequential = usual().all();
    var reversed = new ArrayList<>(sequential);
    Collections.reverse(reversed);
    SuiteEntries turns = new SuiteEntries();
    for (int round = 0; round < 2; round++) {
      turns.right("nbody", "gcc", 1, 0, 1).right("nbody", "java", 1, 0, 1);
    }

    var order = new MeasuredOrder(reversed);

    assertThat(order.order()).isEqualTo(MeasuringOrder.SEQUENTIAL);
    assertThat(order.inTime()).isEqualTo(sequential);
    assertThat(order.placeOf(sequential.get(4))).isEqualTo(5);
    assertThat(new MeasuredOrder(turns.all()).order()).isEqualTo(MeasuringOrder.INTERLEAVED);
  }

  @Test
  void tellsNumbersOfDifferentBundlesApart() {
    List<SuiteEntry> entries =
        new SuiteEntries()
            .program("nbody", "gcc", 1, 1)
            .withBundle("other")
            .program("nbody", "java", 1, 1)
            .all();

    assertThat(TaskResult.of(SUITE, entries).getFirst().different(ProgramIdentity::bundleHash))
        .containsExactly("h", "other");
  }
}
