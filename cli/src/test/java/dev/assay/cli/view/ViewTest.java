package dev.assay.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Window;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.ProgramRuns;
import dev.assay.testkit.Runs;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewTest {
  private static String table(Run run, int width) {
    return PointTable.of(run, RunJudge.judge(run), width);
  }

  private static String header(Run run, int width) {
    return RunHeader.of(run, width);
  }

  @Test
  void fitsEightyColumnsWithReasonsBelow() {
    assertThat(table(Runs.full(), 80) + "\n")
        .isEqualTo(
            """
             point      verdict        ok   median  95 % interval  spread    memory  flags
             N1024-W64  pass        25/25  12.9 µs   12.7–13.1 µs   4.2 %   180 MiB
             N2048-W64  fail        15/25  26.1 µs   23.5–26.8 µs  12   %  1020 MiB  suspect
             N4096-W64  not judged  10/10  59.7 µs              -   9.7 %   180 MiB
             N8192-W64  not judged      -   -                   -   -         -

             N2048-W64: fail: 15 of 25 cases ok, the bar asks for all; case 5 has no
                max_abs_err, which the bar bounds; case 5 wrong: the verifier refused the
                answer
             N4096-W64: not judged: 5 of the bar's 20 seeds measured
             N8192-W64: not judged: the bundle is at fault: make wrote 131072 bytes to
                cases/000000/a.bin, 262144 are due

             N2048-W64: suspect, for 2 reasons: the median is 1.1e-05 s on 14 known seeds
                and 4.4e-05 s on 3 fresh ones (rank-sum test, p = 0.0015)
             N2048-W64: 1 case was measured again, since other work had disturbed it
            """);
  }

  @Test
  void showsWhatIsReportedOfPrograms() {
    assertThat(table(ProgramRuns.full(), 120))
        .contains("lowest", "cpu", "busy", "load", "8% 100%", "5/6")
        .contains("exited with code 3 and said nothing");
    assertThat(table(ProgramRuns.full(), 60).lines())
        .allMatch(line -> line.length() <= 60)
        .first()
        .asString()
        .contains("lowest");
    assertThat(header(ProgramRuns.full(), 120))
        .contains("3 workloads, smallest first; the last again 5 times when done within");
  }

  @Test
  void givesReasonsAColumnWhereThereIsRoom() {
    assertThat(table(Runs.full(), 150) + "\n")
        .isEqualTo(
            """
             point      verdict        ok      min   median  95 % interval  spread      mean       max    memory  flags    reason
             N1024-W64  pass        25/25  11.8 µs  12.9 µs   12.7–13.1 µs   4.2 %   13.0 µs  14.7  µs   180 MiB           all 25 cases ok
             N2048-W64  fail        15/25  23.1 µs  26.1 µs   23.5–26.8 µs  12   %  124   µs   1.11 ms  1020 MiB  suspect  15 of 25 cases ok, the bar asks for
                                                                                                                           all; case 5 has no max_abs_err, which
                                                                                                                           the bar bounds; case 5 wrong: the
                                                                                                                           verifier refused the answer
             N4096-W64  not judged  10/10  50.2 µs  59.7 µs              -   9.7 %   58.4 µs  67.0  µs   180 MiB           5 of the bar's 20 seeds measured
             N8192-W64  not judged      -   -        -                   -   -        -        -           -               the bundle is at fault: make wrote
                                                                                                                           131072 bytes to cases/000000/a.bin,
                                                                                                                           262144 are due

             N2048-W64: suspect, for 2 reasons: the median is 1.1e-05 s on 14 known seeds and 4.4e-05 s on 3 fresh ones (rank-sum test, p = 0.0015)
             N2048-W64: 1 case was measured again, since other work had disturbed it
            """);
  }

  @Test
  void needsNoReasonsWhenAllPass() {
    assertThat(table(Runs.large(2), 80) + "\n")
        .isEqualTo(
            """
             point     verdict     ok        min     median  95 % interval  spread   memory
             N64-W64   pass     25/25  727    ns  820    ns     804–848 ns   6.1 %  180 MiB
             N128-W64  pass     25/25    1.43 µs    1.57 µs   1.48–1.65 µs  12   %  180 MiB
            """);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120, 200})
  void keepsToTheWidth(int width) {
    for (Run run :
        List.of(Runs.full(), Runs.minimal(), Runs.failedBuild(), Runs.cancelled(), Runs.large(3))) {
      assertThat(table(run, width).lines()).allMatch(line -> line.length() <= width);
      assertThat(header(run, width).lines()).allMatch(line -> line.length() <= width);
    }
  }

  @Test
  void tellsImplementationsApart() {
    Run full = Runs.full();
    Run other = Runs.large(1);

    String table =
        PointTable.ofMany(
            List.of(full, other), List.of(RunJudge.judge(full), RunJudge.judge(other)), 80);

    assertThat(table.lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).startsWith(" implementation  point"));
    assertThat(table)
        .contains("\n ntt, N2048-W64: fail: 15 of 25 cases ok, the bar asks for all")
        .contains("(and 2 more points)");
  }

  @Test
  void saysBelowTheTableWhatAMedianHides() {
    var point = Runs.points(1024).getFirst();
    List<CaseResult> cases =
        IntStream.range(0, 20)
            .mapToObj(i ->
                CaseResults.ok(i, i, CaseKind.SAMPLE, (i % 3 == 0 ? 1.9e-3 : 1.2e-3) + 1e-6 * i))
            .map(one -> one.index() < 3 ? disturbed(one) : one)
            .toList();
    Run run =
        Runs.run(
            RunState.FINISHED,
            null,
            List.of(point),
            null,
            List.of(PointResults.point(point, null, cases, null)),
            Window.HARNESS);

    assertThat(table(run, 80))
        .contains(
            """
             N1024-W64: times fall in two groups: 13 near 1.21 ms, 7 near 1.91 ms
             N1024-W64: other work disturbed 3 of 20 cases and took up to 28 % of their time
            """
                .stripTrailing());
  }

  private static CaseResult disturbed(CaseResult one) {
    return CaseResults.of(one).noise(CaseResults.othersTook(400_000)).build();
  }

  @Test
  void saysWhenThereIsNothing() {
    Run none = Runs.run(RunState.FINISHED, null, List.of(), null, List.of(), Window.HARNESS);

    assertThat(table(none, 80)).isEqualTo("There are no points.");
  }

  @Test
  void showsOneCaseAndLostOnes() {
    var point = Runs.points(1024).getFirst();
    Run lost =
        Runs.run(
            RunState.FINISHED,
            null,
            List.of(point),
            null,
            List.of(PointResults.onlyLost(point)),
            Window.HARNESS);

    assertThat(table(lost, 80)).contains("0/25", "fail", "0 of 25 cases ok, the bar asks for all");
  }

  @Test
  void letsNoTextOfOthersReachTheTerminal() {
    for (int width : new int[] {80, 200}) {
      String shown = table(Runs.hostile(), width) + "\n" + header(Runs.hostile(), width);

      assertThat(shown.codePoints())
          .allMatch(point -> point == '\n' || (!Character.isISOControl(point) && point != 0x202E));
      assertThat(shown.lines()).allMatch(line -> line.length() <= width);
    }
  }

  @Test
  void saysWhatWhereAndInWhat() {
    assertThat(header(Runs.full(), 80) + "\n")
        .isEqualTo(
            """
            ntt on polymul/negacyclic@1.0.0
              code        https://example.org/ada/polymul.git, solutions/ntt at 3a18f6d4b290
              machine     x86_64, AMD EPYC 7763 64-Core Processor, 1 core, 1024 MiB
                          (bench-03)
              environment localhost/assay/core sha256:18f6d4b2907e, kernel 6.1.0-18-amd64,
                          runc 1.1.5
              points      4 points, seeds 1-20, 2 warm-up, 3 fresh
              bar         all cases ok; max of max_abs_err at most 0.0001
            """);
    assertThat(header(Runs.selfReported(), 80))
        .contains("no commit: measured as it lies", "self-reported");
  }

  private final AtomicLong now = new AtomicLong(1_000);
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private ProgressLine progress(boolean isTerminal) {
    return new ProgressLine(new PrintWriter(bytes, false, UTF_8), isTerminal, 40, now::get);
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void writesOverOneLineOfATerminal() {
    try (ProgressLine progress = progress(true)) {
      progress.stage("point 1 of 2, N1024-W64");
      progress.cases(1, 25);
      pass(Duration.ofMillis(250));
      progress.cases(2, 25);
      progress.cases(3, 25);
      progress.note("kept");
      progress.stage("a stage with a name that is longer than the terminal");
    }

    assertThat(
            bytes.toString(UTF_8).replace("\r\u001B[K", "|").replace(System.lineSeparator(), "$"))
        .isEqualTo(
            "|point 1 of 2, N1024-W64"
                + "|point 1 of 2, N1024-W64, case 2 of 25,…"
                + "|kept$"
                + "|a stage with a name that is longer tha…"
                + "|");
  }

  @Test
  void writesSparseLinesElsewhere() {
    try (ProgressLine progress = progress(false)) {
      progress.stage("N1024-W64");
      for (int done = 1; done <= 25; done++) {
        pass(Duration.ofSeconds(1));
        progress.cases(done, 25);
      }
    }

    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            "N1024-W64", "N1024-W64, case 10 of 25, 10.0 s", "N1024-W64, case 20 of 25, 20.0 s");
  }
}
