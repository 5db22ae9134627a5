package dev.assay.platform.queue;

import dev.assay.platform.store.Notices;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for something in the database: looks whenever a notice says that it may be there, and
/// every other second in case a notice was missed. Thread-safe; a thread that waits holds no
/// connection.
public final class LongPoll implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final Notices notices;
  private final Set<Semaphore> bells = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public LongPoll(Notices notices) {
    this.notices = notices;
  }

  /// What `look` finds; empty when it finds nothing for the time of `wait`, or this was closed.
  ///
  /// @param concerns which payloads of the channel are worth a look
  <T> Optional<T> await(
      String channel, Predicate<String> concerns, Duration wait, Supplier<Optional<T>> look) {
    var bell = new Semaphore(0);
    bells.add(bell);
    try (var _ = notices.subscribe(channel, payload -> ring(bell, concerns.test(payload)))) {
      return await(bell, System.nanoTime() + wait.toNanos(), look);
    } finally {
      bells.remove(bell);
    }
  }

  private <T> Optional<T> await(Semaphore bell, long end, Supplier<Optional<T>> look) {
    while (true) {
      bell.drainPermits();
      Optional<T> found = look.get();
      long left = end - System.nanoTime();
      if (found.isPresent() || left <= 0 || closed) {
        return found;
      }
      if (isInterrupted(bell, Math.min(left, LOOK_EVERY.toNanos()))) {
        return Optional.empty();
      }
    }
  }

  private static boolean isInterrupted(Semaphore bell, long nanos) {
    try {
      boolean _ = bell.tryAcquire(nanos, TimeUnit.NANOSECONDS);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static void ring(Semaphore bell, boolean concerned) {
    if (concerned) {
      bell.release();
    }
  }

  boolean isClosed() {
    return closed;
  }

  /// Lets everybody who waits go.
  @Override
  public void close() {
    closed = true;
    bells.forEach(Semaphore::release);
  }
}
