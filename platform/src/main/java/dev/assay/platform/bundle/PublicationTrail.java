package dev.assay.platform.bundle;

import dev.assay.platform.access.Caller;
import org.jdbi.v3.core.Handle;

/// Where it is written down what hosts and authors change.
@FunctionalInterface
public interface PublicationTrail {
  /// Writes an entry in the transaction of what was done.
  ///
  /// @param action as in `bundle.publish`
  /// @param subject what it was done to
  void record(Handle handle, Caller caller, String action, String subject, String detail);
}
