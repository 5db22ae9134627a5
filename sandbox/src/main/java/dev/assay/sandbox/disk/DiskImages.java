package dev.assay.sandbox.disk;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.Owner;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Makes disk images in one folder of this machine: sparse files with an ext4 in them, mounted
/// beside themselves. Needs root. Thread-safe.
///
/// Names carry their owner, so what a killed process left can be swept.
public final class DiskImages {
  private static final String SUFFIX = ".img";
  private static final int INODE_BYTES = 256;
  // Ext4 keeps 2 % or 16 MiB of its blocks back, and has bitmaps and extent blocks beside files.
  private static final long SLACK_BYTES = 24 << 20;
  private static final long SLACK_DIVISOR = 32;
  private static final long LEAST_FREE_BYTES = 64 << 20;

  /// Without a journal nothing is written twice; nothing here has to survive a crash.
  private static final String FEATURES = "^has_journal,^resize_inode";

  /// `noinit_itable`: the kernel would otherwise zero the inode tables in the background, while
  /// something is measured.
  private static final String MOUNT_OPTIONS = "loop,nosuid,nodev,noatime,noinit_itable";

  private final HostPrograms programs;
  private final Path folder;

  /// @param folder on a disk; made when it is not there
  public DiskImages(HostPrograms programs, Path folder) {
    this.programs = programs;
    this.folder = folder;
  }

  /// Makes and mounts an image whose root folder is empty and belongs to root.
  ///
  /// @param name `[a-z0-9-]+`, unique in the folder and this process
  /// @param capacity what files in it can hold together, at least; the disk is used only as they
  ///   are written
  /// @param files how many files, folders and links it can hold, at least
  /// @throws AssayException `DISK_FULL`, `PROGRAM_MISSING` (mkfs.ext4), `NOT_PERMITTED` or
  ///   `MACHINE_UNFIT` (no loop device)
  public DiskImage create(String name, DataSize capacity, int files) {
    if (!name.matches("[a-z0-9-]{1,64}")) {
      throw new IllegalArgumentException("not a name of a disk image: '%s'".formatted(name));
    }
    Path mountPoint = folder.resolve(name + "." + Owner.self().mark());
    Path file = imageOf(mountPoint);
    try {
      Files.createDirectories(folder);
      requireSpace();
      Files.createDirectory(mountPoint);
      allocate(file, capacity, files);
      format(file, files);
      mount(file, mountPoint);
      Files.delete(mountPoint.resolve("lost+found"));
      return new DiskImage(file, mountPoint);
    } catch (IOException e) {
      AssayException failure = failed(file, capacity, e);
      takeBack(mountPoint, file, failure);
      throw failure;
    } catch (RuntimeException e) {
      takeBack(mountPoint, file, e);
      throw e;
    }
  }

  private static Path imageOf(Path mountPoint) {
    return mountPoint.resolveSibling(mountPoint.getFileName() + SUFFIX);
  }

  private void requireSpace() throws IOException {
    long usable = Files.getFileStore(folder).getUsableSpace();
    if (usable < LEAST_FREE_BYTES) {
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "the disk of %s has %s left; free some space"
              .formatted(folder, DataSize.ofBytes(usable)));
    }
  }

  private static void allocate(Path file, DataSize capacity, int files) throws IOException {
    long tables = (long) files * INODE_BYTES;
    long bytes = capacity.bytes() + capacity.bytes() / SLACK_DIVISOR + tables + SLACK_BYTES;
    Files.createFile(file);
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }
  }

  private void format(Path file, int files) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of(
                "mkfs.ext4",
                "-q",
                "-F",
                "-b",
                "4096",
                "-I",
                Integer.toString(INODE_BYTES),
                "-m",
                "0",
                "-N",
                Integer.toString(files + 16),
                "-O",
                FEATURES,
                "-E",
                "lazy_itable_init=1,nodiscard,root_owner=0:0",
                file.toString()));
    if (!answer.succeeded()) {
      throw new AssayException(
          answer.errors().contains("No space left") ? ErrorCode.DISK_FULL : ErrorCode.MACHINE_UNFIT,
          "cannot make a file system in %s: mkfs.ext4 %s: %s"
              .formatted(file, answer.ending(), answer.lastLine()));
    }
  }

  private void mount(Path file, Path mountPoint) {
    HostAnswer answer =
        programs.execute(
            HostCommand.of(
                "mount",
                "-t",
                "ext4",
                "-o",
                MOUNT_OPTIONS,
                file.toString(),
                mountPoint.toString()));
    if (answer.succeeded()) {
      return;
    }
    String said = answer.lastLine();
    if (said.contains("loop")) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "this machine has no loop device for %s: %s. Try: modprobe loop".formatted(file, said));
    }
    boolean denied = said.contains("superuser") || said.contains("permi");
    throw new AssayException(
        denied ? ErrorCode.NOT_PERMITTED : ErrorCode.MACHINE_UNFIT,
        "cannot mount %s: %s%s".formatted(file, said, denied ? "; Assay needs root" : ""));
  }

  private static AssayException failed(Path file, DataSize capacity, IOException e) {
    if (e instanceof FileAlreadyExistsException) {
      return new AssayException(ErrorCode.INTERNAL, file + " exists already", e);
    }
    String said = String.valueOf(e.getMessage());
    return new AssayException(
        said.contains("No space left") ? ErrorCode.DISK_FULL : ErrorCode.IO,
        "cannot make a disk image of %s at %s: %s".formatted(capacity, file, said),
        e);
  }

  private static void takeBack(Path mountPoint, Path file, RuntimeException first) {
    if (first instanceof AssayException known && known.code() == ErrorCode.INTERNAL) {
      return;
    }
    try {
      new DiskImage(file, mountPoint, 0).close();
    } catch (RuntimeException e) {
      first.addSuppressed(e);
    }
  }

  /// Takes away the images whose owner is dead: unmounts, frees loop devices, deletes.
  public void sweep() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> dead =
          entries
              .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
              .filter(DiskImages::isOfDeadOwner)
              .toList();
      for (Path mountPoint : dead) {
        new DiskImage(imageOf(mountPoint), mountPoint, 0).close();
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot sweep %s: %s".formatted(folder, e.getMessage()), e);
    }
  }

  private static boolean isOfDeadOwner(Path entry) {
    Optional<Owner> owner = Owner.find(String.valueOf(entry.getFileName()));
    return owner.isPresent() && !owner.get().isAlive();
  }

  static long used(Path mountPoint) {
    try {
      return Linux.statfs(mountPoint).usedBytes();
    } catch (KernelException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot ask how full %s is: %s".formatted(mountPoint, e.getMessage()), e);
    }
  }
}
