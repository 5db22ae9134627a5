package dev.assay.core.protocol;

import dev.assay.core.job.Job;
import dev.assay.core.run.ImageIdentity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt at one job, given to one runner.
///
/// @param jobId id of the job on the platform
/// @param attempt from 1; stands in every message about it
/// @param runId id that the run must have
/// @param jobHash SHA-256 of the job's document as the platform keeps it
/// @param job the recipe
/// @param source where the code comes from; absent for `rejudge`
/// @param bundle where the bundle comes from
/// @param recipes of images that no registry holds
/// @param rejudge what is to be judged again; absent for a job that measures
/// @param end when the lease ends unless a heartbeat comes
public record Lease(
    String jobId,
    int attempt,
    String runId,
    String jobHash,
    Job job,
    @Nullable SourceLocation source,
    BundleLocation bundle,
    List<ImageRecipe> recipes,
    @Nullable Rejudge rejudge,
    Instant end) {
  public Lease {
    recipes = List.copyOf(recipes);
  }

  /// Exactly one of the two is there.
  ///
  /// @param url that the commit is fetched from
  /// @param pack blob with a git pack of the commit, as `runner.source` writes it
  public record SourceLocation(@Nullable String url, @Nullable String pack) {}

  /// @param archive blob with the bundle's files, a tar compressed by zstd
  /// @param hash content hash that the unpacked folder must have
  public record BundleLocation(String archive, long archiveBytes, String hash) {}

  /// @param recipe blob with the recipe's file
  public record ImageRecipe(ImageIdentity image, String recipe) {}

  /// @param run blob with run.json of the run whose answers are judged again
  /// @param answers blob of each point's answers, in the order of the job's points
  public record Rejudge(String run, List<AnswersLocation> answers) {
    public Rejudge {
      answers = List.copyOf(answers);
    }
  }

  /// @param process 0 for the point's first process, then its retries
  /// @param blob a tar compressed by zstd, a folder per case
  public record AnswersLocation(String point, int process, String blob) {}
}
