package dev.assay.platform.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.run.RunDocuments;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.testkit.MemoryBlobs;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RejudgingsTest {
  private final MemoryBlobs blobs = new MemoryBlobs();
  private final List<RejudgeQueue.NewRejudge> queued = new ArrayList<>();
  private final List<String> cancelled = new ArrayList<>();
  private Database database;
  private ResultsWorld world;
  private Rejudgings rejudgings;
  private ReportIntake intake;
  private PointResult point;

  @BeforeEach
  void open() {
    database = TestDatabase.fresh();
    world = new ResultsWorld(database.jdbi());
    intake = new ReportIntake(database.jdbi(), new RowLeases());
    rejudgings =
        new Rejudgings(
            database.jdbi(),
            blobs,
            new PublicId(new SecureRandom()),
            new RowQueue(),
            new RunDocuments(database.jdbi())::load);
    var planned = world.plan("ntt");
    point = planned.point(0, one -> 1e-3);
    intake.accept(
        world.runner(), planned.batch(planned.messages(RunState.FINISHED, List.of(point))));
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "insert into run_file (run_key, name, blob, bytes) select key, 'answers/N1024-W64/0.tar.zst', 'x', 1 from run"));
    world.version("1.1.0", "another hash");
  }

  @AfterEach
  void close() {
    database.close();
  }

  /// Queues as running, so that a runner can report at once.
  private final class RowQueue implements RejudgeQueue {
    @Override
    public void enqueue(Handle handle, NewRejudge one) {
      queued.add(one);
      handle.execute(
          """
          insert into job (id, kind, benchmark_key, bundle_version_key, author_key,
              rejudge_item_key, is_ranked, document, hash, cores, memory_bytes, gpu, labels,
              needed_images, state, attempt, runner_key)
          values ('again', 'rejudge', ?, ?, ?, ?, false, ?, ?, 1, 1, 0, '{}', '{}', 'running', 1,
              (select key from runner))
          """,
          one.benchmarkKey(),
          one.bundleVersionKey(),
          one.authorKey(),
          one.itemKey(),
          one.document(),
          one.hash());
      handle.execute(
          """
          insert into attempt (job_key, attempt, runner_key, instance, run_id)
          select key, 1, runner_key, 'instance', 'again-1' from job where id = 'again'
          """);
    }

    @Override
    public void cancel(Handle handle, List<String> jobIds, long accountKey) {
      cancelled.addAll(jobIds);
    }
  }

  private RejudgingView create() {
    return rejudgings.create(
        world.host(), ResultsWorld.BENCHMARK, new Rejudgings.RejudgeAsk("1.1.0", null));
  }

  /// As a runner would, with a verifier that refuses the first case.
  private void judgeAgain(PointResult again) {
    var closed =
        new ResultsWorld.Planned("again", queued.getFirst().job())
            .closed(RunState.FINISHED, List.of());
    intake.accept(
        world.runner(),
        new ReportBatch(
            "instance",
            "again",
            1,
            "again-1",
            List.of(ReportMessage.rejudged(1, again), ReportMessage.closed(2, closed))));
  }

  private static PointResult refused(PointResult point) {
    var cases = new ArrayList<CaseResult>(point.cases());
    CaseResult c = cases.getFirst();
    cases.set(
        0,
        new CaseResult(
            c.index(),
            c.seed(),
            c.kind(),
            Status.WRONG,
            null,
            null,
            c.seconds(),
            c.bracketNanos(),
            c.cpuNanos(),
            c.cpuBeforeNanos(),
            c.noise(),
            c.attempts(),
            new Verification(false, Map.of("max_abs_err", 1.0), "too far off"),
            c.inputHashes(),
            c.outputHashes(),
            c.note(),
            c.remarks(),
            c.suspicions()));
    return new PointResult(
        point.point(),
        point.params(),
        point.derived(),
        null,
        null,
        point.stages(),
        point.initNanos(),
        point.process(),
        point.retries(),
        point.make(),
        point.verify(),
        cases,
        point.remarks(),
        point.suspicions());
  }

  @Test
  void aSetIsLookedAtBeforeItIsApplied() {
    RejudgingView set = create();
    assertThat(set.state()).isEqualTo("judging");
    assertThat(queued).hasSize(1);
    assertThat(queued.getFirst().job().bundleVersion()).isEqualTo("1.1.0");

    judgeAgain(refused(point));
    RejudgingView ready = rejudgings.view(world.host(), set.id());

    assertThat(ready.state()).isEqualTo("ready");
    assertThat(ready.changes())
        .singleElement()
        .satisfies(change -> assertThat(change.after().reason()).contains("24 of 25 cases ok"));
    assertThat(world.rows("verdict")).isEqualTo(2);

    assertThat(rejudgings.apply(world.host(), set.id()).state()).isEqualTo("applied");

    assertThat(world.rows("verdict where outcome = 'fail' and rejudge_set_key is not null"))
        .isEqualTo(1);
    assertThat(
            world.text(
                "select outcome from verdict where rejudge_set_key is null and point_no = 0"))
        .isEqualTo("pass");
  }

  @Test
  void aDroppedSetChangesNothing() {
    RejudgingView set = create();

    assertThat(rejudgings.drop(world.host(), set.id()).state()).isEqualTo("dropped");

    assertThat(cancelled).containsExactly("again");
    assertThat(world.rows("verdict where rejudge_set_key is not null")).isZero();
    assertThatThrownBy(() -> rejudgings.apply(world.host(), set.id()))
        .hasMessageContaining("is dropped");
  }

  @Test
  void overlappingSetsAreRefused() {
    create();

    assertThatThrownBy(this::create)
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("apply or drop it first");
  }

  @Test
  void aSetIsNotAppliedWhileItIsJudged() {
    RejudgingView set = create();

    assertThatThrownBy(() -> rejudgings.apply(world.host(), set.id()))
        .hasMessageContaining("is judging");
  }

  @Test
  void onlyTheHostJudgesAgain() {
    assertThatThrownBy(() ->
            rejudgings.create(
                world.author(), ResultsWorld.BENCHMARK, new Rejudgings.RejudgeAsk("1.1.0", null)))
        .hasMessageContaining("Only the host");
    assertThat(world.rows("rejudge_set")).isZero();
  }

  @Test
  void otherInputsThanWereMeasuredAreShown() {
    RejudgingView set = create();
    Run open = new ResultsWorld.Planned("again", queued.getFirst().job()).opened();
    assertThat(open.id()).isEqualTo("again-1");
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute(
                "update job set state = 'platform-error', state_reason = 'inputs differ' where id = 'again'"));

    RejudgingView view = rejudgings.view(world.host(), set.id());

    assertThat(view.state()).isEqualTo("ready");
    assertThat(view.failures())
        .singleElement()
        .satisfies(one -> assertThat(one.reason()).isEqualTo("inputs differ"));
  }

  @Test
  void aNewVerifierChangesNothingThatWasMeasured() {
    create();

    assertThatThrownBy(() -> judgeAgain(faster(point)))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("than was measured");
    assertThat(world.rows("rejudged_point")).isZero();
  }

  private PointResult faster(PointResult point) {
    return new ResultsWorld.Planned("again", queued.getFirst().job())
        .point(0, one -> point.cases().size() * 1e-9);
  }

  @Test
  void theLeaseNamesRunAndAnswers() {
    create();

    var contents = new RejudgeLeases(database.jdbi()).contentsOf(queued.getFirst().itemKey());

    assertThat(contents.rejudge().answers())
        .singleElement()
        .satisfies(one -> assertThat(one.point()).isEqualTo("N1024-W64"));
    assertThat(blobs.findSize(contents.rejudge().run())).isPresent();
    assertThat(contents.bundle().hash()).isEqualTo("another hash");
  }
}
