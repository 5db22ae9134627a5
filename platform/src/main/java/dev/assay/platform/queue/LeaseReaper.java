package dev.assay.platform.queue;

import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.platform.queue.LostAttempts.Loss;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends leases that ran out. One in each platform's process; several do no harm.
///
/// Heartbeats cannot come while no platform is there to hear them. So a reaper waits for the time
/// of a lease after it was started, and after the database's clock has leapt ahead of the time that
/// passed: then a clock was set, or the whole machine stood still.
public final class LeaseReaper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseReaper.class);
  private static final Duration LARGEST_LEAP = Duration.ofSeconds(15);

  private final Jdbi jdbi;
  private final LongSupplier nanoTime;
  private final JobRepository jobs = new JobRepository();
  private final LostAttempts lostAttempts = new LostAttempts();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("lease-reaper").factory());
  private final Runnable onLost;
  private volatile long lastLook;
  private long patientUntil;
  private Instant lastClock = Instant.MAX;
  private long lastNanos;

  /// @param nanoTime monotonic, as `System::nanoTime`
  public LeaseReaper(Jdbi jdbi, LongSupplier nanoTime) {
    this(jdbi, nanoTime, () -> {});
  }

  /// @param nanoTime monotonic, as `System::nanoTime`
  /// @param onLost hears of each lease that it ends
  public LeaseReaper(Jdbi jdbi, LongSupplier nanoTime, Runnable onLost) {
    this.jdbi = jdbi;
    this.onLost = onLost;
    this.lastLook = nanoTime.getAsLong();
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
    this.patientUntil = lastNanos + RunnerProtocol.LEASE.toNanos();
  }

  /// Reaps every so often until this is closed.
  public void start(Duration every) {
    var _ =
        timer.scheduleWithFixedDelay(this::tickOrLog, 0, every.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// Says when it last looked.
  ///
  /// @throws IllegalStateException when it has not looked for too long
  public String requireAlive() {
    long seconds = Duration.ofNanos(nanoTime.getAsLong() - lastLook).toSeconds();
    if (seconds > LARGEST_LEAP.toSeconds()) {
      throw new IllegalStateException("not looked for %d s".formatted(seconds));
    }
    return "looked %d s ago".formatted(seconds);
  }

  private void tickOrLog() {
    try {
      tick();
      lastLook = nanoTime.getAsLong();
    } catch (RuntimeException e) {
      LOG.warn("Could not look for leases that ran out; it is tried again", e);
    }
  }

  /// Reaps, unless heartbeats may just not have come through.
  ///
  /// @return how many leases it ended
  int tick() {
    Instant clock = jobs.clock(jdbi);
    long nanos = nanoTime.getAsLong();
    if (hasLeapt(clock, nanos)) {
      LOG.warn(
          "The database's clock leapt to {}; leases get another {}", clock, RunnerProtocol.LEASE);
      patientUntil = nanos + RunnerProtocol.LEASE.toNanos();
    }
    lastClock = clock;
    lastNanos = nanos;
    return nanos - patientUntil < 0 ? 0 : reap();
  }

  private boolean hasLeapt(Instant clock, long nanos) {
    return lastClock.isBefore(clock)
        && Duration.between(lastClock, clock).minusNanos(nanos - lastNanos).compareTo(LARGEST_LEAP)
            > 0;
  }

  /// Ends all leases that ran out.
  ///
  /// @return how many
  public int reap() {
    int count = 0;
    while (reapOne()) {
      count++;
    }
    return count;
  }

  private boolean reapOne() {
    return jdbi.inTransaction(handle ->
        jobs.lockExpired(handle)
            .map(job -> {
              lostAttempts.end(handle, job, Loss.lost(reason(job)));
              LOG.atInfo()
                  .addKeyValue("job", job.id())
                  .log("the lease of attempt {} ran out", job.attempt());
              onLost.run();
              return true;
            })
            .orElse(false));
  }

  private static String reason(LockedJob job) {
    return job.isConfirmed()
        ? "the lease ran out: no heartbeat came for %d s"
            .formatted(RunnerProtocol.LEASE.toSeconds())
        : "the claim was not confirmed: no heartbeat came for %d s"
            .formatted(RunnerProtocol.CONFIRMATION.toSeconds());
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
