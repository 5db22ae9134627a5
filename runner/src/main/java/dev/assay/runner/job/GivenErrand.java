package dev.assay.runner.job;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Point;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.source.FrozenSource;
import dev.assay.sandbox.image.Images;
import java.nio.file.Path;

/// A job that was planned elsewhere. It is planned here again, from what was really found, and both
/// plans must be the same: then what is measured is what was meant.
record GivenErrand(GivenJob given) implements Errand {
  @Override
  public FrozenSource freeze() {
    return given.source();
  }

  @Override
  public Path bundle(SolutionSpec solution) {
    return given.bundle();
  }

  @Override
  public Images bundleImages() {
    return given.bundleImages();
  }

  @Override
  public Images solutionImages() {
    return given.solutionImages();
  }

  @Override
  public Job plan(JobPlanner.Submission found, JobPlanner.FrozenBundle bundle) {
    Job job = given.job();
    // A name is given by people, not found in files.
    var submission =
        new JobPlanner.Submission(
            job.implementation(), found.source(), found.solution(), found.image());
    var ask =
        new JobPlanner.Ask(
            job.points().stream().map(Point::name).toList(),
            job.seeds(),
            job.retryDisturbed() == null ? 0 : job.retryDisturbed(),
            job.encrypted() != null && job.encrypted().mode() == EncryptedMode.JOINED);
    Job again = planAgain(submission, bundle, ask);
    PlanDifference.find(job, again)
        .ifPresent(difference -> {
          throw new AssayException(
              ErrorCode.INTERNAL,
              "The plan that comes out here is not the job that was given: %s."
                  .formatted(difference));
        });
    return job;
  }

  private static Job planAgain(
      JobPlanner.Submission submission, JobPlanner.FrozenBundle bundle, JobPlanner.Ask ask) {
    try {
      return JobPlanner.plan(submission, bundle, ask);
    } catch (AssayException e) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The job that was given cannot be planned here: %s".formatted(e.getMessage()),
          e);
    }
  }

  @Override
  public Path runs() {
    return given.runs();
  }

  @Override
  public boolean keepsAnswers() {
    return given.keepAnswers();
  }
}
