package dev.assay.runner.source;

import java.io.File;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.treewalk.AbstractTreeIterator;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;

/// The files of a work tree, without the filter programs that its configuration may name: the
/// repository may belong to somebody else, and its programs must not be executed as this user.
final class UnfilteredFiles extends FileTreeIterator {
  UnfilteredFiles(Repository repository) {
    super(repository);
  }

  private UnfilteredFiles(UnfilteredFiles parent, File directory, FS fs) {
    super(parent, directory, fs, parent.fileModeStrategy);
  }

  @Override
  protected AbstractTreeIterator enterSubtree() {
    return new UnfilteredFiles(this, getEntryFile(), fs);
  }

  @Override
  public @Nullable String getCleanFilterCommand() {
    return null;
  }
}
