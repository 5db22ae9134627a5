package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.jgit.errors.AmbiguousObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.errors.RevisionSyntaxException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/// Repositories on this machine. They are read where they are, whoever owns them.
final class LocalRepositories {
  private LocalRepositories() {}

  /// The repository that `folder` is in, or is; empty when there is none. The caller closes it.
  static Optional<Repository> find(Path folder) {
    return build(new FileRepositoryBuilder().setMustExist(true).findGitDir(folder.toFile()));
  }

  /// The repository whose root `folder` is, without looking further up; empty when it is none.
  static Optional<Repository> findAt(Path folder) {
    var builder = new FileRepositoryBuilder().setMustExist(true);
    if (folder.getParent() != null) {
      builder.addCeilingDirectory(folder.getParent().toFile());
    }
    return build(builder.findGitDir(folder.toFile()));
  }

  /// The same, where it has to be one.
  ///
  /// @param name of the repository for people
  static Repository requireAt(Path folder, String name) {
    return findAt(folder)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.SOURCE_NOT_FOUND, "there is no git repository at " + name));
  }

  private static Optional<Repository> build(FileRepositoryBuilder builder) {
    if (builder.getGitDir() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(builder.build());
    } catch (IOException | IllegalArgumentException broken) {
      throw unreadable(builder.getGitDir().toString(), broken);
    }
  }

  private static AssayException unreadable(String name, Exception broken) {
    return new AssayException(
        ErrorCode.SOURCE_NOT_FOUND,
        "cannot read the repository %s: %s".formatted(name, broken.getMessage()),
        broken);
  }

  /// The commit that `revision` names; that of HEAD when it is absent.
  static ObjectId resolve(Repository repository, String name, @Nullable String revision)
      throws IOException {
    String asked = revision == null ? Constants.HEAD : revision;
    try {
      ObjectId commit = repository.resolve(asked + "^{commit}");
      if (commit != null) {
        return commit;
      }
    } catch (AmbiguousObjectException ambiguous) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND,
          "%s begins more than one object of %s; give more digits".formatted(asked, name),
          ambiguous);
    } catch (RevisionSyntaxException | MissingObjectException | IncorrectObjectTypeException bad) {
      throw commitNotFound(repository, name, asked);
    }
    if (revision == null) {
      throw new AssayException(
          ErrorCode.COMMIT_NOT_FOUND,
          "%s has no commit yet; commit first, or measure the folder as it lies with --dirty"
              .formatted(name));
    }
    throw commitNotFound(repository, name, asked);
  }

  private static AssayException commitNotFound(Repository repository, String name, String asked)
      throws IOException {
    var names =
        repository.getRefDatabase().getRefs().stream()
            .map(Ref::getName)
            .filter(ref -> ref.startsWith(Constants.R_REFS))
            .map(Repository::shortenRefName)
            .toList();
    return new AssayException(
        ErrorCode.COMMIT_NOT_FOUND,
        "%s has no commit, branch or tag %s%s"
            .formatted(name, asked, Suggestions.nearest(asked, names)));
  }

  /// Refuses a `path` that is no folder in `commit`.
  static void requireFolder(Repository repository, String name, ObjectId commit, String path)
      throws IOException {
    if (path.equals(".")) {
      return;
    }
    try (var commits = new RevWalk(repository);
        var walk =
            TreeWalk.forPath(
                commits.getObjectReader(), path, commits.parseCommit(commit).getTree())) {
      if (walk == null || !walk.isSubtree()) {
        throw noFolder(name, commit.name(), path);
      }
    }
  }

  private static AssayException noFolder(String name, String commit, String path) {
    return new AssayException(
        ErrorCode.SOURCE_NOT_FOUND,
        "%s has no folder %s at commit %s".formatted(name, path, commit));
  }
}
