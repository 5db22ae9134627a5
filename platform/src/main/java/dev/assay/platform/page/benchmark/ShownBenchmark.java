package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A benchmark that the caller may see.
///
/// @param key for lists
/// @param owner name of the account that publishes it
/// @param versions newest first
/// @param implementations how many of them the caller may see
record ShownBenchmark(
    long key,
    String name,
    String owner,
    boolean isPrivate,
    List<VersionKey> versions,
    int implementations) {
  ShownBenchmark {
    versions =
        versions.stream().sorted(Comparator.comparing(VersionKey::version).reversed()).toList();
  }

  record VersionKey(long key, Version version) {}

  VersionKey newest() {
    return versions.getFirst();
  }

  /// @param text as in `1.0.0`
  Optional<VersionKey> findVersion(String text) {
    return versions.stream().filter(one -> one.version().toString().equals(text)).findFirst();
  }
}
