package dev.assay.sandbox.host;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// While it is open, the end of this JVM (by Ctrl-C, say) interrupts the thread that opened it, and
/// waits until that thread has closed it, so that nothing is left of what it did.
public final class ShutdownInterrupt implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  private ShutdownInterrupt(Thread worker) {
    hook = new Thread(() -> interrupt(worker), "interrupt " + worker.getName());
  }

  /// For the calling thread.
  public static ShutdownInterrupt open() {
    var opened = new ShutdownInterrupt(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(opened.hook);
    return opened;
  }

  private void interrupt(Thread worker) {
    worker.interrupt();
    try {
      boolean _ = closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // Then the hook has come back by now, or is about to.
    }
  }
}
