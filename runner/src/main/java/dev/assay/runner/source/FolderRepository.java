package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.PersonIdent;

/// Makes a git repository of a folder, so that what is shown is measured at a commit even where the
/// folder is in none.
public final class FolderRepository {
  private static final PersonIdent AUTHOR =
      new PersonIdent("Assay", "demo@assay.invalid", Instant.EPOCH, ZoneOffset.UTC);

  private FolderRepository() {}

  /// Copies `folder` to `target`, which must not exist, and commits all of it. The same files give
  /// the same commit.
  public static void make(Path folder, Path target) {
    try {
      TreeCopy.copy(folder, target);
      try (Git git = Git.init().setDirectory(target.toFile()).setInitialBranch("main").call()) {
        git.add().addFilepattern(".").call();
        git.commit()
            .setMessage("Copy the examples")
            .setAuthor(AUTHOR)
            .setCommitter(AUTHOR)
            .setSign(false)
            .setNoVerify(true)
            .call();
      }
    } catch (IOException | GitAPIException e) {
      throw new AssayException(
          ErrorCode.IO,
          "A repository of %s could not be made at %s: %s".formatted(folder, target, e),
          e);
    }
  }
}
