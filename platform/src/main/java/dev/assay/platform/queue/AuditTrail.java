package dev.assay.platform.queue;

import dev.assay.platform.access.Caller;
import org.jdbi.v3.core.Handle;

/// Where it is written down what operators do.
@FunctionalInterface
public interface AuditTrail {
  /// Writes an entry in the transaction of what was done.
  ///
  /// @param action as in `runner.retire`
  /// @param subject id of what it was done to
  void record(Handle handle, Caller caller, String action, String subject, String detail);
}
