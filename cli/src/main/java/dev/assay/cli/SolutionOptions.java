package dev.assay.cli;

import dev.assay.core.bundle.Seeds;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What is asked of a solution: which bundle, which points, which seeds.
final class SolutionOptions {
  @Option(
      names = "--bundle",
      paramLabel = "DIR",
      description =
          "Folder of the bundle, or a folder that holds it. Without, the folders of ASSAY_BUNDLES are searched.")
  @Nullable Path bundle;

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
    return new JobPlanner.Ask(points, seeds == null ? null : seeds(seeds));
  }

  static Seeds seeds(String text) {
    try {
      return Seeds.parse(text);
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.USAGE, "--seeds %s: %s.".formatted(text, e.getMessage()), e);
    }
  }
}
