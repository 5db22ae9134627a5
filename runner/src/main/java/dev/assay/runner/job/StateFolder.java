package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.host.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A folder for what one piece of work needs on the host, below `ASSAY_HOME/work`; gone with it.
/// Its name carries its owner, so that what a killed process left can be swept.
public record StateFolder(Path path) implements AutoCloseable {
  private static final String WORK = "work";

  /// @param id unique on this machine
  public static StateFolder create(Path home, String id) {
    Path path = home.resolve(WORK).resolve("%s.%s".formatted(id, Owner.self().mark()));
    try {
      Files.createDirectories(path.getParent());
      Files.createDirectory(path);
      return new StateFolder(path);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The work folder %s could not be made: %s. Set ASSAY_HOME to a folder that can be written."
              .formatted(path, e),
          e);
    }
  }

  /// Takes away the folders whose owner is dead. Whatever was mounted in them must have been
  /// unmounted.
  public static void sweep(Path home) {
    Path work = home.resolve(WORK);
    if (!Files.isDirectory(work)) {
      return;
    }
    try (var folders = Files.newDirectoryStream(work)) {
      for (Path folder : folders) {
        boolean dead =
            Owner.find(folder.getFileName().toString())
                .filter(owner -> !owner.isAlive())
                .isPresent();
        if (dead && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          FolderTree.delete(folder);
        }
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The work folder %s could not be swept: %s".formatted(work, e), e);
    }
  }

  @Override
  public void close() {
    FolderTree.delete(path);
  }
}
