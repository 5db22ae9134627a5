package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.core.run.Machine;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SuitePageTest {
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

  private static final Machine MACHINE =
      new Machine(
          "host", "x86_64", "Some CPU", 4, 8L << 30, null, "6.1", "Debian", Map.of(), List.of());

  private static SuiteEntry failed(String remark) {
    return new SuiteEntry(
        Instant.EPOCH,
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
  void showsEveryProgramAndLinksToWhatItIs() {
    String page =
        SuitePage.of(SUITE, MACHINE, List.of(failed("it <broke>")), List.of("a & b is none"));

    assertThat(page)
        .contains("<h1>ours &lt;&amp;&gt;</h1>")
        .contains("<h2>nbody</h2>")
        .doesNotContain("<h2>unused</h2>")
        .contains("href=\"#nbody.gcc-1\"")
        .contains("href=\"sources/nbody.gcc-1.c\"")
        .contains("href=\"logs/nbody.gcc-1.build.log\"")
        .contains("SHA-256 0123456789ab…")
        .contains("<td class=\"bad\">error: it &lt;broke&gt;</td>")
        .contains("<li>a &amp; b is none</li>")
        .contains("gcc &lt;12&gt;")
        .doesNotContain("<broke>");
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
