package dev.assay.cli;

import dev.assay.bundle.archive.ArchiveWriter;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.cli.client.ApiClient;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.bundle.BundlePublication;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.bundle.ImagePublication;
import dev.assay.platform.bundle.ImageView;
import dev.assay.platform.bundle.PublishedVersion;
import dev.assay.platform.submission.SubmissionReceipt;
import dev.assay.platform.submission.SubmissionRequest;
import dev.assay.runner.check.Finding;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.PackLimits;
import dev.assay.runner.source.PublicNames;
import dev.assay.runner.source.SourcePack;
import dev.assay.sandbox.image.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What people bring to a platform: bundles, images, commits.
final class Uploads {
  private final ApiClient client;
  private final Path scratch;

  /// @param scratch an empty folder for its time
  Uploads(ApiClient client, Path scratch) {
    this.client = client;
    this.scratch = scratch;
  }

  /// How a bundle is to be published.
  ///
  /// @param image that it was checked in
  /// @param recipe the image's; absent where a registry holds it
  record Publication(
      Path folder,
      List<Finding> findings,
      ImageIdentity image,
      @Nullable Path recipe,
      @Nullable Boolean isPrivate,
      @Nullable String pool) {
    Publication {
      findings = List.copyOf(findings);
    }
  }

  /// Publishes a bundle that was checked.
  PublishedVersion publish(Publication publication) {
    Path archive = scratch.resolve("bundle.tar.zst");
    ArchiveWriter.writeBundle(publication.folder(), archive);
    var body =
        new BundlePublication(
            upload(archive),
            publication.image(),
            publication.recipe() == null ? null : text(publication.recipe()),
            publication.findings().stream()
                .map(one -> new CheckFinding(one.what(), one.passed(), one.detail()))
                .toList(),
            publication.isPrivate(),
            publication.pool());
    return client.post("/api/v1/bundles", body, PublishedVersion.class);
  }

  ImageView publishImage(ImageIdentity image, @Nullable Path recipe) {
    var body =
        new ImagePublication(
            image.reference(), image.digest(), recipe == null ? null : text(recipe));
    return client.post("/api/v1/images", body, ImageView.class);
  }

  /// Submits a commit of a repository on this machine.
  SubmissionReceipt submit(
      FrozenSource.AtCommit source,
      @Nullable String bundle,
      JobPlanner.Ask ask,
      @Nullable Boolean isPrivate) {
    Path pack = scratch.resolve("source.pack");
    new SourcePack(PackLimits.DEFAULT).write(source, pack);
    var commit =
        new SubmissionRequest.PackedCommit(
            upload(pack), PublicNames.of(source), source.commit(), source.path());
    return submit(request(commit, null, bundle, ask, isPrivate));
  }

  /// Submits a commit that the platform fetches itself.
  SubmissionReceipt submit(
      SubmissionRequest.RepositoryCommit repository,
      @Nullable String bundle,
      JobPlanner.Ask ask,
      @Nullable Boolean isPrivate) {
    return submit(request(null, repository, bundle, ask, isPrivate));
  }

  private static SubmissionRequest request(
      SubmissionRequest.@Nullable PackedCommit pack,
      SubmissionRequest.@Nullable RepositoryCommit repository,
      @Nullable String bundle,
      JobPlanner.Ask ask,
      @Nullable Boolean isPrivate) {
    return new SubmissionRequest(
        pack,
        repository,
        bundle,
        ask.points(),
        ask.seeds(),
        ask.retryDisturbed() == 0 ? null : ask.retryDisturbed(),
        isPrivate);
  }

  private SubmissionReceipt submit(SubmissionRequest request) {
    String once = UUID.randomUUID().toString();
    return client.post("/api/v1/submissions", request, SubmissionReceipt.class, once);
  }

  private String upload(Path file) {
    try {
      String hash = FileHash.of(file);
      client.putBlob(hash, file);
      return hash;
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(file, e), e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE, "The recipe %s could not be read: %s".formatted(file, e), e);
    }
  }

  /// The recipe of an image among those in a folder; absent when none makes it.
  static @Nullable Path findRecipe(Path folder, String reference) {
    if (!Files.isDirectory(folder)) {
      return null;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".toml"))
          .sorted()
          .filter(file -> Recipe.read(file).name().equals(reference))
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The recipes in %s could not be read: %s".formatted(folder, e), e);
    }
  }

  /// The image that a bundle names.
  static String imageOf(Path bundle) {
    BundleSpec spec = BundleManifest.read(bundle);
    return spec.image();
  }
}
