package dev.assay.runner.encrypted;

import dev.assay.core.job.PlannedCase;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// What the runner keeps of a point between its processes, in no container.
///
///     cases, point            as the bundle made them
///     keys, secret            of the envelope
///     packings, sent          by case
///     returned/0, plain/0     by the server's process that gave them, and by case
record Kept(Workspace workspace) {
  private Path folder() {
    return workspace.part("kept");
  }

  Path cases(PlannedCase planned) {
    return folder().resolve("cases").resolve(planned.folder());
  }

  Path point() {
    return folder().resolve("point");
  }

  Path keys() {
    return folder().resolve("keys");
  }

  Path secret() {
    return folder().resolve("secret");
  }

  Path packings(PlannedCase planned) {
    return folder().resolve("packings").resolve(planned.folder());
  }

  Path sent(PlannedCase planned) {
    return folder().resolve("sent").resolve(planned.folder());
  }

  /// @param attempt of the server
  Path returned(int attempt, PlannedCase planned) {
    return ofAttempt("returned", attempt, planned);
  }

  /// @param attempt of the server, or -1 for the check with what was sent
  Path plain(int attempt, PlannedCase planned) {
    return ofAttempt("plain", attempt, planned);
  }

  private Path ofAttempt(String what, int attempt, PlannedCase planned) {
    return folder().resolve(what).resolve(Integer.toString(attempt)).resolve(planned.folder());
  }

  /// Takes the inspected cases out of the bundle's reach.
  void take() throws IOException {
    Files.createDirectories(folder());
    Path directory = workspace.directory();
    Files.move(directory.resolve("cases"), folder().resolve("cases"));
    if (Files.isDirectory(directory.resolve("point"), LinkOption.NOFOLLOW_LINKS)) {
      Files.move(directory.resolve("point"), point());
    } else {
      Files.createDirectory(point());
    }
  }

  /// Puts them back where `verify` looks for them.
  void giveBack() throws IOException {
    Files.move(folder().resolve("cases"), workspace.directory().resolve("cases"));
    Files.move(point(), workspace.directory().resolve("point"));
  }

  void clear() {
    FolderTree.delete(folder());
  }
}
