package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.testkit.SuiteEntries;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteTableTest {
  private static final Suite SUITE =
      new Suite(
          "ours <&>",
          "programs",
          List.of(new Suite.Task("nbody", "b"), new Suite.Task("unused", "b")),
          List.of(
              new Language(
                  "gcc",
                  "c",
                  "image",
                  List.of("gcc", "{source}"),
                  List.of("./a.out"),
                  List.of("gcc", "-v"),
                  null)));

  private static SuiteEntry failed(String remark) {
    return new SuiteEntry(
        Instant.EPOCH,
        "0.1.0",
        "nbody",
        "gcc",
        1,
        "nbody.gcc-1.c",
        new ProgramIdentity(
            "0123456789abcdef",
            List.of("gcc", "nbody.gcc-1.c"),
            List.of("./a.out"),
            "gcc <12>",
            "d",
            "h",
            "m"),
        46,
        100,
        0,
        GameStatus.ERROR,
        remark,
        null,
        null);
  }

  @Test
  void theTableSaysWhatFailedAndWhy() {
    assertThat(SuiteTable.of(SUITE, List.of(failed("the build command exited with code 1"))))
        .hasSize(6)
        .contains("  gcc 1                           100 error")
        .endsWith(
            "",
            "1 program, 1 measurement; 1 failed:",
            "  nbody.gcc-1, n = 100: error: the build command exited with code 1");
  }

  @Test
  void aThousandFailuresAreCountedAndSomeAreTold() {
    List<SuiteEntry> entries =
        new SuiteEntries()
            .refused("nbody", "gcc", 1, GameStatus.ERROR, "x\u001B[2Jy")
            .program("nbody", "gcc", 2, 1, 2, 3)
            .all();
    var many = new SuiteEntries();
    for (int number = 1; number <= 1_000; number++) {
      many.refused("nbody", "gcc", number, GameStatus.ERROR, "it does not build");
    }

    assertThat(SuiteTable.of(SUITE, many.all()))
        .contains("1000 programs, 1000 measurements; 1000 failed:")
        .endsWith("  and 980 more, which the report lists");
    assertThat(SuiteTable.of(SUITE, entries))
        .contains("2 programs, 4 measurements; 1 failed:")
        .noneMatch(line -> line.contains("\u001B"));
  }

  @Test
  void saysThatNoneFailed() {
    assertThat(SuiteTable.of(SUITE, new SuiteEntries().program("nbody", "gcc", 1, 1, 2, 3).all()))
        .endsWith("1 program, 3 measurements; none failed");
  }
}
