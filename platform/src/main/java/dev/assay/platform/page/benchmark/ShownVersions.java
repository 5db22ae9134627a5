package dev.assay.platform.page.benchmark;

import dev.assay.platform.cache.LruCache;
import org.jdbi.v3.core.Jdbi;

/// Versions of bundles by their keys, kept once read, since they never change. Thread-safe.
final class ShownVersions {
  private static final int MOST_KEPT = 500;

  private final Jdbi jdbi;
  private final LruCache<Long, ShownVersion> kept = new LruCache<>(MOST_KEPT);

  ShownVersions(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @param key of a version that the caller may see
  ShownVersion load(long key) {
    ShownVersion found = kept.find(key);
    if (found != null) {
      return found;
    }
    ShownVersion read = jdbi.withHandle(handle -> new ShownRepository(handle).version(key));
    kept.put(key, read);
    return read;
  }
}
