package dev.assay.platform.queue;

/// What a runner's claim on an attempt is worth now.
public enum LeaseStanding {
  /// The runner holds the lease.
  HELD,
  /// The runner had this attempt once.
  LATE,
  /// The runner never had this attempt, or there is no such job.
  UNKNOWN
}
