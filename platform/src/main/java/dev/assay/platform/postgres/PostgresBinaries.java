package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// The programs of a PostgreSQL, on disk.
///
/// @param folder that holds `bin`, `lib` and `share`
/// @param version as in `18.6.0`
public record PostgresBinaries(Path folder, String version) {
  private static final Set<PosixFilePermission> RUN = PosixFilePermissions.fromString("rwxr-xr-x");
  private static final Set<PosixFilePermission> READ = PosixFilePermissions.fromString("rw-r--r--");
  private static final String UNFINISHED = ".unpacking-";
  private static final int ANY_EXECUTE = 0111;

  /// Unpacks what this Assay brings into `parent/VERSION`, unless it is there already. It appears
  /// there complete or not at all. One process at a time may unpack into a parent.
  ///
  /// @throws AssayException `DISK_FULL`, `IO`; `MACHINE_UNFIT` on an architecture without binaries
  public static PostgresBinaries unpackInto(Path parent) {
    String version = bundledVersion();
    Path target = parent.resolve(version);
    if (!Files.isDirectory(target)) {
      unpack(parent, target);
    }
    return new PostgresBinaries(target, version);
  }

  Path program(String name) {
    return folder.resolve("bin").resolve(name);
  }

  /// The number before the first dot, which decides whether a data folder fits.
  String major() {
    return version.substring(0, version.indexOf('.'));
  }

  private static void unpack(Path parent, Path target) {
    try {
      removeUnfinished(parent);
      Path fresh = Files.createTempDirectory(parent, UNFINISHED);
      try (InputStream packed = open();
          var tar = new TarArchiveInputStream(new XZInputStream(packed))) {
        unpack(tar, fresh);
      }
      Files.setPosixFilePermissions(fresh, RUN);
      Programs.sync(fresh);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw ServerFailures.ofFolder("PostgreSQL could not be unpacked", parent, e);
    }
  }

  private static void removeUnfinished(Path parent) throws IOException {
    List<Path> unfinished;
    try (Stream<Path> files = Files.list(parent)) {
      unfinished =
          files.filter(file -> String.valueOf(file.getFileName()).startsWith(UNFINISHED)).toList();
    }
    for (Path one : unfinished) {
      Folders.delete(one);
    }
  }

  private static void unpack(TarArchiveInputStream tar, Path folder) throws IOException {
    TarArchiveEntry entry;
    while ((entry = tar.getNextEntry()) != null) {
      Path path = folder.resolve(entry.getName()).normalize();
      if (!path.startsWith(folder)) {
        throw new IOException("the archive names a path outside of itself: " + entry.getName());
      }
      if (entry.isDirectory()) {
        Files.createDirectories(path);
        Files.setPosixFilePermissions(path, RUN);
      } else if (entry.isSymbolicLink()) {
        Files.createDirectories(folderOf(path));
        Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
      } else {
        Files.createDirectories(folderOf(path));
        Files.copy(tar, path);
        Files.setPosixFilePermissions(path, (entry.getMode() & ANY_EXECUTE) == 0 ? READ : RUN);
      }
    }
  }

  private static Path folderOf(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  private static InputStream open() {
    String arch = System.getProperty("os.arch", "");
    String name =
        switch (arch) {
          case "amd64" -> "x86_64";
          case "aarch64" -> "arm_64";
          default -> arch;
        };
    InputStream packed =
        PostgresBinaries.class.getResourceAsStream("/postgres-linux-%s.txz".formatted(name));
    if (packed == null) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "Assay brings no PostgreSQL for the architecture '%s'; install PostgreSQL 15 or newer and name it with --database."
              .formatted(arch));
    }
    return packed;
  }

  private static String bundledVersion() {
    try (var resource = PostgresBinaries.class.getResourceAsStream("version.txt")) {
      if (resource == null) {
        throw new IllegalStateException("the build left out the version of PostgreSQL");
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the version of PostgreSQL", e);
    }
  }
}
