package dev.assay.cli.port;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder for what somebody sent, gone when it was read.
record WorkFolder(Path path) implements AutoCloseable {
  static WorkFolder in(Path folder) {
    try {
      Files.createDirectories(folder);
      return new WorkFolder(Files.createTempDirectory(folder, "read-"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "No folder could be made in %s: %s".formatted(folder, e), e);
    }
  }

  /// A failure as the sender may read it: without the places of this machine.
  AssayException told(AssayException failure, String name) {
    String message =
        failure.getMessage().replace(path.resolve(name).toString(), name).replace(path + "/", "");
    return message.equals(failure.getMessage())
        ? failure
        : new AssayException(failure.code(), message, failure);
  }

  @Override
  public void close() {
    FolderTree.delete(path);
  }
}
