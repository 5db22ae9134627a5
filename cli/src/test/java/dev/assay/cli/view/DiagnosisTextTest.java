package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.MachineFinding;
import dev.assay.sandbox.machine.Diagnosis;
import dev.assay.sandbox.machine.NoiseFloor;
import dev.assay.sandbox.machine.SelfTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTextTest {
  private static final List<MachineFinding> FINDINGS =
      List.of(
          MachineFinding.fine("swap", "off"),
          MachineFinding.noted("address layout", "random in every process"),
          MachineFinding.warning(
              "load",
              "other programs use 0.37 processors: \u001b[31mevil\u001b[0m (pid 7) 37 %",
              "end them before measuring"),
          MachineFinding.unfit("runc", "neither runc nor crun is installed", "assay setup"));

  private static Diagnosis diagnosis() {
    return Diagnosis.of(
        "1.0.0",
        FINDINGS,
        List.of(),
        new SelfTest.Outcome(
            List.of(
                MachineFinding.fine("escape", "nothing is left"),
                MachineFinding.warning(
                    "noise floor",
                    "the same loop took 45.1 ms at the median of 30; the middle half lies within 3.10 %, all within 21.0 %",
                    "end other programs")),
            new NoiseFloor(List.of(45L, 46L), 0)),
        null);
  }

  @Test
  void groupsTheWorstFirstAndEndsWithTheSelfTestAndAVerdict() {
    assertThat(DiagnosisText.of(diagnosis(), 80))
        .isEqualTo(
            """
            Nothing can be measured before this is put right
              runc            neither runc nor crun is installed
                              → assay setup

            Makes times vary
              load            other programs use 0.37 processors: evil (pid 7) 37 %
                              → end them before measuring

            Noted, and not judged
              address layout  random in every process

            As it should be
              swap            off

            Self-test in the sandbox
              ok    escape          nothing is left
              warn  noise floor     the same loop took 45.1 ms at the median of 30; the
                                    middle half lies within 3.10 %, all within 21.0 %
                                    → end other programs

            Nothing can be measured on this machine before one thing is put right.
            """);
  }

  @Test
  void saysWhyThereWasNoSelfTest() {
    Diagnosis untested =
        Diagnosis.of(
            "1.0.0", List.of(FINDINGS.getFirst()), List.of(), null, "left out: it needs root");

    assertThat(DiagnosisText.of(untested, 120))
        .isEqualTo(
            """
            As it should be
              swap  off

            Self-test in the sandbox: left out: it needs root

            This machine is fit to measure on, as far as can be told without a self-test.
            """);
  }

  @Test
  void staysWithinTheTerminal() {
    for (int columns : List.of(60, 80, 120, 200)) {
      assertThat(DiagnosisText.of(diagnosis(), columns).lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThan(columns));
    }
  }
}
