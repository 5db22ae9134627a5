package dev.assay.core.solution;

import dev.assay.core.bundle.AddedLater;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import java.util.List;

/// How a solution that a bundle brings must end, for `bundle check`.
///
/// @param ending the outcome at every point
/// @param statuses each occurs at least once; empty when nothing is asked
/// @param suspicions each occurs at least once; empty when nothing is asked
public record Expectation(
    Outcome ending, List<Status> statuses, @AddedLater List<Suspicion.Code> suspicions) {
  public Expectation {
    statuses = List.copyOf(statuses);
    suspicions = List.copyOf(suspicions);
  }

  /// Whatever is suspected.
  public Expectation(Outcome ending, List<Status> statuses) {
    this(ending, statuses, List.of());
  }

  /// What `expect` may say.
  public enum Outcome {
    PASS,
    FAIL,
    BUILD_FAILED;

    /// The outcome as `solution.toml` writes it.
    public String text() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
