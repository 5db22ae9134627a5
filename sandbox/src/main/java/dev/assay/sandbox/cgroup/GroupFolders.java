package dev.assay.sandbox.cgroup;

import java.io.IOException;
import java.nio.file.Path;

/// Makes and takes away the folders that are control groups. The kernel fills a new one with files
/// and empties it again, which no other file system does; so tests have their own.
interface GroupFolders {
  /// Makes one folder. Its parent exists.
  void make(Path folder) throws IOException;

  /// Takes one folder away, if nothing lives in it.
  void take(Path folder) throws IOException;
}
