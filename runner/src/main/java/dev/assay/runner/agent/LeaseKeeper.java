package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.Progress;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.sandbox.Cancellation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Keeps a lease while its job is carried out: a heartbeat at once and then every ten seconds, and
/// a request that waits for a cancellation, each on a thread of its own. When the job must stop, it
/// requests the job's cancellation.
final class LeaseKeeper implements AutoCloseable {
  private static final Duration CANCELLATION_WAIT = Duration.ofSeconds(20);
  private static final Duration BETWEEN_FAILURES = Duration.ofSeconds(2);

  private final Lease lease;
  private final String instance;
  private final PlatformClient client;
  private final Cancellation wish;
  private final AgentListener listener;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Stop stop;
  private volatile boolean done;
  private volatile Progress progress = new Progress("preparing", null, 0, 0, 0, 0);
  private Thread heartbeats = new Thread();
  private Thread watch = new Thread();

  /// Why a job was stopped before its end.
  enum Stop {
    /// The platform was asked to cancel it.
    CANCELLED,
    /// The platform gave the job away.
    LEASE_LOST,
    /// This runner ends.
    SHUTDOWN
  }

  LeaseKeeper(
      Lease lease,
      String instance,
      PlatformClient client,
      Cancellation wish,
      AgentListener listener) {
    this.lease = lease;
    this.instance = instance;
    this.client = client;
    this.wish = wish;
    this.listener = listener;
  }

  void start() {
    heartbeats = Thread.ofPlatform().daemon().name("heartbeats").start(this::beat);
    watch = Thread.ofPlatform().daemon().name("cancellation").start(this::watch);
  }

  void progress(Progress newest) {
    progress = newest;
  }

  Progress progress() {
    return progress;
  }

  /// Why the job was stopped; empty when nobody stopped it.
  Optional<Stop> stopped() {
    return Optional.ofNullable(stop);
  }

  /// Stops the job; the first reason stays.
  synchronized void stop(Stop why) {
    if (stop == null) {
      stop = why;
      wish.request();
    }
  }

  /// The job is through and only its report is under way: that the lease ends now is no surprise.
  void done() {
    done = true;
  }

  private void beat() {
    Duration wait = Duration.ZERO;
    while (isGoingOn(wait)) {
      wait = RunnerProtocol.HEARTBEAT;
      try {
        var answer =
            client.heartbeat(new Heartbeat(instance, lease.jobId(), lease.attempt(), progress));
        if (answer.cancel()) {
          cancelled();
        }
      } catch (AssayException e) {
        if (isLost(e)) {
          return;
        }
        wait = BETWEEN_FAILURES;
      }
    }
  }

  private void watch() {
    Duration wait = Duration.ofSeconds(1);
    while (isGoingOn(wait)) {
      wait = Duration.ofMillis(50);
      try {
        if (client.isCancelled(lease.jobId(), lease.attempt(), instance, CANCELLATION_WAIT)) {
          cancelled();
          return;
        }
      } catch (AssayException e) {
        if (isLost(e)) {
          return;
        }
        wait = BETWEEN_FAILURES;
      }
    }
  }

  private void cancelled() {
    if (stop == null && !done) {
      listener.says("job %s: cancelled on the platform; stopping".formatted(lease.jobId()));
    }
    stop(Stop.CANCELLED);
  }

  private boolean isLost(AssayException e) {
    // A conflict: another process with the same key has taken over, and the machine may be its own.
    boolean lost = e.code() == ErrorCode.LEASE_LOST || e.code() == ErrorCode.CONFLICT;
    if (ended.getCount() == 0 || !lost) {
      return ended.getCount() == 0;
    }
    if (stop == null && !done) {
      listener.says("job %s: its lease is lost (%s)".formatted(lease.jobId(), e.getMessage()));
    }
    stop(Stop.LEASE_LOST);
    return true;
  }

  private boolean isGoingOn(Duration wait) {
    try {
      return !ended.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Lets go of the lease: no heartbeat is sent any more.
  @Override
  public void close() {
    ended.countDown();
    heartbeats.interrupt();
    watch.interrupt();
  }
}
