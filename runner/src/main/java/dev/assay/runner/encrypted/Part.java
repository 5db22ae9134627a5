package dev.assay.runner.encrypted;

import dev.assay.core.job.PlannedCase;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// What one container sees of a point, and where it writes.
///
///     view      /work in the container, read-only
///     waiting   cases that wait for their turn, in no container
///
/// Files come into it as hard links of what the runner keeps, so that nothing is copied for it, and
/// cases become visible by one rename.
public final class Part {
  private static final List<String> FOLDERS = List.of("cases", "point", "keys", "secret");

  private final Workspace workspace;
  private final String name;
  private final DataSize limit;

  private Part(Workspace workspace, String name, DataSize limit) {
    this.workspace = workspace;
    this.name = name;
    this.limit = limit;
  }

  /// Makes its folders and its disk.
  ///
  /// @param limit what its programs may write
  public static Part create(Workspace workspace, String name, DataSize limit) {
    workspace.addPart(name, limit);
    var part = new Part(workspace, name, limit);
    try {
      Files.createDirectories(part.view().resolve("out"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return part;
  }

  /// How it appears in its container.
  public List<Mount> mounts() {
    return List.of(Mount.readOnly(view(), "/work"), Mount.writable(out(), "/work/out"));
  }

  private Path view() {
    return workspace.part(name).resolve("view");
  }

  private Path waiting() {
    return workspace.part(name).resolve("waiting");
  }

  Path out() {
    return workspace.partOut(name);
  }

  DataSize limit() {
    return limit;
  }

  /// Takes away all that it had and gives it a point. None of its programs may be alive.
  void lay(String manifest, String config, Path point) throws IOException {
    clear();
    Files.createDirectories(waiting());
    Files.createDirectory(view().resolve("cases"));
    link(point, view().resolve("point"));
    Files.writeString(view().resolve("manifest.json"), manifest);
    Files.writeString(view().resolve("config.json"), config + "\n");
  }

  /// Takes away everything of a point. The folder itself and `out` stay: they are mounted.
  void clear() throws IOException {
    for (String folder : FOLDERS) {
      FolderTree.delete(view().resolve(folder));
    }
    FolderTree.delete(waiting());
    Files.deleteIfExists(view().resolve("manifest.json"));
    Files.deleteIfExists(view().resolve("config.json"));
    workspace.wipePartOut(name);
  }

  /// Shows all files of a folder under another name.
  void show(Path folder, String as) throws IOException {
    link(folder, view().resolve(as));
  }

  /// Puts a file where a case waits.
  void offer(PlannedCase planned, Path file) throws IOException {
    Path folder = Files.createDirectories(waiting().resolve(planned.folder()));
    Files.createLink(folder.resolve(String.valueOf(file.getFileName())), file);
  }

  /// Puts all files of a folder where a case waits.
  void offerAll(PlannedCase planned, Path folder) throws IOException {
    Files.createDirectories(waiting().resolve(planned.folder()));
    for (Path file : filesOf(folder)) {
      offer(planned, file);
    }
  }

  /// Makes a case visible.
  void reveal(PlannedCase planned) throws IOException {
    Files.move(
        waiting().resolve(planned.folder()),
        view().resolve("cases").resolve(planned.folder()),
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static void link(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    for (Path file : filesOf(from)) {
      Files.createLink(to.resolve(String.valueOf(file.getFileName())), file);
    }
  }

  private static List<Path> filesOf(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
