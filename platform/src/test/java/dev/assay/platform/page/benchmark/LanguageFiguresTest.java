package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.suite.LanguageRatios;
import dev.assay.platform.game.ProgramFiles.Measured;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanguageFiguresTest {
  private static Measured measured(
      String task, String language, int number, long n, GameStatus status, String seconds) {
    return measured(task, language, number, n, status, seconds, true);
  }

  private static Measured measured(
      String task,
      String language,
      int number,
      long n,
      GameStatus status,
      String seconds,
      boolean isRanked) {
    var took = new BigDecimal(seconds);
    return new Measured(
        new GameRow(task, language, number, n, 100, took, 64, status, "%", took, took),
        "i-%s-%s-%d".formatted(task, language, number),
        "r-%s-%s-%d".formatted(task, language, number),
        "n" + n,
        isRanked);
  }

  /// Three tasks; of perl one program alone did all, of lua none.
  private static LanguageFigures figures() {
    var all = new ArrayList<Measured>();
    for (String task : List.of("a/nbody", "b/nbody", "a/trees")) {
      all.add(measured(task, "gcc", 1, 10, GameStatus.OK, "2.0"));
      all.add(measured(task, "gcc", 2, 10, GameStatus.OK, "1.0"));
      all.add(measured(task, "java", 1, 10, GameStatus.OK, "3.0"));
      all.add(measured(task, "lua", 1, 10, GameStatus.ERROR, "0.1"));
    }
    all.add(measured("a/trees", "perl", 1, 10, GameStatus.OK, "0.5"));
    return LanguageFigures.of("x86_64", List.of("x86_64"), all);
  }

  @Test
  void ranksLanguagesThatDidHalfOfTheTasks() {
    assertThat(figures().ranked())
        .extracting(LanguageRatios::language)
        .containsExactly("gcc", "java");
    assertThat(figures().unranked()).containsExactly("lua", "perl");
  }

  /// Two benchmarks of one name by different owners are two tasks.
  @Test
  void tellsTasksOfDifferentOwnersApart() {
    assertThat(figures().tasks()).containsExactly("a/nbody", "b/nbody", "a/trees");
    assertThat(figures().programs()).isEqualTo(13);
  }

  @Test
  void findsTheMeasurementsOfTheFastest() {
    GameRow fastest = figures().at("b/nbody", "gcc").orElseThrow();

    assertThat(fastest.program()).isEqualTo(2);
    assertThat(figures().source(fastest).run()).isEqualTo("r-b/nbody-gcc-2");
    assertThat(figures().source(fastest).point()).isEqualTo("n10");
    assertThat(figures().at("a/nbody", "lua")).isEmpty();
    assertThat(figures().at("a/nbody", "perl")).isEmpty();
  }

  @Test
  void whatHasNoPlaceInAStandingIsNotTheFastest() {
    var all = new ArrayList<>(figures().measured());
    all.add(measured("a/nbody", "gcc", 9, 10, GameStatus.OK, "0.001", false));

    LanguageFigures figures = LanguageFigures.of("x86_64", List.of("x86_64"), all);

    assertThat(figures.at("a/nbody", "gcc").orElseThrow().program()).isEqualTo(2);
    assertThat(figures.programs()).isEqualTo(14);
    assertThat(figures.ratios("java")).isEqualTo(figures().ratios("java"));
  }

  @Test
  void nothingMeasuredIsNothing() {
    LanguageFigures none = LanguageFigures.of("", List.of(), List.of());

    assertThat(none.ranked()).isEmpty();
    assertThat(none.names()).isEmpty();
    assertThat(none.tasks()).isEmpty();
  }
}
