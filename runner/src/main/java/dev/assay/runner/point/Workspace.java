package dev.assay.runner.point;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.disk.DiskImage;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The disks of one job: one that the bundle, the clone and the cases share, and one for `out/` with the size of the output limit.
///
/// Cases become visible to the solution by a rename within one file system, which takes microseconds and cannot be seen half done.
///
///     work/bundle    the bundle's files, /bundle in its container
///     work/solution  the clone, /solution in the solution's container
///     work/dir       the bundle's DIR, /work in its container
///     work/answers   answers by the process that gave them, in no container
///     work/hidden    cases that wait for their turn, in no container
///     work/view      the solution's DIR, /work in its container, read-only
///     work/prepared  inputs and expected outputs of workloads, in no container
///     work/shown     the files of one workload, /work in the container of a program, read-only
///     work/printed   what programs printed, in no container
///     out            /work/out in the solution's container
///     parts          what the containers of an encrypted solution see, see `runner.encrypted`
public final class Workspace implements AutoCloseable {
  private final DiskImages disks;
  private final String name;
  private final DiskImage work;
  private final Path workFolder;
  private final DataSize workLimit;
  private final Map<String, DiskImage> partDisks = new LinkedHashMap<>();
  private @Nullable DiskImage out;

  private Workspace(DiskImages disks, String name, DiskImage work, DataSize workSize) {
    this.disks = disks;
    this.name = name;
    this.work = work;
    this.workFolder = work.mountPoint();
    this.workLimit = workSize;
  }

  /// Makes the shared disk.
  ///
  /// @param name of the job; its disks are called after it
  /// @param workSize of the disk, which is sparse
  public static Workspace create(DiskImages disks, String name, DataSize workSize) {
    var work = disks.create(name + "-work", workSize, 2_000_000);
    var workspace = new Workspace(disks, name, work, workSize);
    try {
      for (Path folder :
          new Path[] {
            workspace.bundle(),
            workspace.solution(),
            workspace.view().resolve("out"),
            workspace.prepared(),
            workspace.shown(),
            workspace.printed()
          }) {
        Files.createDirectories(folder);
      }
      workspace.makePoint();
      return workspace;
    } catch (IOException e) {
      work.close();
      throw new AssayException(
          ErrorCode.IO, "The work space %s could not be laid out: %s".formatted(name, e), e);
    }
  }

  /// Makes the disk for `out/`.
  ///
  /// @param limit the bundle's `output`
  public void addOut(DataSize limit) {
    out = disks.create(name + "-out", withSlack(limit), 65_536);
    openOut();
  }

  /// Makes a disk for the `out/` of one part of an encrypted solution, and its folder.
  ///
  /// @param part lower-case letters
  /// @param limit what its programs may write
  public void addPart(String part, DataSize limit) {
    try {
      Files.createDirectories(part(part));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The folder %s could not be made: %s".formatted(part(part), e), e);
    }
    DiskImage disk = disks.create(name + "-" + part, withSlack(limit), 65_536);
    partDisks.put(part, disk);
    open(disk.mountPoint());
  }

  /// The folder of a part of an encrypted solution, on the disk that all parts share.
  public Path part(String part) {
    return workFolder.resolve("parts").resolve(part);
  }

  /// The `out/` of a part.
  public Path partOut(String part) {
    return disk(part).mountPoint();
  }

  /// Empties the `out/` of a part. No program of it may be alive.
  public void wipePartOut(String part) {
    disk(part).wipe();
    open(partOut(part));
  }

  private DiskImage disk(String part) {
    return Objects.requireNonNull(
        partDisks.get(part), () -> "this work space has no part %s".formatted(part));
  }

  private void openOut() {
    open(out());
  }

  private static void open(Path out) {
    try {
      Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "out/ at %s could not be opened to programs: %s".formatted(out, e), e);
    }
  }

  /// Small files take a block each: with this much room the limit is met before the disk is full.
  private static DataSize withSlack(DataSize limit) {
    return DataSize.ofBytes(Math.addExact(limit.bytes(), limit.bytes() / 8 + (64L << 20)));
  }

  private void makePoint() throws IOException {
    Files.createDirectories(directory());
    Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.createDirectories(hidden());
    Files.createDirectories(view().resolve("cases"));
  }

  public Path bundle() {
    return workFolder.resolve("bundle");
  }

  public Path solution() {
    return workFolder.resolve("solution");
  }

  /// The bundle's DIR.
  public Path directory() {
    return workFolder.resolve("dir");
  }

  /// The answers of one process of a point, a folder per case.
  ///
  /// @param process 0 for the first, then 1, 2, … for its retries
  public Path answers(int process) {
    return workFolder.resolve("answers").resolve(Integer.toString(process));
  }

  Path hidden() {
    return workFolder.resolve("hidden");
  }

  /// The solution's DIR.
  public Path view() {
    return workFolder.resolve("view");
  }

  /// Inputs and expected outputs of the workloads of a bundle for programs, in no container.
  public Path prepared() {
    return workFolder.resolve("prepared");
  }

  /// The files of one workload, as a program sees them.
  public Path shown() {
    return workFolder.resolve("shown");
  }

  /// What a program printed, in no container.
  public Path printed() {
    return workFolder.resolve("printed");
  }

  /// The solution's `out/`.
  public Path out() {
    if (out == null) {
      throw new IllegalStateException("this work space has no out/");
    }
    return out.mountPoint();
  }

  /// What the commands of the bundle may write. What else lies on the disk is not looked through.
  public ProcessSpec.Storage directoryStorage() {
    return new ProcessSpec.Storage(directory(), workLimit, Limit.DISK);
  }

  /// What the build may write.
  public ProcessSpec.Storage solutionStorage() {
    return new ProcessSpec.Storage(solution(), workLimit, Limit.DISK);
  }

  /// What the solution may write.
  ///
  /// @param limit the bundle's `output`
  ProcessSpec.Storage outStorage(DataSize limit) {
    return new ProcessSpec.Storage(out(), limit, Limit.OUTPUT);
  }

  /// Takes the inspected cases out of the bundle's reach and gives the solution its manifest and
  /// its derived values.
  ///
  /// @param config content of `config.json`; absent where the solution has none
  void setTheStage(String manifest, @Nullable String config) throws IOException {
    Files.move(directory().resolve("cases"), hidden().resolve("cases"));
    if (Files.isDirectory(directory().resolve("point"), LinkOption.NOFOLLOW_LINKS)) {
      Files.move(directory().resolve("point"), view().resolve("point"));
    } else {
      Files.createDirectory(view().resolve("point"));
    }
    Files.writeString(view().resolve("manifest.json"), manifest);
    if (config != null) {
      Files.writeString(view().resolve("config.json"), config + "\n");
    }
  }

  /// Makes a case visible to the solution.
  void reveal(PlannedCase planned) throws IOException {
    Files.move(
        hidden().resolve("cases").resolve(planned.folder()),
        view().resolve("cases").resolve(planned.folder()),
        StandardCopyOption.ATOMIC_MOVE);
  }

  /// Makes the stage as it was before the first process: every case is hidden again and `out/` is
  /// empty, so that a process finds nothing of those before it. None may be alive.
  void setTheStageAgain(Iterable<PlannedCase> planned) throws IOException {
    hideAll(planned);
    wipeOut();
  }

  private void hideAll(Iterable<PlannedCase> planned) throws IOException {
    for (PlannedCase one : planned) {
      Path shown = view().resolve("cases").resolve(one.folder());
      if (Files.exists(shown, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(shown, hidden().resolve("cases").resolve(one.folder()));
      }
    }
  }

  /// Puts the cases back where `verify` looks for them.
  void clearTheStage(Iterable<PlannedCase> planned) throws IOException {
    hideAll(planned);
    Files.move(hidden().resolve("cases"), directory().resolve("cases"));
    Files.move(view().resolve("point"), directory().resolve("point"));
  }

  /// Puts the answers of a process where `verify` looks for them.
  public void showAnswers(int process) throws IOException {
    Files.createDirectories(answers(process));
    Files.move(answers(process), directory().resolve("out"));
  }

  /// Takes them back, and the verdicts on them away.
  public void hideAnswers(int process) throws IOException {
    Files.move(directory().resolve("out"), answers(process));
    Files.deleteIfExists(directory().resolve("verdicts.json"));
  }

  private void wipeOut() {
    if (out != null) {
      out.wipe();
      openOut();
    }
  }

  /// Takes away everything of a point.
  public void wipePoint() {
    try {
      // DIR itself stays: it is mounted in a container.
      FolderTree.wipe(directory());
      FolderTree.delete(hidden());
      FolderTree.delete(workFolder.resolve("answers"));
      FolderTree.delete(view().resolve("cases"));
      FolderTree.delete(view().resolve("point"));
      Files.deleteIfExists(view().resolve("manifest.json"));
      Files.deleteIfExists(view().resolve("config.json"));
      makePoint();
      wipeOut();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The work space %s could not be emptied: %s".formatted(workFolder, e), e);
    }
  }

  @Override
  public void close() {
    try (work) {
      partDisks.values().forEach(DiskImage::close);
      if (out != null) {
        out.close();
      }
    }
  }
}
