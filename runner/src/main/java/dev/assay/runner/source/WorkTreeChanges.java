package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.Status;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.submodule.SubmoduleWalk;
import org.eclipse.jgit.submodule.SubmoduleWalk.IgnoreSubmoduleMode;

/// What a work tree holds that its commit does not.
final class WorkTreeChanges {
  private static final int SHOWN = 5;

  private WorkTreeChanges() {}

  /// Refuses changes in `path` of the work tree, whether staged or not, and files there that are
  /// neither in git nor ignored.
  static void requireNone(Repository repository, String path) throws IOException {
    List<String> changes = find(repository, path, "");
    if (!changes.isEmpty()) {
      String shown = String.join(", ", changes.subList(0, Math.min(SHOWN, changes.size())));
      String rest = changes.size() > SHOWN ? " and %d more".formatted(changes.size() - SHOWN) : "";
      throw new AssayException(
          ErrorCode.WORK_TREE_DIRTY,
          "%s holds what no commit holds: %s%s; commit it, or measure the folder as it lies with"
                  .formatted(repository.getWorkTree(), shown, rest)
              + " --dirty");
    }
  }

  private static List<String> find(Repository repository, String path, String prefix)
      throws IOException {
    var command =
        new Git(repository)
            .status()
            .setIgnoreSubmodules(IgnoreSubmoduleMode.DIRTY)
            .setWorkingTreeIt(new UnfilteredFiles(repository));
    if (!path.equals(".")) {
      command.addPath(path);
    }
    List<String> changes = new ArrayList<>();
    try {
      Status status = command.call();
      add(changes, "in conflict", prefix, status.getConflicting());
      add(changes, "modified", prefix, status.getModified());
      add(changes, "deleted", prefix, status.getMissing());
      add(changes, "staged", prefix, status.getAdded());
      add(changes, "staged", prefix, status.getChanged());
      add(changes, "staged as deleted", prefix, status.getRemoved());
      add(changes, "not in git", prefix, status.getUntracked());
    } catch (GitAPIException broken) {
      throw new IOException(
          "cannot compare %s with its commit: %s"
              .formatted(repository.getWorkTree(), broken.getMessage()),
          broken);
    }
    changes.addAll(findInSubmodules(repository, path, prefix));
    return changes;
  }

  // JGit would look into them as well, but with filter programs.
  private static List<String> findInSubmodules(Repository repository, String path, String prefix)
      throws IOException {
    List<String> changes = new ArrayList<>();
    try (var walk = SubmoduleWalk.forIndex(repository)) {
      while (walk.next()) {
        String submodule = walk.getPath();
        if (path.equals(".") || submodule.equals(path) || submodule.startsWith(path + "/")) {
          try (var nested = walk.getRepository()) {
            if (nested != null) {
              changes.addAll(find(nested, ".", prefix + submodule + "/"));
            }
          }
        }
      }
    }
    return changes;
  }

  private static void add(
      List<String> changes, String what, String prefix, Collection<String> paths) {
    new TreeSet<>(paths).forEach(path -> changes.add("%s%s (%s)".formatted(prefix, path, what)));
  }
}
