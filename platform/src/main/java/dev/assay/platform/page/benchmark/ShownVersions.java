package dev.assay.platform.page.benchmark;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Versions of bundles by their keys, kept once read, since they never change. Thread-safe.
final class ShownVersions {
  private static final int MOST_KEPT = 500;

  private final Jdbi jdbi;
  private final Map<Long, ShownVersion> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ShownVersion> eldest) {
          return size() > MOST_KEPT;
        }
      };

  ShownVersions(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @param key of a version that the caller may see
  ShownVersion load(long key) {
    ShownVersion found = find(key);
    if (found != null) {
      return found;
    }
    ShownVersion read = jdbi.withHandle(handle -> new ShownRepository(handle).version(key));
    synchronized (kept) {
      kept.put(key, read);
    }
    return read;
  }

  private @Nullable ShownVersion find(long key) {
    synchronized (kept) {
      return kept.get(key);
    }
  }
}
