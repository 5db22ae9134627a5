package dev.assay.platform.submission;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import java.util.List;

/// The answer to a submission: what was frozen, and the job that measures it.
///
/// @param submission its id
/// @param implementation id of what it is a commit of
/// @param name of the implementation
/// @param job id
/// @param jobHash SHA-256 of the job's document
/// @param bundle `name@version` that it is measured against
/// @param isRanked whether all points and the whole sample are measured; otherwise it is a free
///   benchmark, measured and never ranked
/// @param blockers why no registered runner can ever take the job; empty when one can
public record SubmissionReceipt(
    String submission,
    String implementation,
    String name,
    String job,
    String jobHash,
    String bundle,
    String bundleHash,
    Source source,
    ImageIdentity image,
    boolean isRanked,
    List<String> blockers) {
  public SubmissionReceipt {
    blockers = List.copyOf(blockers);
  }
}
