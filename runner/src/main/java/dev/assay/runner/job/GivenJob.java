package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.runner.source.FrozenSource;
import dev.assay.sandbox.image.Images;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// A job that was planned elsewhere, with everything that it names.
///
/// @param runId that the run must have; lower-case letters, digits and hyphens
/// @param source frozen at the commit of the job
/// @param bundle folder with the files of the job's bundle
/// @param bundleImages gives the job's image of the bundle, by its digest
/// @param solutionImages gives the job's image of the solution, by its digest
/// @param runs folder that the run's folder is made in
/// @param keepAnswers whether answers are kept in the run's folder
public record GivenJob(
    Job job,
    String runId,
    FrozenSource source,
    Path bundle,
    Images bundleImages,
    Images solutionImages,
    Path runs,
    boolean keepAnswers) {
  // It is part of the names of disks, containers and control groups.
  private static final Pattern RUN_ID = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  public GivenJob {
    if (!RUN_ID.matcher(runId).matches()) {
      throw new AssayException(
          ErrorCode.INTERNAL, "'%s' is no id that a run can have here".formatted(runId));
    }
  }
}
