package dev.assay.platform.intake;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.http.Page;
import java.time.Instant;
import org.jdbi.v3.core.Jdbi;

/// What came too late or contradicts what is stored, for operators.
public final class LateReports {
  private final LateReportRepository repository;

  public LateReports(Jdbi jdbi) {
    this.repository = new LateReportRepository(jdbi);
  }

  /// A late report without its document.
  ///
  /// @param number it is asked for by
  /// @param run id that the run has
  /// @param hasRun whether that run was ever opened
  /// @param runner id
  /// @param reason why it was not stored as what it says
  /// @param bytes of the document
  public record Line(
      long number,
      String run,
      boolean hasRun,
      String job,
      int attempt,
      String runner,
      String runnerName,
      long sequence,
      String reason,
      long bytes,
      Instant receivedAt) {}

  /// Newest first.
  public Page<Line> page(long below, int limit) {
    return Page.of(repository.lines(below, limit + 1), limit, Line::number, line -> line);
  }

  /// core.protocol.ReportMessage as JSON, as the runner sent it.
  ///
  /// @throws AssayException `NOT_FOUND`
  public String document(long number) {
    return repository
        .findDocument(number)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND, "There is no late report %d.".formatted(number)));
  }
}
