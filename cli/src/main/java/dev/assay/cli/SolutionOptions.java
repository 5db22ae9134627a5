package dev.assay.cli;

import dev.assay.core.bundle.Seeds;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What is asked of a solution: which bundle, which points, which seeds.
final class SolutionOptions {
  @Option(
      names = "--bundle",
      paramLabel = "DIR",
      description =
          "Folder of the bundle, or a folder that holds it. Without, the folders of ASSAY_BUNDLES are searched.")
  @Nullable Path bundle;

  @Mixin AskOptions asked = new AskOptions();

  JobPlanner.Ask ask() {
    return asked.ask();
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
