package dev.assay.runner.source;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.eclipse.jgit.dircache.DirCacheIterator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.WorkingTreeIterator;

/// Copies a folder as it lies. From a work tree it takes what a commit of everything would hold:
/// ignored files stay behind.
final class FolderCopier {
  private final CloneFolder target;

  FolderCopier(CloneFolder target) {
    this.target = target;
  }

  void copyFolder(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            if (!directory.equals(folder)) {
              target.directory(folder.relativize(directory).toString());
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            copyFile(file, folder.relativize(file).toString());
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /// @param prefix where in the clone, empty or ending with `/`
  void copyWorkTree(Repository repository, String prefix) throws IOException {
    Path root = repository.getWorkTree().toPath();
    try (var walk = new TreeWalk(repository)) {
      int work = walk.addTree(new UnfilteredFiles(repository));
      int index = walk.addTree(new DirCacheIterator(repository.readDirCache()));
      while (walk.next()) {
        var file = walk.getTree(work, WorkingTreeIterator.class);
        boolean isTracked = walk.getTree(index, DirCacheIterator.class) != null;
        if (file == null || (!isTracked && file.isEntryIgnored())) {
          continue;
        }
        String path = walk.getPathString();
        FileMode mode = walk.getFileMode(work);
        if (mode.equals(FileMode.TREE)) {
          target.directory(prefix + path);
          walk.enterSubtree();
        } else if (mode.equals(FileMode.GITLINK)) {
          target.submodule(prefix + path);
          copySubmodule(root.resolve(path), prefix + path + "/");
        } else {
          copyFile(root.resolve(path), prefix + path);
        }
      }
    }
  }

  private void copySubmodule(Path folder, String prefix) throws IOException {
    if (!Files.exists(folder.resolve(Constants.DOT_GIT), LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    var found = LocalRepositories.findAt(folder);
    if (found.isPresent()) {
      try (var repository = found.get()) {
        copyWorkTree(repository, prefix);
      }
    }
  }

  private void copyFile(Path file, String path) throws IOException {
    var attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (attributes.isSymbolicLink()) {
      target.link(path, Files.readSymbolicLink(file).toString());
    } else if (attributes.isRegularFile()) {
      target.file(
          path, Files.isExecutable(file), Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS));
    } else {
      target.remark(
          "%s is neither a file nor a folder nor a link, and was left out".formatted(path));
    }
  }
}
