package dev.assay.platform.store;

/// Ends by being closed.
public interface Subscription extends AutoCloseable {
  @Override
  void close();
}
