package dev.assay.platform.intake;

import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/// What was reported. All statements belong to the transaction of one batch.
final class ReportRepository {
  /// Batches of one run come in one after the other; the job's row stays free for heartbeats.
  private static final String LOCK_RUN =
      "select pg_advisory_xact_lock(hashtextextended(:runId, 72656))";

  private static final String FIND_ATTEMPT =
      """
      select j.key as job_key, j.kind, j.document, j.bundle_version_key, j.rejudge_item_key,
          s.implementation_key, r.key as run_key, r.document as opened,
          e.run_key is not null as is_closed
      from attempt a
      join job j on j.key = a.job_key
      left join submission s on s.key = j.submission_key
      left join run r on r.job_key = a.job_key and r.attempt = a.attempt
      left join run_end e on e.run_key = r.key
      where a.run_id = :runId and j.id = :jobId and a.attempt = :attempt
        and a.runner_key = :runnerKey
      """;

  private static final String MESSAGE_HASHES =
      """
      select sequence, hash from run_message where run_id = :runId and sequence = any(:sequences)
      """;

  private static final String COUNT_MESSAGES =
      "select count(*) from run_message where run_id = :runId and sequence < :sequence";

  private static final String INSERT_MESSAGE =
      """
      insert into run_message (run_id, sequence, hash) values (:runId, :sequence, :hash)
      on conflict do nothing
      """;

  private static final String INSERT_RUN =
      """
      insert into run (id, job_key, attempt, runner_key, submission_key, implementation_key,
          bundle_version_key, machine_class, document)
      select :id, key, :attempt, :runnerKey, submission_key, :implementationKey, :bundleVersionKey,
          :machineClass, :document
      from job where key = :jobKey
      returning key
      """;

  private static final String INSERT_BUILD =
      """
      insert into run_build (run_key, document) values (:runKey, :document) on conflict do nothing
      """;

  private static final String FIND_BUILD = "select document from run_build where run_key = :runKey";

  private static final String INSERT_MEASURED =
      """
      insert into measured_case (run_key, point_no, process, case_no, document)
      values (:runKey, :pointNo, :process, :caseNo, :document)
      on conflict do nothing
      """;

  private static final String FIND_MEASURED =
      """
      select document from measured_case
      where run_key = :runKey and point_no = :pointNo and process = :process and case_no = :caseNo
      """;

  private static final String INSERT_POINT =
      """
      insert into point_result (run_key, point_no, point, document, peak_memory_bytes)
      values (:runKey, :pointNo, :point, :document, :peakMemoryBytes)
      on conflict do nothing
      """;

  private static final String FIND_POINT =
      "select document from point_result where run_key = :runKey and point_no = :pointNo";

  private static final String INSERT_CASE =
      """
      insert into case_result (run_key, point_no, case_no, seed, kind, status, seconds, score)
      values (:runKey, :pointNo, :caseNo, :seed, :kind, :status, :seconds, :score)
      on conflict do nothing
      """;

  private static final String INSERT_FILE =
      """
      insert into run_file (run_key, name, blob, bytes) values (:runKey, :name, :blob, :bytes)
      on conflict do nothing
      """;

  private static final String FIND_FILE =
      "select blob from run_file where run_key = :runKey and name = :name";

  private static final String COUNT_FILES = "select count(*) from run_file where run_key = :runKey";

  private static final String INSERT_END =
      """
      insert into run_end (run_key, state, state_reason, document)
      values (:runKey, :state, :reason, :document)
      on conflict do nothing
      """;

  private static final String INSERT_LATE =
      """
      insert into late_report (run_id, job_key, attempt, runner_key, sequence, reason, document)
      values (:runId, :jobKey, :attempt, :runnerKey, :sequence, :reason, :document)
      on conflict do nothing
      """;

  private static final String NOTIFY = "select pg_notify('assay_job', :jobId)";

  private final Handle handle;

  ReportRepository(Handle handle) {
    this.handle = handle;
  }

  void lockRun(String runId) {
    handle.createQuery(LOCK_RUN).bind("runId", runId).map((row, context) -> 0).one();
  }

  Optional<ReportedAttempt> findAttempt(String runId, String jobId, int attempt, long runnerKey) {
    return handle
        .createQuery(FIND_ATTEMPT)
        .bind("runId", runId)
        .bind("jobId", jobId)
        .bind("attempt", attempt)
        .bind("runnerKey", runnerKey)
        .map((row, context) ->
            new ReportedAttempt(
                row.getLong("job_key"),
                jobId,
                attempt,
                runId,
                runnerKey,
                row.getString("kind"),
                row.getString("document"),
                row.getLong("bundle_version_key"),
                row.getObject("implementation_key", Long.class),
                row.getObject("rejudge_item_key", Long.class),
                row.getObject("run_key", Long.class),
                row.getString("opened"),
                row.getBoolean("is_closed")))
        .findOne();
  }

  Map<Long, String> messageHashes(String runId, List<Long> sequences) {
    var hashes = new HashMap<Long, String>();
    handle
        .createQuery(MESSAGE_HASHES)
        .bind("runId", runId)
        .bindArray("sequences", Long.class, sequences)
        .map((row, context) -> Map.entry(row.getLong(1), row.getString(2)))
        .forEach(entry -> hashes.put(entry.getKey(), entry.getValue()));
    return hashes;
  }

  /// How many messages of a run are here that come before one.
  long countMessages(String runId, long sequence) {
    return handle
        .createQuery(COUNT_MESSAGES)
        .bind("runId", runId)
        .bind("sequence", sequence)
        .mapTo(Long.class)
        .one();
  }

  void insertMessage(String runId, long sequence, String hash) {
    handle
        .createUpdate(INSERT_MESSAGE)
        .bind("runId", runId)
        .bind("sequence", sequence)
        .bind("hash", hash)
        .execute();
  }

  long insertRun(ReportedAttempt attempt, long implementationKey, Run run) {
    return handle
        .createQuery(INSERT_RUN)
        .bind("id", attempt.runId())
        .bind("jobKey", attempt.jobKey())
        .bind("attempt", attempt.attempt())
        .bind("runnerKey", attempt.runnerKey())
        .bind("implementationKey", implementationKey)
        .bind("bundleVersionKey", attempt.bundleVersionKey())
        .bind("machineClass", run.machineClass())
        .bind("document", JsonCodec.toLine(run))
        .mapTo(Long.class)
        .one();
  }

  /// @return what stands there already and is something else
  Optional<String> insertBuild(long runKey, String document) {
    int added =
        handle
            .createUpdate(INSERT_BUILD)
            .bind("runKey", runKey)
            .bind("document", document)
            .execute();
    return added == 1
        ? Optional.empty()
        : other(
            document,
            handle.createQuery(FIND_BUILD).bind("runKey", runKey).mapTo(String.class).one());
  }

  /// @return what stands there already and is something else
  Optional<String> insertMeasured(long runKey, int pointNo, int process, CaseResult result) {
    String document = JsonCodec.toLine(result);
    int added =
        handle
            .createUpdate(INSERT_MEASURED)
            .bind("runKey", runKey)
            .bind("pointNo", pointNo)
            .bind("process", process)
            .bind("caseNo", result.index())
            .bind("document", document)
            .execute();
    return added == 1
        ? Optional.empty()
        : other(
            document,
            handle
                .createQuery(FIND_MEASURED)
                .bind("runKey", runKey)
                .bind("pointNo", pointNo)
                .bind("process", process)
                .bind("caseNo", result.index())
                .mapTo(String.class)
                .one());
  }

  /// @return what stands there already and is something else
  Optional<String> insertPoint(
      long runKey, int pointNo, PointResult point, List<@Nullable Double> scores) {
    String document = JsonCodec.toLine(point);
    int added =
        handle
            .createUpdate(INSERT_POINT)
            .bind("runKey", runKey)
            .bind("pointNo", pointNo)
            .bind("point", point.point())
            .bind("document", document)
            .bind("peakMemoryBytes", peakMemoryBytes(point))
            .execute();
    if (added == 1) {
      insertCases(runKey, pointNo, point, scores);
      return Optional.empty();
    }
    return other(
        document,
        handle
            .createQuery(FIND_POINT)
            .bind("runKey", runKey)
            .bind("pointNo", pointNo)
            .mapTo(String.class)
            .one());
  }

  private static @Nullable Long peakMemoryBytes(PointResult point) {
    if (point.measurements() != null) {
      return ProgramFigures.of(point).map(ProgramFigures::peakMemoryBytes).orElse(null);
    }
    return point.process() == null ? null : point.process().cost().peakMemoryBytes();
  }

  /// The schema keeps kinds and statuses by their place, to keep rows of millions of cases narrow.
  @SuppressWarnings("EnumOrdinal")
  private void insertCases(
      long runKey, int pointNo, PointResult point, List<@Nullable Double> scores) {
    if (point.cases().isEmpty()) {
      return;
    }
    PreparedBatch batch = handle.prepareBatch(INSERT_CASE);
    for (int i = 0; i < point.cases().size(); i++) {
      CaseResult one = point.cases().get(i);
      batch
          .bind("runKey", runKey)
          .bind("pointNo", pointNo)
          .bind("caseNo", one.index())
          .bind("seed", one.seed())
          .bind("kind", one.kind().ordinal())
          .bind("status", one.status().ordinal())
          .bind("seconds", one.seconds())
          .bind("score", scores.get(i))
          .add();
    }
    batch.execute();
  }

  /// @return what stands there already and is something else
  Optional<String> insertFile(long runKey, String name, String blob, long bytes) {
    int added =
        handle
            .createUpdate(INSERT_FILE)
            .bind("runKey", runKey)
            .bind("name", name)
            .bind("blob", blob)
            .bind("bytes", bytes)
            .execute();
    return added == 1
        ? Optional.empty()
        : other(
            blob,
            handle
                .createQuery(FIND_FILE)
                .bind("runKey", runKey)
                .bind("name", name)
                .mapTo(String.class)
                .one());
  }

  long countFiles(long runKey) {
    return handle.createQuery(COUNT_FILES).bind("runKey", runKey).mapTo(Long.class).one();
  }

  void insertEnd(long runKey, Run closed) {
    handle
        .createUpdate(INSERT_END)
        .bind("runKey", runKey)
        .bind("state", closed.state().text())
        .bind("reason", closed.stateReason())
        .bind("document", JsonCodec.toLine(closed))
        .execute();
  }

  void insertLate(ReportedAttempt attempt, long sequence, String reason, String document) {
    handle
        .createUpdate(INSERT_LATE)
        .bind("runId", attempt.runId())
        .bind("jobKey", attempt.jobKey())
        .bind("attempt", attempt.attempt())
        .bind("runnerKey", attempt.runnerKey())
        .bind("sequence", sequence)
        .bind("reason", reason)
        .bind("document", document)
        .execute();
  }

  void notifyJob(String jobId) {
    handle.createQuery(NOTIFY).bind("jobId", jobId).map((row, context) -> 0).one();
  }

  private static Optional<String> other(String ours, String stored) {
    return ours.equals(stored) ? Optional.empty() : Optional.of(stored);
  }
}
