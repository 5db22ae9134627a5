package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The command as a process of its own, which is interrupted or killed on its way.
class InterruptedRunIT {
  private static final int CASES = 3;
  private static final List<String> POINTS =
      IntStream.range(0, 10).mapToObj(i -> "slow." + i).toList();

  @TempDir private Path folder;
  private CommandFixture command;
  private Path bundle;
  private Path solution;
  private @Nullable Process process;

  @BeforeEach
  void open() throws IOException {
    command = CommandFixture.open(folder);
    bundle = FaultyFixture.bundle(folder, POINTS, FaultyFixture.SHORT_LIMITS);
    solution = FaultyFixture.solution(folder, POINTS);
  }

  @AfterEach
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void closesTheRunAsCancelledWhenInterrupted() throws Exception {
    start();
    await(() -> pointsOnDisk() >= 2 && casesInJournal() % CASES == 1);

    signal("INT");

    assertThat(ended(Duration.ofSeconds(15))).isNotZero();
    Run run = run();
    assertThat(run.state()).isEqualTo(RunState.CANCELLED);
    assertThat(run.stateReason()).matches("cancelled after \\d of 10 points");
    assertThat(run.endedAt()).isNotNull();
    assertThat(run.points().subList(0, 2)).allMatch(InterruptedRunIT::isWhole);
    assertThat(verdict("slow.0").outcome()).isEqualTo(Verdict.Outcome.PASS);
    assertThat(verdict("slow.9"))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "cancelled before it was measured"));
    assertThat(command.runFolders().getFirst().resolve("report.html")).isRegularFile();
    assertThat(command.census()).isEmpty();
  }

  @Test
  void keepsThePointThatWasUnderWayWithoutChargingItsCases() throws Exception {
    start();
    await(() -> pointsOnDisk() >= 1 && casesInJournal() % CASES == 1);

    signal("INT");

    assertThat(ended(Duration.ofSeconds(15))).isNotZero();
    Run run = run();
    PointResult last = run.points().getLast();
    assertThat(last.cases()).extracting(CaseResult::status).contains(Status.OK, Status.LOST);
    assertThat(verdict(last.point()).outcome()).isEqualTo(Verdict.Outcome.NOT_JUDGED);
    assertThat(verdict(last.point()).reason()).matches("cancelled after [12] of 3 cases");
  }

  @Test
  void closesTheRunAsCancelledWhenInterruptedInTheBuild() throws Exception {
    Folders.write(
        solution,
        "solution.toml",
        "[solution]\nbundle = \"test/twice@1\"\nlanguage = \"python\"\n[build]\ncommand = \"echo started >&2; sleep 60\"\n");
    start();
    await(() -> Files.exists(runFolder().resolve("logs/build.log")));

    signal("INT");

    assertThat(ended(Duration.ofSeconds(15))).isNotZero();
    assertThat(run().state()).isEqualTo(RunState.CANCELLED);
    assertThat(run().stateReason()).isEqualTo("cancelled after 0 of 10 points");
    assertThat(command.census()).isEmpty();
  }

  @Test
  void keepsEveryPointAndCaseBeforeAKillAndSweepsWhatItLeft() throws Exception {
    start();
    await(() -> pointsOnDisk() >= 6 && casesInJournal() > 6 * CASES);

    Process killed = Objects.requireNonNull(process);
    killed.destroyForcibly();

    assertThat(ended(Duration.ofSeconds(5))).isEqualTo(137);
    Run run = run();
    assertThat(run.state()).isEqualTo(RunState.RUNNING);
    assertThat(run.endedAt()).isNull();
    assertThat(run.points()).hasSizeGreaterThanOrEqualTo(6).allMatch(InterruptedRunIT::isWhole);
    assertThat(casesInJournal()).isGreaterThan(6 * CASES);
    assertThat(command.census()).isNotEmpty();

    process =
        command.start(
            folder.resolve("log"),
            "run",
            solution,
            "--dirty",
            "--bundle",
            bundle,
            "--points",
            "slow.0",
            "--seeds",
            "1",
            "--runs",
            command.runs());

    assertThat(ended(Duration.ofSeconds(30))).isEqualTo(1);
    assertThat(command.census()).isEmpty();
    assertThat(RunReader.read(RunFolder.of(command.runFolders().getFirst()))).isEqualTo(run);
    assertThat(command.assay("report", command.runFolders().getFirst()).code()).isEqualTo(1);
  }

  @Test
  void endsWhenInterruptedWhileTheBundleMakesItsCases() throws Exception {
    bundle = FaultyFixture.bundle(folder, List.of("make-loops"), "");
    start();
    await(() -> Files.exists(runFolder().resolve("logs/make-loops.make.log")));

    signal("TERM");

    assertThat(ended(Duration.ofSeconds(15))).isNotZero();
    assertThat(run().state()).isEqualTo(RunState.CANCELLED);
    assertThat(run().points()).isEmpty();
    assertThat(command.census()).isEmpty();
  }

  private static boolean isWhole(PointResult point) {
    return point.cases().size() == CASES
        && point.cases().stream().allMatch(one -> one.status() == Status.OK);
  }

  private void start() throws IOException {
    process =
        command.start(
            folder.resolve("log"),
            "run",
            solution,
            "--dirty",
            "--bundle",
            bundle,
            "--runs",
            command.runs());
  }

  private void signal(String name) throws Exception {
    long pid = Objects.requireNonNull(process).pid();
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  /// Its exit code.
  private int ended(Duration atMost) throws Exception {
    Process running = Objects.requireNonNull(process);
    assertThat(running.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS))
        .as(Files.readString(folder.resolve("log")))
        .isTrue();
    return running.exitValue();
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private void await(Condition condition) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (command.runFolders().isEmpty() || !condition.holds()) {
      assertThat(Objects.requireNonNull(process).isAlive() && System.nanoTime() < end)
          .as(Files.readString(folder.resolve("log")))
          .isTrue();
      Thread.sleep(20);
    }
  }

  private Path runFolder() throws IOException {
    return command.runFolders().getFirst();
  }

  private Run run() throws IOException {
    return RunReader.read(RunFolder.of(runFolder()));
  }

  private Verdict verdict(String point) throws IOException {
    return Objects.requireNonNull(RunJudge.judge(run()).get(point));
  }

  private int pointsOnDisk() throws IOException {
    return Files.exists(runFolder().resolve("run.json")) ? run().points().size() : 0;
  }

  private int casesInJournal() throws IOException {
    Path journal = runFolder().resolve("cases.jsonl");
    return Files.exists(journal) ? Files.readAllLines(journal).size() : 0;
  }
}
