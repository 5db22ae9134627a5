package dev.assay.platform.testkit;

import dev.assay.core.job.Job;
import dev.assay.core.judge.PointJudge;
import dev.assay.core.judge.Summary;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.text.TextHash;
import dev.assay.core.wire.JsonCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Hundreds of finished runs of one point, written table by table: what the intake would write of
/// them, in a hundredth of the statements.
final class StoryCrowd {
  private final StoryTables tables;
  private final StoryTables.Published version;
  private final long runner;
  private final List<Entry> entries = new ArrayList<>();

  StoryCrowd(StoryTables tables, StoryTables.Published version, long runner) {
    this.tables = tables;
    this.version = version;
    this.runner = runner;
  }

  /// One of them.
  ///
  /// @param ids of the implementation, the submission and the job
  /// @param opened as its runner opened it
  /// @param closed as its runner closed it
  record Entry(
      Ids ids,
      long author,
      String name,
      String solution,
      Job job,
      Run opened,
      Run closed,
      PointResult point,
      Instant at) {
    String runId() {
      return ids.job() + "-1";
    }

    Verdict verdict() {
      return PointJudge.judge(job.bar(), job.barSample(), point, "not measured");
    }

    @Nullable Double score() {
      var folded = Summary.of(job.score(), CaseKind.SAMPLE, point.cases()).fold(job.score().fold());
      return folded.isPresent() ? folded.getAsDouble() : null;
    }
  }

  record Ids(String implementation, String submission, String job) {}

  void add(Entry entry) {
    entries.add(entry);
  }

  void write() {
    submitted();
    claimed();
    measured();
  }

  private void submitted() {
    tables.batch(
        """
        insert into implementation (id, benchmark_key, owner_key, name, is_private, created_at)
        values (?, ?, ?, ?, false, cast(? as timestamptz))
        """,
        rows(one ->
            row(
                one.ids().implementation(),
                version.benchmark(),
                one.author(),
                one.name(),
                one.at().toString())));
    tables.batch(
        """
        insert into submission (id, implementation_key, repository, path, commit_id, tree_hash,
          solution, image_reference, image_digest, submitted_by, submitted_at)
        values (?, (select key from implementation where id = ?), ?, ?, ?, ?, ?, ?, ?, ?,
          cast(? as timestamptz))
        """,
        rows(one ->
            row(
                one.ids().submission(),
                one.ids().implementation(),
                one.job().source().repository(),
                one.job().source().path(),
                one.job().source().commit(),
                one.job().source().treeHash(),
                one.solution(),
                one.job().solutionImage().reference(),
                one.job().solutionImage().digest(),
                one.author(),
                one.at().toString())));
  }

  private void claimed() {
    tables.batch(
        """
        insert into job (id, kind, benchmark_key, bundle_version_key, author_key, submission_key,
          is_ranked, document, hash, cores, memory_bytes, gpu, labels, needed_images, state,
          attempt, created_at, queued_at, ended_at)
        values (?, 'measure', ?, ?, ?, (select key from submission where id = ?), true, ?, ?, 1, 1,
          0, '{}', '{}', 'finished', 1, cast(? as timestamptz), cast(? as timestamptz),
          cast(? as timestamptz))
        """,
        rows(one -> {
          String document = JsonCodec.toJson(one.job());
          return row(
              one.ids().job(),
              version.benchmark(),
              version.key(),
              one.author(),
              one.ids().submission(),
              document,
              TextHash.of(document),
              one.at().toString(),
              one.at().toString(),
              one.at().plusSeconds(60).toString());
        }));
    tables.batch(
        """
        insert into attempt (job_key, attempt, runner_key, instance, run_id, claimed_at,
          confirmed_at, ended_at, outcome)
        values ((select key from job where id = ?), 1, ?, 'instance', ?, cast(? as timestamptz),
          cast(? as timestamptz), cast(? as timestamptz), 'ended')
        """,
        rows(one ->
            row(
                one.ids().job(),
                runner,
                one.runId(),
                one.at().plusSeconds(5).toString(),
                one.at().plusSeconds(6).toString(),
                one.at().plusSeconds(60).toString())));
    tables.batch(
        """
        insert into run (id, job_key, attempt, runner_key, submission_key, implementation_key,
          bundle_version_key, machine_class, document, opened_at)
        select ?, key, 1, ?, submission_key,
          (select key from implementation where id = ?), ?, ?, ?, cast(? as timestamptz)
        from job where id = ?
        """,
        rows(one ->
            row(
                one.runId(),
                runner,
                one.ids().implementation(),
                version.key(),
                one.opened().machineClass(),
                JsonCodec.toLine(one.opened()),
                one.at().plusSeconds(7).toString(),
                one.ids().job())));
  }

  private void measured() {
    tables.batch(
        """
        insert into point_result (run_key, point_no, point, document, peak_memory_bytes)
        select r.key, 0, p.point, p.document,
            (p.document::json #>> '{process,cost,peak_memory_bytes}')::bigint
        from (values (?, ?, ?)) as p (run, point, document) join run r on r.id = p.run
        """,
        rows(one -> row(one.runId(), one.point().point(), JsonCodec.toLine(one.point()))));
    var cases = new ArrayList<@Nullable Object[]>();
    for (Entry one : entries) {
      one.point().cases().forEach(result -> cases.add(caseRow(one, result)));
    }
    tables.batch(
        """
        insert into case_result (run_key, point_no, case_no, seed, kind, status, seconds, score)
        values ((select key from run where id = ?), 0, ?, ?, ?, ?, ?, ?)
        """,
        cases);
    tables.batch(
        """
        insert into run_end (run_key, state, document)
        values ((select key from run where id = ?), 'finished', ?)
        """,
        rows(one -> row(one.runId(), JsonCodec.toLine(one.closed()))));
    tables.batch(
        """
        insert into verdict (run_key, point_no, point, bundle_version_key, implementation_key,
          machine_class, outcome, reason, cases_ok, cases_all, is_suspect, is_ranked, score,
          judged_at)
        values ((select key from run where id = ?), 0, ?, ?,
          (select key from implementation where id = ?), ?, ?, ?, ?, ?, false, true, ?,
          cast(? as timestamptz))
        """,
        rows(this::verdictRow));
  }

  private @Nullable Object[] verdictRow(Entry one) {
    Verdict verdict = one.verdict();
    List<CaseResult> cases = one.point().cases();
    return row(
        one.runId(),
        one.point().point(),
        version.key(),
        one.ids().implementation(),
        one.opened().machineClass(),
        verdict.outcome().text(),
        verdict.reason(),
        (int) cases.stream().filter(result -> result.status() == Status.OK).count(),
        cases.size(),
        one.score(),
        one.at().plusSeconds(60).toString());
  }

  /// The schema keeps kinds and statuses by their place.
  @SuppressWarnings("EnumOrdinal")
  private static @Nullable Object[] caseRow(Entry entry, CaseResult one) {
    return row(
        entry.runId(),
        one.index(),
        one.seed(),
        one.kind().ordinal(),
        one.status().ordinal(),
        one.seconds(),
        one.status() == Status.OK ? one.seconds() : null);
  }

  private List<@Nullable Object[]> rows(Function<Entry, @Nullable Object[]> row) {
    var rows = new ArrayList<@Nullable Object[]>();
    entries.forEach(one -> rows.add(row.apply(one)));
    return rows;
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }
}
