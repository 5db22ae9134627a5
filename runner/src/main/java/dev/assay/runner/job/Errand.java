package dev.assay.runner.job;

import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.source.FrozenSource;
import dev.assay.sandbox.image.Images;
import java.nio.file.Path;

/// What a job runner is to do: what a person asked for, or a job that was planned elsewhere.
interface Errand {
  FrozenSource freeze();

  /// Folder of the bundle.
  Path bundle(SolutionSpec solution);

  /// Where the bundle's image is found.
  Images bundleImages();

  /// Where the solution's image is found.
  Images solutionImages();

  /// The plan, made from what was found here.
  ///
  /// @param submission under the name that its place suggests
  Job plan(JobPlanner.Submission submission, JobPlanner.FrozenBundle bundle);

  /// Folder that the run's folder is made in.
  Path runs();

  /// Whether answers are kept in the run's folder.
  boolean keepsAnswers();
}
