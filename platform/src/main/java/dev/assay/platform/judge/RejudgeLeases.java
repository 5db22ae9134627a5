package dev.assay.platform.judge;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.judge.RejudgingRepository.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/// What the lease of a job that judges again says beyond the job.
public final class RejudgeLeases {
  private static final Pattern ANSWERS = Pattern.compile("answers/([^/]+)/(\\d{1,3})\\.tar\\.zst");

  private final Jdbi jdbi;

  public RejudgeLeases(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  public record Contents(
      Lease.BundleLocation bundle, List<Lease.ImageRecipe> recipes, Lease.Rejudge rejudge) {
    public Contents {
      recipes = List.copyOf(recipes);
    }
  }

  /// @throws AssayException `NOT_FOUND`
  public Contents contentsOf(long itemKey) {
    return jdbi.withHandle(handle -> {
      var found =
          RejudgingRepository.findContents(handle, itemKey)
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.NOT_FOUND, "There is nothing to judge again: " + itemKey));
      List<Lease.ImageRecipe> recipes =
          found.recipe() == null
              ? List.of()
              : List.of(
                  new Lease.ImageRecipe(
                      new ImageIdentity(found.imageReference(), found.imageDigest()),
                      found.recipe()));
      return new Contents(
          new Lease.BundleLocation(found.archive(), found.archiveBytes(), found.hash()),
          recipes,
          new Lease.Rejudge(
              found.runBlob(), locations(RejudgingRepository.answers(handle, found.runKey()))));
    });
  }

  private static List<Lease.AnswersLocation> locations(List<Answers> files) {
    var locations = new ArrayList<Lease.AnswersLocation>();
    for (Answers file : files) {
      Matcher matcher = ANSWERS.matcher(file.name());
      if (matcher.matches()) {
        locations.add(
            new Lease.AnswersLocation(
                matcher.group(1), Integer.parseInt(matcher.group(2)), file.blob()));
      }
    }
    return locations;
  }
}
