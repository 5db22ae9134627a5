package dev.assay.core.protocol;

import java.util.List;

/// Messages of one run, sent until they are acknowledged.
///
/// @param instance as in the handshake; a spool outlives it, so it is not held against the lease
/// @param messages at most `RunnerProtocol.MOST_MESSAGES`
public record ReportBatch(
    String instance, String jobId, int attempt, String runId, List<ReportMessage> messages) {
  public ReportBatch {
    messages = List.copyOf(messages);
  }

  /// Every message of the batch is safe on the platform.
  ///
  /// @param stored sequences, each of the batch
  /// @param late whether the attempt had lost its lease: kept for the operator, and nothing more
  public record Receipt(List<Long> stored, boolean late) {
    public Receipt {
      stored = List.copyOf(stored);
    }
  }
}
