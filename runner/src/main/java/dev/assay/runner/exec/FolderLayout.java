package dev.assay.runner.exec;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.disk.DiskImage;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.disk.FolderTree;
import dev.assay.sandbox.runc.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The folders and files of the host that commands see, and what has to be made on the host for
/// them.
final class FolderLayout implements AutoCloseable {
  /// Where the copy of standard input appears.
  private static final String INPUT = "/.assay-stdin";

  /// The sandbox's own in every container.
  private static final List<Path> TAKEN =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"), Path.of("/.assay"));

  /// Fresh in every process, so nothing of the host's is above a mount there.
  private static final List<Path> SCRATCH = List.of(Path.of("/tmp"), Path.of("/dev/shm"));

  private static final int FRESH_FILES = 65_536;
  private static final Path ROOT = Path.of("/");

  private final Path state;
  private final Map<Path, Mount> mounts = new LinkedHashMap<>();
  private final Set<Path> shells = new HashSet<>();
  private final Set<Path> given = new HashSet<>();
  private final List<Path> fresh = new ArrayList<>();
  private final DataSize output;
  private @Nullable DiskImage disk;
  private @Nullable String input;

  private FolderLayout(Path state, DataSize output) {
    this.state = state;
    this.output = output;
  }

  /// Makes everything that `request` needs.
  ///
  /// @param state folder of the host for it
  /// @param home state of Assay on this machine
  /// @param id names its disk
  /// @throws AssayException `USAGE` when a folder cannot be had like that
  static FolderLayout lay(ExecRequest request, Path state, Path home, DiskImages disks, String id) {
    var layout = new FolderLayout(state, request.limits().output());
    try {
      layout.lay(request, home, disks, id);
      return layout;
    } catch (IOException e) {
      layout.close();
      throw new AssayException(
          ErrorCode.IO, "the folders of a command could not be laid out: %s".formatted(e), e);
    } catch (RuntimeException e) {
      layout.close();
      throw e;
    }
  }

  private void lay(ExecRequest request, Path home, DiskImages disks, String id) throws IOException {
    List<ExecFolder> folders =
        request.place().folders().stream()
            .sorted(Comparator.comparingInt(folder -> Path.of(folder.path()).getNameCount()))
            .toList();
    if (folders.stream().anyMatch(folder -> folder.mode() == ExecFolder.Mode.FRESH)) {
      disk = disks.create(id + "-fresh", withSlack(output), FRESH_FILES);
    }
    if (request.place().image() == null) {
      HostRoot.mounts(home, shell()).forEach(this::put);
    }
    for (ExecFolder folder : folders) {
      add(folder);
    }
    Path file = request.streams().input();
    if (file != null) {
      addInput(file);
    }
  }

  /// Small files take a block each: with this much room the limit is met before the disk is full.
  private static DataSize withSlack(DataSize limit) {
    return DataSize.ofBytes(Math.addExact(limit.bytes(), limit.bytes() / 8 + (64L << 20)));
  }

  private void add(ExecFolder folder) throws IOException {
    Path path = Path.of(folder.path());
    requirePossible(folder, path);
    Optional<Mount> around = around(path);
    if (around.isPresent() && fresh.contains(around.get().source())) {
      throw refused(
          folder,
          "%s lies in %s, which is emptied for each repetition"
              .formatted(path, around.get().target()));
    }
    if (around.isPresent() && shells.contains(around.get().source())) {
      makeInside(around.get(), path, folder);
    } else if (around.isPresent() && !Files.exists(path)) {
      throw refused(
          folder,
          "%s lies in %s, which is mounted, and does not exist there: make it first"
              .formatted(path, around.get().target()));
    }
    if (folder.mode() == ExecFolder.Mode.FRESH || folder.mode() == ExecFolder.Mode.HIDDEN) {
      // With the folder goes what the host has mounted in it.
      mounts.keySet().removeIf(target -> target.startsWith(path));
    }
    put(
        switch (folder.mode()) {
          case READ_ONLY -> Mount.readOnly(path, path.toString());
          case WRITABLE -> Mount.asOwner(path, path.toString());
          case FRESH -> Mount.writable(freshFolder(), path.toString());
          case HIDDEN -> Mount.readOnly(shell(), path.toString());
        });
  }

  private void requirePossible(ExecFolder folder, Path path) {
    if (!path.isAbsolute() || !path.normalize().equals(path) || path.equals(ROOT)) {
      throw refused(folder, "an absolute path of a folder below / is needed");
    }
    boolean isTaken =
        TAKEN.stream().anyMatch(path::startsWith)
            && SCRATCH.stream()
                .noneMatch(scratch -> path.startsWith(scratch) && !path.equals(scratch));
    if (isTaken || SCRATCH.contains(path)) {
      throw refused(folder, "%s is the sandbox's own; choose another path".formatted(path));
    }
    boolean isOfHost =
        folder.mode() == ExecFolder.Mode.READ_ONLY || folder.mode() == ExecFolder.Mode.WRITABLE;
    if (isOfHost && !Files.exists(path)) {
      throw refused(folder, "%s does not exist".formatted(path));
    }
    if (!isOfHost && Files.exists(path) && !Files.isDirectory(path)) {
      throw refused(folder, "%s is not a folder".formatted(path));
    }
    if (!given.add(path)) {
      throw refused(folder, "%s is given twice".formatted(path));
    }
  }

  private static AssayException refused(ExecFolder folder, String why) {
    return new AssayException(
        ErrorCode.USAGE,
        "cannot show the folder %s as %s: %s".formatted(folder.path(), folder.mode().text(), why));
  }

  /// The innermost mount that a path lies in.
  private Optional<Mount> around(Path path) {
    return mounts.values().stream()
        .filter(mount -> path.startsWith(mount.target()) && !path.equals(Path.of(mount.target())))
        .max(Comparator.comparingInt(mount -> Path.of(mount.target()).getNameCount()));
  }

  /// Makes the mount point of `path` in an empty folder of ours.
  private void makeInside(Mount around, Path path, ExecFolder folder) throws IOException {
    Path inside = around.source().resolve(Path.of(around.target()).relativize(path));
    boolean isFile =
        folder.mode() != ExecFolder.Mode.FRESH
            && folder.mode() != ExecFolder.Mode.HIDDEN
            && !Files.isDirectory(path);
    if (!isFile) {
      Files.createDirectories(inside);
      return;
    }
    Files.createDirectories(inside.getParent());
    if (!Files.exists(inside)) {
      Files.createFile(inside);
    }
  }

  private Path shell() throws IOException {
    Path shell = Files.createDirectories(state.resolve("empty-" + shells.size()));
    Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
    shells.add(shell);
    return shell;
  }

  private Path freshFolder() throws IOException {
    if (disk == null) {
      throw new IllegalStateException("no disk for fresh folders");
    }
    Path folder = Files.createDirectory(disk.mountPoint().resolve("f" + fresh.size()));
    fresh.add(folder);
    return folder;
  }

  private void put(Mount mount) {
    mounts.put(Path.of(mount.target()), mount);
  }

  private void addInput(Path file) throws IOException {
    Path copy = state.resolve("stdin");
    try {
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE, "standard input could not be read from %s: %s".formatted(file, e), e);
    }
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
    put(Mount.readOnly(copy, INPUT));
    input = INPUT;
  }

  List<Mount> mounts() {
    return List.copyOf(mounts.values());
  }

  /// Path of standard input inside; absent for an empty one.
  @Nullable String input() {
    return input;
  }

  /// What commands may write on disk; absent when there is no fresh folder.
  ProcessSpec.@Nullable Storage storage() {
    return disk == null ? null : new ProcessSpec.Storage(disk.mountPoint(), output, Limit.OUTPUT);
  }

  /// A file for standard error that is not kept.
  Path log() {
    return state.resolve("stderr");
  }

  /// Makes the fresh folders fresh. Nothing may write in them meanwhile.
  void empty() {
    try {
      for (Path folder : fresh) {
        FolderTree.wipe(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "a fresh folder could not be emptied: %s".formatted(e), e);
    }
  }

  @Override
  public void close() {
    if (disk != null) {
      disk.close();
    }
  }
}
