package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;

/// Lays the files of a frozen source into a folder: the whole repository with its submodules, and
/// nothing of git itself (no history, no hooks, no configuration, no credentials).
public final class SourceCloner {
  private static final int MAX_DEPTH = 8;

  private final CloneLimits limits;

  public SourceCloner(CloneLimits limits) {
    QuietGit.settle();
    this.limits = limits;
  }

  /// @param into an empty folder, or one that is still to be made; fetched objects lie beside it
  ///   for as long as this takes. When it fails, what it made is removed again
  public ClonedSource copy(FrozenSource source, Path into) {
    try {
      Files.createDirectories(into);
      try {
        return copyInto(source, into);
      } catch (IOException | RuntimeException failed) {
        FolderRemoval.clear(into, failed);
        throw failed;
      }
    } catch (IOException broken) {
      throw new AssayException(
          ErrorCode.IO,
          "cannot copy %s into %s: %s".formatted(source.repository(), into, broken.getMessage()),
          broken);
    }
  }

  private ClonedSource copyInto(FrozenSource source, Path into) throws IOException {
    var folder = new CloneFolder(into, limits);
    switch (source) {
      case FrozenSource.AtCommit commit -> copyCommit(commit, into, folder);
      case FrozenSource.AsItLies lies -> copyAsItLies(lies, folder);
    }
    List<String> remarks = folder.finish();
    Path solution = into.resolve(source.path()).normalize();
    if (!isFolderWithoutLinks(into, solution)) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "%s has no folder %s%s".formatted(source.repository(), source.path(), atCommit(source)));
    }
    return new ClonedSource(into, solution, remarks);
  }

  private static boolean isFolderWithoutLinks(Path root, Path folder) throws IOException {
    return Files.isDirectory(folder)
        && folder
            .toRealPath()
            .equals(root.toRealPath().resolve(root.normalize().relativize(folder)));
  }

  private static String atCommit(FrozenSource source) {
    return source instanceof FrozenSource.AtCommit commit ? " at commit " + commit.commit() : "";
  }

  private static void copyAsItLies(FrozenSource.AsItLies source, CloneFolder folder)
      throws IOException {
    var copier = new FolderCopier(folder);
    var found = LocalRepositories.find(source.tree());
    if (found.isEmpty()) {
      copier.copyFolder(source.tree());
      return;
    }
    try (var repository = found.get()) {
      copier.copyWorkTree(repository, "");
    }
  }

  private void copyCommit(FrozenSource.AtCommit source, Path into, CloneFolder folder)
      throws IOException {
    Path beside = into.toAbsolutePath().getParent();
    Path objects = Files.createTempDirectory(beside, ".objects-");
    try {
      var copy = new Copy(folder, objects);
      copy.write(source.origin(), ObjectId.fromString(source.commit()), "", 0);
    } catch (IOException | RuntimeException failed) {
      FolderRemoval.remove(objects, failed);
      throw failed;
    }
    FolderRemoval.remove(objects);
  }

  /// One clone on its way, across repositories.
  private final class Copy {
    private final CloneFolder folder;
    private final Path objects;
    private int fetched;

    Copy(CloneFolder folder, Path objects) {
      this.folder = folder;
      this.objects = objects;
    }

    void write(Origin origin, ObjectId commit, String prefix, int depth) throws IOException {
      try (Repository repository = open(origin, commit)) {
        write(repository, origin, commit, prefix, depth);
      }
    }

    private void write(
        Repository repository, Origin origin, ObjectId commit, String prefix, int depth)
        throws IOException {
      Map<String, ObjectId> recorded =
          new CommitWriter(repository, origin.name(), folder).write(commit, prefix);
      if (recorded.isEmpty()) {
        return;
      }
      if (depth == MAX_DEPTH) {
        throw CloneFolder.refused("has submodules in submodules, %d deep".formatted(MAX_DEPTH + 1));
      }
      var submodules = Submodules.read(repository, origin, commit);
      for (var submodule : recorded.entrySet()) {
        writeSubmodule(submodules, submodule.getKey(), submodule.getValue(), prefix, depth);
      }
    }

    private void writeSubmodule(
        Submodules submodules, String path, ObjectId commit, String prefix, int depth)
        throws IOException {
      String below = prefix + path + "/";
      var copy = submodules.findLocalCopy(path).flatMap(LocalRepositories::findAt);
      if (copy.isPresent()) {
        try (Repository repository = copy.get()) {
          if (repository.getObjectDatabase().has(commit)) {
            Path directory = repository.getDirectory().toPath();
            var origin = new Origin.Local(directory, directory.toString());
            write(repository, origin, commit, below, depth + 1);
            return;
          }
        }
      }
      try {
        write(submodules.origin(path), commit, below, depth + 1);
      } catch (AssayException unreachable) {
        if (unreachable.code() != ErrorCode.SOURCE_NOT_FOUND
            && unreachable.code() != ErrorCode.COMMIT_NOT_FOUND) {
          throw unreachable;
        }
        throw new AssayException(
            unreachable.code(),
            "the submodule %s%s: %s".formatted(prefix, path, unreachable.getMessage()),
            unreachable);
      }
    }

    private Repository open(Origin origin, ObjectId commit) throws IOException {
      return switch (origin) {
        case Origin.Local local -> LocalRepositories.requireAt(local.gitDirectory(), local.name());
        case Origin.Packed packed ->
            LocalRepositories.requireAt(packed.gitDirectory(), packed.gitDirectory().toString());
        case Origin.Remote remote ->
            new RemoteRepository(remote)
                .fetch(
                    commit.name(),
                    Files.createDirectory(objects.resolve(Integer.toString(fetched++))),
                    limits.size());
      };
    }
  }
}
