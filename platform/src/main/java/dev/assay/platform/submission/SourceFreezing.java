package dev.assay.platform.submission;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.bundle.BlobCopy;
import dev.assay.platform.bundle.Inputs;
import dev.assay.platform.bundle.Uploads;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.port.SolutionSources;
import dev.assay.platform.port.SolutionSources.FrozenSolution;
import dev.assay.platform.submission.SubmissionRequest.PackedCommit;
import dev.assay.platform.submission.SubmissionRequest.RepositoryCommit;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Comes from what an author sent to a commit and its manifest. Thread-safe.
public final class SourceFreezing {
  private static final int MOST_REPOSITORY = 500;
  private static final int MOST_REVISION = 200;
  private static final int MOST_PATH = 500;

  private final Uploads uploads;
  private final Blobs blobs;
  private final SolutionSources sources;
  private final RepositoryPolicy policy;
  private final Path folder;

  /// @param folder for packs while they are read
  public SourceFreezing(
      Uploads uploads, Blobs blobs, SolutionSources sources, RepositoryPolicy policy, Path folder) {
    this.uploads = uploads;
    this.blobs = blobs;
    this.sources = sources;
    this.policy = policy;
    this.folder = folder;
  }

  /// Checks all texts, before anything is fetched.
  static void requireWellFormed(SubmissionRequest request) {
    PackedCommit pack = request.pack();
    RepositoryCommit repository = request.repository();
    if ((pack == null) == (repository == null)) {
      throw invalid("A submission names either a pack or a repository");
    }
    if (pack != null) {
      requireWellFormed(pack);
    }
    if (repository != null) {
      if (repository.revision() != null) {
        PlainText.requireLine("the revision", repository.revision(), MOST_REVISION);
      }
      path(repository.path());
    }
  }

  private static void requireWellFormed(PackedCommit pack) {
    Inputs.requireHash("the pack", pack.blob());
    PlainText.requireLine("the repository's name", pack.repository(), MOST_REPOSITORY);
    if (!pack.commit().matches("[0-9a-f]{40}")) {
      throw invalid(
          "'%s' is no commit of 40 small hex digits".formatted(SafeText.shown(pack.commit())));
    }
    path(pack.path());
  }

  FrozenSolution freeze(Handle handle, Caller caller, SubmissionRequest request) {
    RepositoryCommit repository = request.repository();
    return repository == null
        ? read(handle, caller, Objects.requireNonNull(request.pack()))
        : sources.fetch(
            policy.require(repository.url()), repository.revision(), path(repository.path()));
  }

  private FrozenSolution read(Handle handle, Caller caller, PackedCommit pack) {
    uploads.requireOwn(handle, caller, pack.blob());
    try (BlobCopy copy = BlobCopy.of(blobs, pack.blob(), folder)) {
      return sources.read(copy.path(), pack.repository(), pack.commit(), path(pack.path()));
    }
  }

  private static String path(@Nullable String path) {
    String asked = path == null ? "." : PlainText.requireLine("the path", path, MOST_PATH);
    if (asked.startsWith("/") || List.of(asked.split("/", -1)).contains("..")) {
      throw invalid("The path '%s' leads out of the repository".formatted(SafeText.shown(asked)));
    }
    return asked;
  }

  private static AssayException invalid(String reason) {
    return new AssayException(ErrorCode.REQUEST_INVALID, reason + ".");
  }
}
