package dev.assay.platform.blob;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Counts the blobs now and every hour, since looking at millions of files takes a while.
public final class BlobCount implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlobCount.class);
  private static final Duration PERIOD = Duration.ofHours(1);

  private final FolderBlobs blobs;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile FolderBlobs.Use newest = new FolderBlobs.Use(0, 0);

  public BlobCount(FolderBlobs blobs) {
    this.blobs = blobs;
    Thread.ofVirtual().name("blob-count").start(this::count);
  }

  private void count() {
    try {
      do {
        try {
          newest = blobs.use();
        } catch (RuntimeException e) {
          LOG.warn("blobs could not be counted: {}", e.toString());
        }
      } while (!closing.await(PERIOD.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// As of the last count.
  public FolderBlobs.Use newest() {
    return newest;
  }

  @Override
  public void close() {
    closing.countDown();
  }
}
