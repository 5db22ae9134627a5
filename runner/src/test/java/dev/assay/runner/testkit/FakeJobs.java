package dev.assay.runner.testkit;

import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.protocol.Lease;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Source;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.source.FolderRepository;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourcePack;
import dev.assay.runner.source.SourceRequest;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plans jobs for a fake platform as a real one would.
public final class FakeJobs {
  private static final String NAME = "https://git.example.org/somebody/solution.git";

  private FakeJobs() {}

  /// Packs a solution at a commit and a bundle, stores both and plans.
  ///
  /// @param folder scratch
  /// @param points absent for all
  public static Lease plan(
      FakePlatform platform,
      Path folder,
      Path solution,
      Path bundle,
      String jobId,
      @Nullable List<String> points)
      throws IOException {
    Path repository = folder.resolve("repository-" + jobId);
    FolderRepository.make(solution, repository);
    var frozen =
        (FrozenSource.AtCommit)
            new SourceFreezer(folder).freeze(SourceRequest.of(repository.toString()));
    Path pack = folder.resolve("pack-" + jobId);
    new SourcePack(PackLimits.DEFAULT).write(frozen, pack);
    Path archive = folder.resolve("archive-" + jobId);
    ArchiveWriter.writeBundle(bundle, archive);

    BundleSpec spec = BundleManifest.read(bundle);
    SolutionSpec read = SolutionManifest.read(solution);
    String hash = ContentHash.ofBundle(bundle);
    String tree =
        ContentHash.ofFolder(
            solution, path -> path.startsWith(Harness.FOLDER + "/") || path.startsWith(".git/"));
    Job job =
        JobPlanner.plan(
            new JobPlanner.Submission(
                "tested",
                new Source(NAME, ".", frozen.commit(), tree),
                read,
                new ImageIdentity(read.image(), digest(read.image()))),
            new JobPlanner.FrozenBundle(
                spec, hash, new ImageIdentity(spec.image(), digest(spec.image()))),
            new JobPlanner.Ask(points, null));
    return lease(
        platform,
        jobId,
        job,
        new Lease.SourceLocation(null, platform.put(Files.readAllBytes(pack))),
        archive,
        null);
  }

  /// A lease on a job.
  public static Lease lease(
      FakePlatform platform,
      String jobId,
      Job job,
      Lease.@Nullable SourceLocation source,
      Path archive,
      Lease.@Nullable Rejudge rejudge)
      throws IOException {
    byte[] document = JsonCodec.toJson(job).getBytes(StandardCharsets.UTF_8);
    byte[] bundle = Files.readAllBytes(archive);
    return new Lease(
        jobId,
        1,
        jobId + "-1",
        platform.put(document),
        job,
        source,
        new Lease.BundleLocation(platform.put(bundle), bundle.length, job.bundleHash()),
        List.of(),
        rejudge,
        Instant.now().plusSeconds(60));
  }

  private static String digest(String reference) {
    return new LocalPrograms()
        .execute(HostCommand.of("podman", "image", "inspect", "--format", "{{.Digest}}", reference))
        .output()
        .strip();
  }
}
