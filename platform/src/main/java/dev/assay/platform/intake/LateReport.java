package dev.assay.platform.intake;

import java.time.Instant;

/// A message that changed nothing: its attempt had lost its lease, or it contradicts what was
/// stored.
///
/// @param run id that the run has
/// @param reason why it was not stored as what it says
/// @param document core.protocol.ReportMessage as JSON
public record LateReport(
    String run,
    String job,
    int attempt,
    String runner,
    long sequence,
    String reason,
    String document,
    Instant receivedAt) {
  record Row(long key, LateReport view) {}
}
