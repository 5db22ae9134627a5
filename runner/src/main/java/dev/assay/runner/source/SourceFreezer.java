package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.lib.Repository;

/// Resolves what a person named to a commit, or to a folder that is known to have none.
public final class SourceFreezer {
  private final Path workingDirectory;

  /// @param workingDirectory what relative paths are relative to
  public SourceFreezer(Path workingDirectory) {
    QuietGit.settle();
    this.workingDirectory = workingDirectory;
  }

  /// Throws [AssayException] with SOURCE_NOT_FOUND, COMMIT_NOT_FOUND, WORK_TREE_DIRTY or USAGE.
  /// Executes nothing of the repository and changes nothing in it.
  public FrozenSource freeze(SourceRequest request) {
    var remote = Locations.parseRemote(request.location());
    if (remote.isPresent()) {
      return freezeRemote(remote.get(), request);
    }
    try {
      return freezeLocal(request);
    } catch (IOException broken) {
      throw new AssayException(
          ErrorCode.IO,
          "cannot read the source %s: %s".formatted(request.location(), broken.getMessage()),
          broken);
    }
  }

  private static FrozenSource freezeRemote(Origin.Remote origin, SourceRequest request) {
    if (request.dirty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--dirty is for a folder on this machine, and %s is a URL".formatted(origin.name()));
    }
    String path = Locations.normalize(Path.of(request.path()));
    String commit = new RemoteRepository(origin).resolve(request.revision());
    return new FrozenSource.AtCommit(origin, path, commit);
  }

  private FrozenSource freezeLocal(SourceRequest request) throws IOException {
    Path location = Locations.parsePath(request.location(), workingDirectory);
    if (!Files.isDirectory(location)) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "there is no folder %s to take a solution from".formatted(location));
    }
    Path folder = location.toRealPath();
    var found = LocalRepositories.find(folder);
    if (found.isEmpty()) {
      return asItLiesAlone(folder, request);
    }
    try (Repository repository = found.get()) {
      return repository.isBare()
          ? freezeBare(repository, request)
          : freezeWorkTree(repository, folder, request);
    }
  }

  private static FrozenSource asItLiesAlone(Path folder, SourceRequest request) throws IOException {
    if (!request.dirty()) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "%s is in no git repository, so there is no commit to freeze it at;".formatted(folder)
              + " commit it to one, or measure the folder as it lies with --dirty");
    }
    String path = Locations.normalize(Path.of(request.path()));
    requireFolder(folder, path);
    return new FrozenSource.AsItLies(folder, path);
  }

  private static FrozenSource freezeBare(Repository repository, SourceRequest request)
      throws IOException {
    Path gitDirectory = repository.getDirectory().toPath();
    if (request.dirty()) {
      throw new AssayException(
          ErrorCode.USAGE, "--dirty needs a work tree, and %s has none".formatted(gitDirectory));
    }
    String path = Locations.normalize(Path.of(request.path()));
    return atCommit(repository, gitDirectory.toString(), path, request);
  }

  private static FrozenSource freezeWorkTree(
      Repository repository, Path folder, SourceRequest request) throws IOException {
    Path tree = repository.getWorkTree().toPath().toRealPath();
    if (!folder.startsWith(tree)) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "%s is inside the files of git itself; name the work tree %s or a folder in it"
              .formatted(folder, tree));
    }
    String path = Locations.normalize(tree.relativize(folder).resolve(request.path()));
    if (request.dirty()) {
      requireFolder(tree, path);
      return new FrozenSource.AsItLies(tree, path);
    }
    if (request.revision() == null) {
      // Without a commit the message is about that, not about all the files that are not in one.
      LocalRepositories.resolve(repository, tree.toString(), null);
      WorkTreeChanges.requireNone(repository, path);
    }
    return atCommit(repository, tree.toString(), path, request);
  }

  private static FrozenSource atCommit(
      Repository repository, String name, String path, SourceRequest request) throws IOException {
    var commit = LocalRepositories.resolve(repository, name, request.revision());
    LocalRepositories.requireFolder(repository, name, commit, path);
    var origin = new Origin.Local(repository.getDirectory().toPath(), name);
    return new FrozenSource.AtCommit(origin, path, commit.name());
  }

  private static void requireFolder(Path tree, String path) throws IOException {
    Path folder = tree.resolve(path);
    if (!Files.isDirectory(folder) || !folder.toRealPath().startsWith(tree)) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND, "there is no folder %s in %s".formatted(path, tree));
    }
  }
}
