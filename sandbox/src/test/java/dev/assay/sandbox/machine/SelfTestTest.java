package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import dev.assay.core.run.ProcessResult;
import dev.assay.sandbox.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the checks make of a sandbox that does not do what it should.
class SelfTestTest {
  private static final long MILLI = 1_000_000;
  private static final Ending DONE = new Ending.Exited(0);

  @TempDir private Path folder;

  private static ProcessResult sound(List<String> arguments) {
    return switch (arguments.getFirst()) {
      case "loop" -> killedAt(303);
      case "escape" -> FakeSandbox.result(DONE, MILLI, MILLI, 0L, 1);
      case "child-oom" ->
          FakeSandbox.result(
              new Ending.Killed(Limit.MEMORY, 64 << 20, 64 << 20), MILLI, MILLI, 1L, 0);
      case "threads" -> FakeSandbox.result(DONE, 250 * MILLI, 495 * MILLI, 0L, 0);
      case "spin" -> FakeSandbox.result(DONE, 501 * MILLI, 502 * MILLI, 0L, 0);
      default -> FakeSandbox.result(DONE, 50 * MILLI, 50 * MILLI, 0L, 0);
    };
  }

  private static ProcessResult killedAt(long millis) {
    return FakeSandbox.result(
        new Ending.Killed(Limit.WALL, 300 * MILLI, millis * MILLI), 300 * MILLI, 0, 0L, 0);
  }

  private final Cancellation cancellation = new Cancellation();

  /// With one processor, so that it does not matter how many there are here.
  private SelfTest.Outcome execute(FakeSandbox sandbox) {
    try {
      Path scratch = Files.createTempDirectory(folder, "scratch");
      return new SelfTest(sandbox, folder.resolve("program"), folder, scratch, 1, cancellation)
          .execute(_ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MachineFinding find(String subject, Function<List<String>, ProcessResult> outcomes) {
    return execute(new FakeSandbox(outcomes)).findings().stream()
        .filter(finding -> finding.subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private static Function<List<String>, ProcessResult> soundBut(
      Map<String, ProcessResult> outcomes) {
    return arguments -> {
      ProcessResult other = outcomes.get(arguments.getFirst());
      return other == null ? sound(arguments) : other;
    };
  }

  @Test
  void findsASoundSandboxFine() {
    var sandbox = new FakeSandbox(SelfTestTest::sound);

    SelfTest.Outcome outcome = execute(sandbox);

    assertThat(outcome.findings())
        .extracting(MachineFinding::level)
        .containsExactly(Level.FINE, Level.FINE, Level.FINE, Level.NOTED, Level.FINE, Level.FINE);
    assertThat(outcome.findings().getFirst().text())
        .isEqualTo("killed at its limit of 300 ms, overshot by 3.00 ms");
    assertThat(sandbox.executed()).hasSize(4 + 30);
    assertThat(sandbox.openContainers()).isZero();
  }

  @Test
  void saysThatThreadsTakeTurnsOnOneProcessor() {
    assertThat(find("two threads", SelfTestTest::sound).text())
        .isEqualTo("not checked: there is one processor only, so threads take turns on it");
  }

  @Test
  void findsALoopThatIsNotKilledUnfit() {
    var ended = FakeSandbox.result(DONE, 300 * MILLI, 0, 0L, 0);

    MachineFinding finding = find("endless loop", soundBut(Map.of("loop", ended)));

    assertThat(finding.level()).isEqualTo(Level.UNFIT);
    assertThat(finding.text())
        .isEqualTo("expected to be killed at 300 ms, seen: Exited[code=0] (attempt 3)");
  }

  @Test
  void repeatsALateKillAndSaysSo() {
    Queue<ProcessResult> kills =
        new ArrayDeque<>(List.of(killedAt(390), killedAt(360), killedAt(310)));

    MachineFinding finding =
        find(
            "endless loop",
            arguments -> arguments.getFirst().equals("loop") ? kills.remove() : sound(arguments));

    assertThat(finding)
        .isEqualTo(
            MachineFinding.fine(
                "endless loop", "killed at its limit of 300 ms, overshot by 10.0 ms (attempt 3)"));
  }

  @Test
  void warnsOfKillsThatAreAlwaysLate() {
    MachineFinding finding = find("endless loop", soundBut(Map.of("loop", killedAt(390))));

    assertThat(finding.level()).isEqualTo(Level.WARNING);
    assertThat(finding.text()).contains("overshot by 90.0 ms; expected at most 50.0 ms");
  }

  @Test
  void findsAnEscapeThatNobodyNoticedUnfit() {
    var unnoticed = FakeSandbox.result(DONE, MILLI, MILLI, 0L, 0);

    MachineFinding finding = find("escape", soundBut(Map.of("escape", unnoticed)));

    assertThat(finding.level()).isEqualTo(Level.UNFIT);
    assertThat(finding.text()).contains("0 found", "still alive: none");
  }

  @Test
  void findsAnOomThatLooksLikeAGoodEndUnfit() {
    var unseen = FakeSandbox.result(DONE, MILLI, MILLI, null, 0);

    MachineFinding finding = find("child out of memory", soundBut(Map.of("child-oom", unseen)));

    assertThat(finding.level()).isEqualTo(Level.UNFIT);
    assertThat(finding.text()).contains("seen: Exited[code=0], kills: not counted");
  }

  @Test
  void warnsOfCpuTimeThatIsAFewPercentWrongAndRefusesMore() {
    var slightly = FakeSandbox.result(DONE, 500 * MILLI, 515 * MILLI, 0L, 0);
    var much = FakeSandbox.result(DONE, 500 * MILLI, 300 * MILLI, 0L, 0);

    assertThat(find("known spin", soundBut(Map.of("spin", slightly))).level())
        .isEqualTo(Level.WARNING);
    assertThat(find("known spin", soundBut(Map.of("spin", much))).text())
        .startsWith(
            "500.0 ms of CPU time were measured as 300.0 ms (-40.00 %); expected within 1 %");
    assertThat(find("known spin", soundBut(Map.of("spin", much))).level()).isEqualTo(Level.UNFIT);
  }

  @Test
  void measuresTheNoiseFloorAndWarnsOfAWideOne() {
    var turn = new AtomicInteger();
    Function<List<String>, ProcessResult> wide =
        arguments ->
            arguments.getFirst().equals("work")
                ? FakeSandbox.result(DONE, (50 + turn.getAndIncrement() % 3) * MILLI, MILLI, 0L, 0)
                : sound(arguments);

    SelfTest.Outcome outcome = execute(new FakeSandbox(wide));

    assertThat(outcome.noiseFloor())
        .isNotNull()
        .satisfies(floor -> {
          assertThat(floor.wallNanos()).hasSize(30).startsWith(50 * MILLI, 51 * MILLI);
          assertThat(floor.medianNanos()).isEqualTo(51e6);
          assertThat(floor.range()).isEqualTo(2 / 51.0);
        });
    assertThat(outcome.findings().getLast().level()).isEqualTo(Level.WARNING);
  }

  @Test
  void foldsTheNoiseFloorAsTheFormulasSay() {
    var floor = new NoiseFloor(List.of(104L, 100L, 101L, 102L, 103L, 110L), 0);

    assertThat(floor.medianNanos()).isEqualTo(102.5);
    assertThat(floor.middleHalf()).isEqualTo((103.75 - 101.25) / 102.5);
    assertThat(floor.range()).isEqualTo(10 / 102.5);
  }

  @Test
  void startsNothingMoreOnceItIsCancelled() {
    var sandbox =
        new FakeSandbox(arguments -> {
          cancellation.request();
          return sound(arguments);
        });

    assertThatThrownBy(() -> execute(sandbox))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    assertThat(sandbox.executed()).hasSize(1);
    assertThat(sandbox.openContainers()).isZero();
  }

  @Test
  void endsWhenItIsCancelled() {
    var stopped = FakeSandbox.result(new Ending.Stopped(Cancellation.REASON), MILLI, MILLI, 0L, 0);
    var sandbox = new FakeSandbox(soundBut(Map.of("escape", stopped)));

    assertThatThrownBy(() -> execute(sandbox))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    assertThat(sandbox.openContainers()).isZero();
  }

  @Test
  void comesToTheVerdictOfTheWorstFinding() {
    MachineFinding fine = MachineFinding.fine("a", "b");
    MachineFinding warning = MachineFinding.warning("a", "b", "c");
    MachineFinding unfit = MachineFinding.unfit("a", "b", "c");

    assertThat(Diagnosis.of("1", List.of(fine), List.of(), null, null))
        .extracting(Diagnosis::fitness, Diagnosis::verdict)
        .containsExactly(Diagnosis.Fitness.FIT, "This machine is fit to measure on.");
    assertThat(Diagnosis.of("1", List.of(warning, warning), List.of(), null, "asked").verdict())
        .isEqualTo(
            "This machine can measure, and 2 things make its times vary or its numbers worth less, as far as can be told without a self-test.");
    assertThat(Diagnosis.of("1", List.of(warning), List.of(unfit), null, null))
        .extracting(Diagnosis::fitness, Diagnosis::verdict)
        .containsExactly(
            Diagnosis.Fitness.UNFIT,
            "Nothing can be measured on this machine before one thing is put right.");
  }
}
