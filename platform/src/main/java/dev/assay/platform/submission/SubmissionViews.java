package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.platform.access.Caller;
import org.jdbi.v3.core.Jdbi;

/// Reads submissions, as far as the caller may see them.
public final class SubmissionViews {
  private final Jdbi jdbi;
  private final SubmissionRepository submissions = new SubmissionRepository();

  public SubmissionViews(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see
  public SubmissionView load(Caller caller, String id) {
    return jdbi.inTransaction(handle -> submissions.find(handle, caller, id))
        .orElseThrow(() -> Submissions.notFound("submission", id));
  }
}
