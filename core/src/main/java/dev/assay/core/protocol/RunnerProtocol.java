package dev.assay.core.protocol;

import java.time.Duration;

/// What both sides of the protocol have to agree on.
public final class RunnerProtocol {
  /// Raised whenever a message changes its meaning. A platform speaks exactly one.
  public static final int VERSION = 1;

  /// How often a runner says that it is at work.
  public static final Duration HEARTBEAT = Duration.ofSeconds(10);

  /// By when the first heartbeat has to confirm a claim.
  public static final Duration CONFIRMATION = Duration.ofSeconds(10);

  /// How long a lease holds after each heartbeat.
  public static final Duration LEASE = Duration.ofSeconds(60);

  /// How many leases of one job there are at most.
  public static final int MOST_ATTEMPTS = 3;

  /// How many faults in a row set a runner aside.
  public static final int MOST_FAULTS = 3;

  /// The most messages in one batch.
  public static final int MOST_MESSAGES = 500;

  /// The largest body of one batch.
  public static final long MOST_BATCH_BYTES = 32L << 20;

  private RunnerProtocol() {}
}
