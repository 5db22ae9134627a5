package dev.assay.sandbox.image;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.disk.MountsBelow;
import dev.assay.sandbox.host.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The work folder of one build. Its name carries its owner; what a build that was killed left in
/// it (mounts, and programs that still build) goes with it.
record BuildFolder(Path path) implements AutoCloseable {
  private static final String PREFIX = "build.";

  /// Takes away what builds left that were killed, and makes a fresh one.
  ///
  /// @param parent made when it is not there
  static BuildFolder create(Path parent) {
    try {
      Files.createDirectories(parent);
      sweep(parent);
      return new BuildFolder(Files.createDirectories(parent.resolve(PREFIX + Owner.self().mark())));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot build in %s: %s".formatted(parent, e.getMessage()), e);
    }
  }

  private static void sweep(Path parent) throws IOException {
    List<Path> dead;
    try (var folders = Files.list(parent)) {
      dead =
          folders
              .filter(folder -> folder.getFileName().toString().startsWith(PREFIX))
              .filter(folder ->
                  Owner.find(folder.getFileName().toString())
                      .filter(owner -> !owner.isAlive())
                      .isPresent())
              .toList();
    }
    dead.forEach(folder -> new BuildFolder(folder).close());
  }

  /// What a program finds as its folder for temporary files, by which it is known.
  String variable() {
    return "TMPDIR";
  }

  /// An interrupted thread can read no files, and has to clean up all the same.
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    try {
      remove();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void remove() {
    ProcessHandle.allProcesses().filter(this::worksHere).forEach(ProcessHandle::destroyForcibly);
    MountsBelow.detach(path);
    FolderTree.delete(path);
  }

  private boolean worksHere(ProcessHandle process) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/%d/environ".formatted(process.pid())));
      String wanted = "\0%s=%s\0".formatted(variable(), path);
      return process.pid() != ProcessHandle.current().pid()
          && ("\0" + new String(environment, StandardCharsets.UTF_8)).contains(wanted);
    } catch (IOException goneOrForbidden) {
      return false;
    }
  }
}
