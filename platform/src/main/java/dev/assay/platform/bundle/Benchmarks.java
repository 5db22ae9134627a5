package dev.assay.platform.bundle;

import dev.assay.core.bundle.Version;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.PlainText;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Shows benchmarks to whom they are visible, and lets their owners settle them. Thread-safe.
public final class Benchmarks {
  private final Jdbi jdbi;
  private final BundleVersions versions;
  private final AuditTrail trail;
  private final BenchmarkRepository benchmarks = new BenchmarkRepository();

  public Benchmarks(Jdbi jdbi, BundleVersions versions, AuditTrail trail) {
    this.jdbi = jdbi;
    this.versions = versions;
    this.trail = trail;
  }

  List<BenchmarkRepository.Row> page(Caller caller, @Nullable String text, long below, int limit) {
    if (text != null) {
      PlainText.requireLine("the text to search for", text, 200);
    }
    return jdbi.withHandle(handle -> benchmarks.page(handle, caller, text, below, limit + 1));
  }

  /// @param version absent for the newest
  public BenchmarkView load(Caller caller, String name, @Nullable String version) {
    return jdbi.inTransaction(
        handle -> view(handle, caller, require(handle, caller, name), version));
  }

  private BenchmarkView view(
      Handle handle, Caller caller, BenchmarkRepository.Row row, @Nullable String version) {
    BenchmarkLine line = row.line();
    String wanted = version == null ? line.version() : version;
    BundleVersion bundle = versions.require(handle, caller, line.name() + "@" + wanted);
    var counts = benchmarks.counts(handle, row.key());
    return new BenchmarkView(
        line,
        bundle.spec(),
        bundle.hash(),
        bundle.image(),
        Words.bar(bundle.spec().bar(), bundle.spec().protocol()),
        Words.sample(bundle.spec().sample()),
        Words.score(bundle.spec().score()),
        benchmarks.versions(handle, row.key()).stream()
            .sorted(
                Comparator.comparing(
                        (BenchmarkView.VersionLine one) -> Version.parse(one.version()))
                    .reversed())
            .toList(),
        counts.jobs(),
        counts.runs());
  }

  private BenchmarkRepository.Row require(Handle handle, Caller caller, String name) {
    return benchmarks
        .find(handle, caller, name)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no benchmark %s here; GET /api/v1/benchmarks lists what there is."
                    .formatted(SafeText.shown(name))));
  }

  /// A version of a bundle, written out.
  BundleVersion loadVersion(Caller caller, String name, String version) {
    BundleVersion found =
        jdbi.inTransaction(handle -> {
          require(handle, caller, name);
          return versions.require(handle, caller, name + "@" + version);
        });
    if (!found.spec().version().toString().equals(version)) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "%s has no version %s; write it in full, as in %s."
              .formatted(name, SafeText.shown(version), found.spec().version()));
    }
    return found;
  }

  /// @throws AssayException `NOT_FOUND`; `NOT_ALLOWED` unless the caller is its host or an operator
  public BenchmarkLine change(Caller caller, String name, BenchmarkChange change) {
    BundlePublisher.requirePool(change.referencePool());
    return jdbi.inTransaction(handle -> {
      require(handle, caller, name);
      var benchmark = benchmarks.lock(handle, name);
      if (benchmark.ownerKey() != caller.accountKey() && !caller.may(Scope.OPERATE)) {
        throw new AssayException(
            ErrorCode.NOT_ALLOWED,
            "The benchmark %s is settled by its host or an operator.".formatted(name));
      }
      benchmarks.update(handle, benchmark.key(), change);
      trail.record(
          handle,
          caller,
          "benchmark.change",
          name,
          "private: %s, reference pool: %s".formatted(change.isPrivate(), change.referencePool()));
      return require(handle, caller, name).line();
    });
  }
}
