package dev.assay.platform.intake;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/// Late reports, for operators.
final class LateReportRepository {
  private static final String LIST =
      """
      select l.key, l.run_id, j.id as job_id, l.attempt, n.id as runner_id, l.sequence, l.reason,
          l.document, l.received_at
      from late_report l
      join job j on j.key = l.job_key
      join runner n on n.key = l.runner_key
      where l.key < :below
      order by l.key desc
      limit :limit
      """;

  private static final String LINES =
      """
      select l.key, l.run_id, j.id as job_id, l.attempt, n.id as runner_id, n.name as runner_name,
          l.sequence, l.reason, octet_length(l.document) as bytes, l.received_at,
          exists (select from run r where r.id = l.run_id) as has_run
      from late_report l
      join job j on j.key = l.job_key
      join runner n on n.key = l.runner_key
      where l.key < :below
      order by l.key desc
      limit :limit
      """;

  private static final String DOCUMENT = "select document from late_report where key = :key";

  private final Jdbi jdbi;

  LateReportRepository(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  List<LateReports.Line> lines(long below, int limit) {
    return jdbi.withHandle(handle ->
        handle
            .createQuery(LINES)
            .bind("below", below)
            .bind("limit", limit)
            .map((row, context) ->
                new LateReports.Line(
                    row.getLong("key"),
                    row.getString("run_id"),
                    row.getBoolean("has_run"),
                    row.getString("job_id"),
                    row.getInt("attempt"),
                    row.getString("runner_id"),
                    row.getString("runner_name"),
                    row.getLong("sequence"),
                    row.getString("reason"),
                    row.getLong("bytes"),
                    row.getObject("received_at", OffsetDateTime.class).toInstant()))
            .list());
  }

  Optional<String> findDocument(long key) {
    return jdbi.withHandle(
        handle -> handle.createQuery(DOCUMENT).bind("key", key).mapTo(String.class).findOne());
  }

  List<LateReport.Row> list(long below, int limit) {
    return jdbi.withHandle(handle ->
        handle
            .createQuery(LIST)
            .bind("below", below)
            .bind("limit", limit)
            .map((row, context) ->
                new LateReport.Row(
                    row.getLong("key"),
                    new LateReport(
                        row.getString("run_id"),
                        row.getString("job_id"),
                        row.getInt("attempt"),
                        row.getString("runner_id"),
                        row.getLong("sequence"),
                        row.getString("reason"),
                        row.getString("document"),
                        row.getObject("received_at", OffsetDateTime.class).toInstant())))
            .list());
  }
}
