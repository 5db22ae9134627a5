package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleReference;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import java.util.Comparator;
import org.jdbi.v3.core.Handle;

/// Finds published bundles as authors name them. Thread-safe.
public final class BundleVersions {
  private final BenchmarkRepository benchmarks = new BenchmarkRepository();

  /// The newest version that a reference means and the caller may see.
  ///
  /// @param reference `NAME@VERSION`, where the version may be cut short
  /// @throws AssayException `REQUEST_INVALID` when it is none; `NOT_FOUND`, whether there is no
  ///   such bundle or it is private to others
  public BundleVersion require(Handle handle, Caller caller, String reference) {
    BundleReference wanted = parse(reference);
    return benchmarks.candidates(handle, caller, wanted.name().text()).stream()
        .filter(candidate -> wanted.matches(wanted.name(), candidate.version()))
        .max(Comparator.comparing(BenchmarkRepository.Candidate::version))
        .map(candidate -> benchmarks.load(handle, candidate.key()))
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no bundle %s here; GET /api/v1/benchmarks lists what there is."
                    .formatted(wanted)));
  }

  /// A version by its key.
  public BundleVersion load(Handle handle, long key) {
    return benchmarks.load(handle, key);
  }

  private static BundleReference parse(String reference) {
    try {
      return BundleReference.parse(reference);
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no bundle; write NAME@VERSION, as in polymul/negacyclic@1."
              .formatted(SafeText.shown(reference)),
          e);
    }
  }
}
