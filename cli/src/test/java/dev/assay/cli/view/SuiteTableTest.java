package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
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
  void theTableSaysWhatFailed() {
    assertThat(SuiteTable.of(SUITE, List.of(failed("x"))))
        .hasSize(3)
        .last()
        .asString()
        .isEqualTo("  gcc 1                           100 error");
  }
}
