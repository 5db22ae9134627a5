package dev.assay.runner.job;

import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.sandbox.image.Images;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a person asked for at home: resolved, looked up and planned here.
///
/// @param images of this machine
record AskedErrand(RunRequest request, Images images) implements Errand {
  @Override
  public FrozenSource freeze() {
    return new SourceFreezer(Path.of("")).freeze(request.source());
  }

  @Override
  public Path bundle(SolutionSpec solution) {
    Path here = Path.of(request.source().location());
    return BundleLookup.require(
        request.bundle(),
        solution.bundle(),
        Files.isDirectory(here) ? here.resolve(request.source().path()) : null);
  }

  @Override
  public Images bundleImages() {
    return images;
  }

  @Override
  public Images solutionImages() {
    return images;
  }

  @Override
  public Job plan(JobPlanner.Submission submission, JobPlanner.FrozenBundle bundle) {
    return JobPlanner.plan(submission, bundle, request.ask());
  }

  @Override
  public Path runs() {
    return request.runs();
  }

  @Override
  public boolean keepsAnswers() {
    return request.keepAnswers();
  }
}
