package dev.assay.platform.submission;

import dev.assay.core.job.Job;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.bundle.BundleVersion;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.bundle.ImageRegistry;
import dev.assay.platform.queue.ClaimedJob;
import dev.assay.platform.queue.LeaseContents;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Says where source, bundle and images of a job that measures come from. Thread-safe.
public final class MeasureLeases implements LeaseContents {
  private final Jdbi jdbi;
  private final BundleVersions bundles;
  private final ImageRegistry images;
  private final SubmissionRepository submissions = new SubmissionRepository();

  public MeasureLeases(Jdbi jdbi, BundleVersions bundles, ImageRegistry images) {
    this.jdbi = jdbi;
    this.bundles = bundles;
    this.images = images;
  }

  @Override
  public Lease complete(ClaimedJob claimed) {
    return jdbi.inTransaction(handle -> complete(handle, claimed));
  }

  private Lease complete(Handle handle, ClaimedJob claimed) {
    Job job =
        JsonCodec.read(
            claimed.document().getBytes(StandardCharsets.UTF_8), Job.class, "a stored job");
    BundleVersion bundle = bundles.load(handle, claimed.bundleVersionKey());
    return new Lease(
        claimed.id(),
        claimed.attempt(),
        claimed.runId(),
        claimed.hash(),
        job,
        source(handle, Objects.requireNonNull(claimed.submissionKey(), "a job of no submission")),
        new Lease.BundleLocation(bundle.archive(), bundle.archiveBytes(), bundle.hash()),
        recipes(handle, job),
        null,
        claimed.leaseEnd());
  }

  private Lease.SourceLocation source(Handle handle, long submission) {
    var stored = submissions.loadSource(handle, submission);
    return stored.blob() == null
        ? new Lease.SourceLocation(stored.repository(), null)
        : new Lease.SourceLocation(null, stored.blob());
  }

  private List<Lease.ImageRecipe> recipes(Handle handle, Job job) {
    Map<String, String> recipes = images.recipes(handle, JobPlans.digests(job));
    return Stream.of(job.solutionImage(), job.bundleImage())
        .distinct()
        .filter(image -> recipes.containsKey(image.digest()))
        .map(image -> recipe(image, recipes))
        .toList();
  }

  private static Lease.ImageRecipe recipe(ImageIdentity image, Map<String, String> recipes) {
    return new Lease.ImageRecipe(image, Objects.requireNonNull(recipes.get(image.digest())));
  }
}
