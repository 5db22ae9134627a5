package dev.assay.runner.source;

import dev.assay.core.unit.DataSize;
import java.io.File;
import java.nio.file.Path;
import org.eclipse.jgit.lib.EmptyProgressMonitor;

/// Cancels a fetch when what it has written so far passes a limit. JGit asks after each object, so
/// one object can overshoot.
final class SizeWatch extends EmptyProgressMonitor {
  private static final int OBJECTS_BETWEEN_LOOKS = 64;

  private final File packs;
  private final DataSize limit;
  private int objects;
  private boolean exceeded;

  /// @param repository folder of the bare repository that is fetched into
  SizeWatch(Path repository, DataSize limit) {
    this.packs = repository.resolve("objects/pack").toFile();
    this.limit = limit;
  }

  boolean isExceeded() {
    return exceeded;
  }

  @Override
  public void update(int completed) {
    objects += completed;
    if (objects >= OBJECTS_BETWEEN_LOOKS) {
      objects = 0;
      look();
    }
  }

  @Override
  public void endTask() {
    look();
  }

  @Override
  public boolean isCancelled() {
    return exceeded;
  }

  private void look() {
    File[] files = packs.listFiles();
    long bytes = 0;
    for (File file : files == null ? new File[0] : files) {
      bytes += file.length();
    }
    exceeded |= bytes > limit.bytes();
  }
}
