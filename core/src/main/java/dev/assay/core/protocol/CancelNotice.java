package dev.assay.core.protocol;

/// Answers a runner that waits to be told whether its job is to be cancelled. When it does not hold
/// the lease any more, the answer is the error `LEASE_LOST`.
///
/// @param cancel whether to stop now, and close the run as cancelled
public record CancelNotice(boolean cancel) {}
