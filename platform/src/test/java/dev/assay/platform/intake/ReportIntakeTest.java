package dev.assay.platform.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.run.RunDocuments;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.ProgramRuns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportIntakeTest {
  private Database database;
  private ResultsWorld world;
  private ReportIntake intake;
  private ResultsWorld.Planned planned;
  private List<PointResult> points;
  private List<ReportMessage> messages;

  @BeforeEach
  void open() {
    database = TestDatabase.fresh();
    world = new ResultsWorld(database.jdbi());
    intake = new ReportIntake(database.jdbi(), new RowLeases());
    planned = world.plan("ntt");
    points =
        List.of(planned.point(0, one -> 1e-3), planned.point(1, one -> 2e-3 + one.index() * 1e-6));
    messages = planned.messages(RunState.FINISHED, points);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private ReportBatch.Receipt send(List<ReportMessage> some) {
    return intake.accept(world.runner(), planned.batch(some));
  }

  @Test
  void storesARunAndJudgesIt() {
    ReportBatch.Receipt receipt = send(messages);

    assertThat(receipt.late()).isFalse();
    assertThat(receipt.stored()).hasSize(messages.size());
    assertThat(world.rows("measured_case")).isEqualTo(50);
    assertThat(world.rows("case_result")).isEqualTo(50);
    assertThat(world.rows("verdict where outcome = 'pass' and is_ranked")).isEqualTo(2);
    assertThat(world.text("select state from job")).isEqualTo("finished");
  }

  @Test
  void theDocumentIsTheRunnersToTheByte() {
    send(messages);

    String ours =
        new String(
            new RunDocuments(database.jdbi()).load(runKey()),
            java.nio.charset.StandardCharsets.UTF_8);

    assertThat(ours).isEqualTo(JsonCodec.toJson(planned.closed(RunState.FINISHED, points)));
  }

  @Test
  void theDocumentOfAPartialRunIsWhatHasArrived() {
    send(messages.subList(0, 27));

    String ours =
        new String(
            new RunDocuments(database.jdbi()).load(runKey()),
            java.nio.charset.StandardCharsets.UTF_8);

    assertThat(ours)
        .isEqualTo(JsonCodec.toJson(planned.closed(RunState.RUNNING, points.subList(0, 1))));
    assertThat(world.rows("verdict")).isEqualTo(1);
  }

  private long runKey() {
    return Long.parseLong(String.valueOf(world.text("select key::text from run")));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void theSameMessagesTenTimesAndOutOfOrderAreStoredOnce(long seed) {
    var random = new Random(seed);
    var unacknowledged = new ArrayList<>(messages);
    for (int round = 0; !unacknowledged.isEmpty(); round++) {
      assertThat(round).isLessThan(100);
      Collections.shuffle(unacknowledged, random);
      var all = new ArrayList<>(unacknowledged);
      Collections.shuffle(all, random);
      var some = all.subList(0, Math.min(all.size(), 1 + random.nextInt(20)));
      var stored = send(some).stored();
      unacknowledged.removeIf(message -> stored.contains(message.sequence()));
    }
    for (int i = 0; i < 10; i++) {
      var again = new ArrayList<>(messages);
      Collections.shuffle(again, random);

      assertThat(send(again).late()).isFalse();
    }

    assertThat(world.rows("measured_case")).isEqualTo(50);
    assertThat(world.rows("case_result")).isEqualTo(50);
    assertThat(world.rows("verdict")).isEqualTo(2);
    assertThat(world.rows("run_end")).isEqualTo(1);
    assertThat(world.rows("late_report")).isZero();
  }

  @Test
  void theEndComesAfterAllElse() {
    send(messages.subList(0, 3));

    assertThat(send(List.of(messages.getLast())).stored()).isEmpty();
    assertThat(world.rows("run_end")).isZero();
  }

  @Test
  void nothingIsStoredBeforeTheRunIsOpened() {
    assertThat(send(messages.subList(1, 5)).stored()).isEmpty();
    assertThat(world.rows("measured_case")).isZero();
  }

  @Test
  void aContradictionIsKeptAndTheFirstStays() {
    send(messages.subList(0, 2));
    ReportMessage first = messages.get(1);
    var other =
        ReportMessage.measured(
            2,
            new ReportMessage.Measured(
                points.getFirst().point(), 0, changed(points.getFirst()).cases().getFirst()));

    assertThat(send(List.of(other)).stored()).containsExactly(2L);

    assertThat(world.text("select reason from late_report")).contains("contradicts");
    assertThat(world.text("select document from measured_case"))
        .isEqualTo(JsonCodec.toLine(java.util.Objects.requireNonNull(first.measured()).result()));
  }

  @Test
  void aLateAttemptIsKeptForTheOperatorAndChangesNothing() {
    send(messages.subList(0, 2));
    database.jdbi().useHandle(handle -> handle.execute("update job set attempt = 2"));

    ReportBatch.Receipt receipt = send(messages.subList(0, 5));

    assertThat(receipt.late()).isTrue();
    assertThat(receipt.stored()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(world.rows("late_report")).isEqualTo(3);
    assertThat(world.rows("measured_case")).isEqualTo(1);
  }

  @Test
  void measuredCasesOfARunThatDiesStayAndItsPointsAreJudged() {
    send(messages.subList(0, 30));

    assertThat(world.rows("measured_case")).isEqualTo(28);
    assertThat(world.rows("verdict where outcome = 'pass'")).isEqualTo(1);
  }

  @Test
  void whatWasNotReachedIsNotJudged() {
    send(planned.messages(RunState.CANCELLED, points.subList(0, 1)));

    assertThat(world.text("select reason from verdict where point_no = 1"))
        .isEqualTo("cancelled before it was measured");
    assertThat(world.text("select outcome from verdict where point_no = 0")).isEqualTo("pass");
  }

  @Test
  void anotherRunnersAttemptIsUnknown() {
    var other = new dev.assay.platform.access.RunnerIdentity(99, "x", "x", "active");

    assertThatThrownBy(() -> intake.accept(other, planned.batch(messages)))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("never had attempt");
  }

  @Test
  void refusesAnotherJobInTheRun() {
    Run other =
        world
            .plan("fft", dev.assay.testkit.Runs.job(planned.job().points().subList(0, 1)))
            .opened();
    var renamed =
        new Run(
            other.format(),
            planned.runId(),
            other.assayVersion(),
            other.startedAt(),
            null,
            other.state(),
            null,
            other.job(),
            other.machine(),
            other.machineClass(),
            other.environment(),
            other.window(),
            other.seedSecret(),
            other.stages(),
            null,
            List.of());

    refuses(List.of(ReportMessage.opened(1, renamed)), "as it was planned");
  }

  @Test
  void refusesSeedsThatTheSecretDoesNotGive() {
    var wrong = CaseResults.ok(0, 77, points.getFirst().cases().getFirst().kind(), 1e-3);

    refuses(
        List.of(
            messages.getFirst(),
            ReportMessage.measured(
                2, new ReportMessage.Measured(points.getFirst().point(), 0, wrong))),
        "secret");
  }

  @Test
  void refusesAPointThatIsNotInThePlan() {
    refuses(
        List.of(
            messages.getFirst(),
            ReportMessage.measured(
                2,
                new ReportMessage.Measured("<script>", 0, points.getFirst().cases().getFirst()))),
        "not in the plan");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../etc/passwd", "logs/../x", "/logs/x", "other/x", "logs/x\0", "logs/.hidden"})
  void refusesFilesThatLieElsewhere(String name) {
    refuses(
        List.of(
            messages.getFirst(),
            ReportMessage.file(2, new ReportMessage.KeptFile(name, "0".repeat(64), 1))),
        "no file of a run");
  }

  @Test
  void refusesAFileWhoseBlobItDidNotBring() {
    refuses(
        List.of(
            messages.getFirst(),
            ReportMessage.file(2, new ReportMessage.KeptFile("logs/a", "0".repeat(64), 1))),
        "not brought");
  }

  @Test
  void storesEveryMeasurementOfAWholeProgram() {
    ResultsWorld.Planned program = world.plan("spectral", ProgramRuns.full().job());

    ReportBatch.Receipt receipt =
        intake.accept(
            world.runner(),
            program.batch(program.messages(RunState.FINISHED, ProgramRuns.full().points())));

    assertThat(receipt.late()).isFalse();
    assertThat(world.rows("case_result")).isEqualTo(8);
    assertThat(world.text("select string_agg(outcome, ' ' order by point_no) from verdict"))
        .isEqualTo("pass pass fail");
    assertThat(world.text("select reason from verdict where point_no = 2"))
        .contains("exited with code 3", "5 of 6 measurements right");
    assertThat(
            world.text("select (peak_memory_bytes > 0)::text from point_result where point_no = 2"))
        .isEqualTo("true");
  }

  @Test
  void saysWhyAWorkloadWasNotTried() {
    ResultsWorld.Planned program = world.plan("spectral", ProgramRuns.fallenBack().job());

    intake.accept(
        world.runner(),
        program.batch(program.messages(RunState.FINISHED, ProgramRuns.fallenBack().points())));

    assertThat(world.text("select reason from verdict where point_no = 1"))
        .startsWith("timeout: ended after 5 m");
    assertThat(world.text("select reason from verdict where point_no = 2"))
        .startsWith("not tried after the workload before");
  }

  @Test
  void refusesAMeasurementOfAProgramThatIsNotAtItsPlace() {
    ResultsWorld.Planned program = world.plan("spectral", ProgramRuns.full().job());
    var misplaced = CaseResults.ok(1, 4, CaseKind.SAMPLE, 1e-3);

    assertThatThrownBy(() ->
            intake.accept(
                world.runner(),
                program.batch(
                    List.of(
                        ReportMessage.opened(1, program.opened()),
                        ReportMessage.measured(
                            2, new ReportMessage.Measured("n50", 0, misplaced))))))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("another number than its place");
  }

  private void refuses(List<ReportMessage> batch, String reason) {
    assertThatThrownBy(() -> send(batch))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("nothing of the batch was stored");
    assertThat(world.rows("run")).isZero();
    assertThat(world.rows("run_message")).isZero();
  }

  private PointResult changed(PointResult point) {
    return planned.point(
        planned.job().points().stream().map(one -> one.name()).toList().indexOf(point.point()),
        one -> 9e-3);
  }
}
