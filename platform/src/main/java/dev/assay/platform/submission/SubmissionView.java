package dev.assay.platform.submission;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
import java.time.Instant;
import java.util.List;

/// A commit that was submitted.
///
/// @param solution what its `solution.toml` says
/// @param author name of the account that submitted it
/// @param isPacked whether the platform holds the commit itself; otherwise runners fetch it
/// @param jobs newest first
public record SubmissionView(
    String id,
    ImplementationLine implementation,
    Source source,
    SolutionSpec solution,
    ImageIdentity image,
    String author,
    boolean isPacked,
    Instant submittedAt,
    List<PlannedJob> jobs) {
  public SubmissionView {
    jobs = List.copyOf(jobs);
  }
}
