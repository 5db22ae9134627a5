package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Hands a clone to the user that programs run as, so that its build can write there.
final class CloneOwner {
  private CloneOwner() {}

  /// Changes the owner of everything in the clone; of links themselves, never of what they point
  /// to.
  ///
  /// @param user its number
  static void giveTo(int user, Path clone) {
    try (var paths = Files.walk(clone)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        Linux.changeOwner(path, user, user);
      }
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "The clone could not be handed to the build: " + e, e);
    }
  }
}
