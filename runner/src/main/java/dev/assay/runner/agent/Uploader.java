package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Sends what a spool holds until the platform has it, on a thread of its own: about once a second,
/// so that a measured program is not disturbed by more than that.
final class Uploader {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Spool spool;
  private final String instance;
  private final PlatformClient client;
  private final CountDownLatch finishing = new CountDownLatch(1);
  private volatile boolean abandoned;
  private volatile Outcome outcome = new Outcome.Abandoned();
  private @Nullable Thread thread;

  /// How sending ended.
  sealed interface Outcome {
    /// The platform has all.
    record Acknowledged() implements Outcome {}

    /// The platform keeps it for its operator; the attempt had lost its lease.
    record Late() implements Outcome {}

    /// The platform will never take it.
    record Refused(String reason) implements Outcome {}

    /// There was no time: it is sent at the next start.
    record Abandoned() implements Outcome {}
  }

  Uploader(Spool spool, String instance, PlatformClient client) {
    this.spool = spool;
    this.instance = instance;
    this.client = client;
  }

  void start() {
    thread = Thread.ofPlatform().daemon().name("uploader").start(this::send);
  }

  /// Nothing is appended any more: sends the rest at once.
  ///
  /// @param patience for how long there is all the time in the world
  /// @param farewell how long it may take after that
  Outcome finish(Patience patience, Duration farewell) {
    finishing.countDown();
    Thread sender = thread;
    if (sender != null) {
      try {
        while (patience.getAsBoolean() && !sender.join(LOOK)) {
          // It goes on trying.
        }
        if (!sender.join(farewell)) {
          abandoned = true;
          sender.interrupt();
          sender.join(Duration.ofSeconds(5));
        }
      } catch (InterruptedException e) {
        abandoned = true;
        sender.interrupt();
        Thread.currentThread().interrupt();
      }
    }
    return outcome;
  }

  /// Sends all that is there now, on this thread, however long it takes.
  Outcome drain() {
    finishing.countDown();
    send();
    return outcome;
  }

  private void send() {
    try {
      outcome = sendAll();
    } catch (AssayException e) {
      outcome =
          abandoned || e.code() == ErrorCode.CANCELLED
              ? new Outcome.Abandoned()
              : new Outcome.Refused(e.getMessage());
    }
  }

  private Outcome sendAll() {
    boolean late = false;
    while (!abandoned) {
      boolean isLast = isFinishing();
      List<ReportMessage> batch = spool.next();
      if (batch.isEmpty()) {
        if (isLast) {
          return late ? new Outcome.Late() : new Outcome.Acknowledged();
        }
      } else {
        late |= report(batch);
      }
    }
    return new Outcome.Abandoned();
  }

  private boolean isFinishing() {
    try {
      return finishing.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "Interrupted.", e);
    }
  }

  /// @return whether the platform calls it late
  private boolean report(List<ReportMessage> batch) {
    spool.force();
    for (ReportMessage message : batch) {
      if (message.file() != null) {
        store(message.file());
      }
    }
    var lease = spool.lease();
    var receipt =
        client.report(
            new ReportBatch(instance, lease.jobId(), lease.attempt(), lease.runId(), batch),
            () -> !abandoned);
    long before = spool.acknowledged();
    spool.acknowledge(receipt.stored());
    if (spool.acknowledged() == before) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "the platform took none of the messages %d to %d of run %s"
              .formatted(batch.getFirst().sequence(), batch.getLast().sequence(), lease.runId()));
    }
    return receipt.late();
  }

  private void store(ReportMessage.KeptFile kept) {
    Path file = spool.file(kept.blob());
    if (Files.exists(file)) {
      client.store(kept.blob(), file, () -> !abandoned);
    }
  }
}
