package dev.assay.runner.program;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.iterate.StampFiles;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.disk.DiskImage;
import dev.assay.sandbox.disk.DiskImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A small disk of its own for `out/`, in which programs leave stamps as files.
public final class StampFolder implements AutoCloseable {
  /// The folder for stamps, in the container.
  public static final String TARGET = "/out/stamps";

  private static final String MOUNT = "/out";
  private static final DataSize SIZE = DataSize.ofMebibytes(64);
  private static final int MOST_FILES = 65_536;

  private final DiskImage disk;

  private StampFolder(DiskImage disk) {
    this.disk = disk;
  }

  /// @param name unique on this machine
  public static StampFolder create(DiskImages disks, String name) {
    var folder = new StampFolder(disks.create(name + "-stamps", SIZE, MOST_FILES));
    folder.wipe();
    return folder;
  }

  public Mount mount() {
    return Mount.writable(disk.mountPoint(), MOUNT);
  }

  /// Takes away what programs left; none may be running.
  public void wipe() {
    try {
      disk.wipe();
      Path stamps = Files.createDirectory(stamps());
      Files.setPosixFilePermissions(stamps, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw failed("emptied", e);
    }
  }

  private Path stamps() {
    return disk.mountPoint().resolve("stamps");
  }

  private AssayException failed(String what, IOException e) {
    return new AssayException(
        ErrorCode.IO, "The folder %s could not be %s: %s".formatted(stamps(), what, e), e);
  }

  /// What was left, with times since `start`.
  List<StampFiles.Left> read(Instant start) {
    var left = new ArrayList<StampFiles.Left>();
    try (var files = Files.newDirectoryStream(stamps())) {
      for (Path file : files) {
        left.add(read(file, start));
      }
    } catch (IOException e) {
      throw failed("read", e);
    }
    return left;
  }

  private static StampFiles.Left read(Path file, Instant start) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(
            file, "unix:lastModifiedTime,ctime,isRegularFile", LinkOption.NOFOLLOW_LINKS);
    return new StampFiles.Left(
        file.getFileName().toString(),
        since(start, Objects.requireNonNull(attributes.get("lastModifiedTime"))),
        since(start, Objects.requireNonNull(attributes.get("ctime"))),
        Boolean.TRUE.equals(attributes.get("isRegularFile")));
  }

  private static long since(Instant start, Object time) {
    Instant at = ((FileTime) time).toInstant();
    // A program may set any year; what is further off than a long of nanoseconds is as wrong there.
    return TimeUnit.SECONDS.toNanos(at.getEpochSecond() - start.getEpochSecond())
        + at.getNano()
        - start.getNano();
  }

  @Override
  public void close() {
    disk.close();
  }
}
