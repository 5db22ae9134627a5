package dev.assay.sandbox;

import dev.assay.core.unit.DataSize;
import org.jspecify.annotations.Nullable;

/// Where a process's standard output goes.
public sealed interface StandardOutput {
  /// Lines between runner and program, by `hear`; standard input is the other direction, by `say`.
  record Conversation() implements StandardOutput {}

  /// Where standard error goes.
  record WithError() implements StandardOutput {}

  /// To `/dev/null`.
  record Discarded() implements StandardOutput {}

  /// To `/dev/null`; the program has a pipe to the runner as descriptor 3, whose lines come by
  /// `hear`.
  record Stamped() implements StandardOutput {}

  /// Into a pipe; the runner reads it and drops what it reads.
  record Drained() implements StandardOutput {}

  /// Into a pipe; the runner keeps what it reads.
  ///
  /// @param log head and tail are kept; the head alone where that is more than the limit
  /// @param limit bytes that end the process when it has written more; absent when there is no
  ///   limit
  record Kept(ProcessSpec.Log log, @Nullable DataSize limit) implements StandardOutput {}
}
