package dev.assay.platform.access;

import org.jdbi.v3.core.Handle;

/// Where it is written down what people change.
@FunctionalInterface
public interface AuditTrail {
  /// Writes an entry in the transaction of what was done.
  ///
  /// @param action as in `bundle.publish` or `runner.retire`
  /// @param subject id or name of what it was done to
  void record(Handle handle, Caller caller, String action, String subject, String detail);
}
