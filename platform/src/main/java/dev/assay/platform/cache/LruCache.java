package dev.assay.platform.cache;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps so many entries, and forgets the one that was used least recently when another comes.
/// Thread-safe.
public final class LruCache<K, V> {
  private final Map<K, V> kept;

  /// @param most entries
  public LruCache(int most) {
    this.kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  /// Absent when it is not kept.
  public synchronized @Nullable V find(K key) {
    return kept.get(key);
  }

  /// Those of the keys that are kept.
  public synchronized Map<K, V> find(Collection<K> keys) {
    var found = new HashMap<K, V>();
    for (K key : keys) {
      V value = kept.get(key);
      if (value != null) {
        found.put(key, value);
      }
    }
    return found;
  }

  public synchronized void put(K key, V value) {
    kept.put(key, value);
  }

  /// What is kept, or what is made and kept now. One is made at a time.
  public synchronized V get(K key, Function<K, V> made) {
    return kept.computeIfAbsent(key, made);
  }
}
