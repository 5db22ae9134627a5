package dev.assay.cli;

import dev.assay.core.job.JobPlanner;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which points and seeds are asked for.
final class AskOptions {
  @Option(
      names = "--points",
      paramLabel = "NAMES",
      split = ",",
      description = "Names of points, separated by commas. Without, all points of the bundle.")
  @Nullable List<String> points;

  @Option(
      names = "--seeds",
      paramLabel = "SEEDS",
      description =
          "Seeds, as in 1,4,7-20. Without, the bar's sample; fewer are measured and not judged.")
  @Nullable String seeds;

  JobPlanner.Ask ask() {
    return new JobPlanner.Ask(points, seeds == null ? null : SolutionOptions.seeds(seeds));
  }
}
