package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// Holds what the platform has of a job to what its runners wrote.
final class Books {
  private static final Set<String> OPEN = Set.of("queued", "running");

  private final PlatformFixture platform;
  private final Store store;

  Books(PlatformFixture platform) {
    this.platform = platform;
    this.store = platform.store();
  }

  /// The job ended once, in this state; everything that was measured is there once, and as it was
  /// measured; nothing is charged to its author.
  void requireEnded(String job, String state) throws Exception {
    platform.awaitEnd(job);
    requireSettled();
    List<String> ends =
        store.column("select state from seen_state where job = ? order by key", job).stream()
            .filter(seen -> !OPEN.contains(seen))
            .toList();
    assertThat(ends).as(platform.situation()).containsExactly(state);
    requireSound(job);
    if (state.equals("finished")) {
      requireWhole(job);
    }
  }

  /// The state does not matter, as long as it is one that the author is not charged for.
  void requireEndedUncharged(String job) throws Exception {
    platform.awaitEnd(job);
    String state = store.column("select state from job where id = ?", job).getFirst();
    assertThat(state).as(platform.situation()).isIn("finished", "platform-error");
    requireEnded(job, state);
  }

  /// Nothing waits on any runner's disk.
  private void requireSettled() throws Exception {
    platform.await(
        "all spools are empty",
        () ->
            platform.runners().stream()
                .filter(RunnerProcess::isAlive)
                .allMatch(runner -> runner.ledger().spools().isEmpty()));
  }

  private void requireSound(String job) throws Exception {
    for (String run :
        store.column(
            "select run_id from attempt a join job j on j.key = a.job_key where j.id = ?", job)) {
      requireSoundRun(run);
    }
    assertThat(
            store.column(
                """
                select v.outcome || ' ' || v.point || ': ' || v.reason from verdict v
                join run r on r.key = v.run_key join job j on j.key = r.job_key
                where j.id = ? and v.outcome = 'fail'
                """,
                job))
        .as("charged to the author")
        .isEmpty();
  }

  private void requireSoundRun(String run) throws Exception {
    List<ReportMessage> written = written(run);
    Set<Long> stored = sequences("select sequence from run_message where run_id = ?", run);
    Set<Long> late = sequences("select sequence from late_report where run_id = ?", run);
    var known = new TreeSet<>(stored);
    known.addAll(late);
    var both = new TreeSet<>(stored);
    both.retainAll(late);
    assertThat(both).as("stored and late, run %s", run).isEmpty();
    assertThat(known)
        .as("messages of run %s%n%s", run, platform.situation())
        .containsExactlyElementsOf(written.stream().map(ReportMessage::sequence).toList());

    List<ReportMessage> there =
        written.stream().filter(message -> stored.contains(message.sequence())).toList();
    assertThat(cases(run))
        .as("cases of run %s", run)
        .containsExactlyInAnyOrderElementsOf(
            each(there, ReportMessage::measured).map(ReportMessage.Measured::result).toList());
    List<PointResult> points = each(there, ReportMessage::point).toList();
    assertThat(points(run)).as("points of run %s", run).containsExactlyInAnyOrderElementsOf(points);
    assertThat(
            store.count(
                "select count(*) from case_result c join run r on r.key = c.run_key where r.id = ?",
                run))
        .isEqualTo(points.stream().mapToLong(point -> point.cases().size()).sum());
  }

  private List<ReportMessage> written(String run) throws Exception {
    for (RunnerProcess runner : platform.runners()) {
      if (runner.ledger().has(run)) {
        return runner.ledger().messages(run);
      }
    }
    return List.of();
  }

  private static <T> Stream<T> each(
      List<ReportMessage> messages,
      Function<ReportMessage, @org.jspecify.annotations.Nullable T> part) {
    return messages.stream().map(part).filter(Objects::nonNull).map(Objects::requireNonNull);
  }

  private Set<Long> sequences(String sql, String run) throws Exception {
    var all = new TreeSet<Long>();
    store.column(sql, run).forEach(text -> all.add(Long.valueOf(text)));
    return all;
  }

  private List<CaseResult> cases(String run) throws Exception {
    return documents(
        "select c.document from measured_case c join run r on r.key = c.run_key where r.id = ?",
        run,
        CaseResult.class);
  }

  private List<PointResult> points(String run) throws Exception {
    return documents(
        "select p.document from point_result p join run r on r.key = p.run_key where r.id = ?",
        run,
        PointResult.class);
  }

  private <T> List<T> documents(String sql, String run, Class<T> type) throws Exception {
    return store.column(sql, run).stream()
        .map(text -> JsonCodec.read(text.getBytes(StandardCharsets.UTF_8), type, "a document"))
        .toList();
  }

  /// The newest run is what the API answers, and every point of it passes.
  private void requireWhole(String job) throws Exception {
    String id = platform.run(job);
    Run run = JsonCodec.readRun(platform.api().load("/api/v1/runs/%s/document".formatted(id)), id);
    assertThat(run.state().text()).isEqualTo("finished");
    assertThat(run.points())
        .hasSize(run.job().points().size())
        .containsExactlyElementsOf(each(written(id), ReportMessage::point).toList());
    assertThat(
            store.column(
                "select v.outcome from verdict v join run r on r.key = v.run_key where r.id = ?",
                id))
        .hasSize(run.points().size())
        .containsOnly("pass");
    assertThat(
            store.count(
                """
                select count(*) from run_end e join run r on r.key = e.run_key
                join job j on j.key = r.job_key where j.id = ? and e.state = 'finished'
                """,
                job))
        .isEqualTo(1);
  }
}
