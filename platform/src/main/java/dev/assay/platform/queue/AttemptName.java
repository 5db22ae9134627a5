package dev.assay.platform.queue;

/// Which attempt a runner speaks of.
record AttemptName(long runnerKey, String jobId, int attempt) {}
