package dev.assay.sandbox.runc;

import dev.assay.core.run.Limit;

/// A limit that a process has passed.
///
/// @param value the limit, nanoseconds or bytes
/// @param reached what was measured, in the same unit
record Passed(Limit limit, long value, long reached) {
  Passed reached(long later) {
    return new Passed(limit, value, Math.max(reached, later));
  }
}
