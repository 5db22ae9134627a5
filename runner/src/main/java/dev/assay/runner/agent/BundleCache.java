package dev.assay.runner.agent;

import dev.assay.bundle.archive.ArchiveLimits;
import dev.assay.bundle.archive.ArchiveReader;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Lease;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The bundles that this machine has unpacked, by content hash, each looked through again before it
/// is used. The longest unused go first when they take more than their share of the disk.
final class BundleCache {
  private static final DataSize MOST = DataSize.ofGibibytes(4);

  private final Path folder;
  private final InstantSource clock;

  BundleCache(Path folder, InstantSource clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /// The bundle's folder.
  Path require(Lease.BundleLocation location, PlatformClient client, Patience patience) {
    if (!location.hash().matches("[0-9a-f]{64}")) {
      throw new AssayException(
          ErrorCode.INTERNAL, "'%s' is no content hash".formatted(location.hash()));
    }
    Path bundle = folder.resolve(location.hash());
    try {
      if (Files.isDirectory(bundle) && isWhole(bundle, location)) {
        return touch(bundle);
      }
      FolderTree.delete(bundle);
      Files.createDirectories(folder);
      makeRoom();
      return touch(unpack(location, client, patience, bundle));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The bundles in %s cannot be used: %s".formatted(folder, e), e);
    }
  }

  private static boolean isWhole(Path bundle, Lease.BundleLocation location) {
    try {
      return ContentHash.ofBundle(bundle).equals(location.hash());
    } catch (AssayException damaged) {
      return false;
    }
  }

  private Path unpack(
      Lease.BundleLocation location, PlatformClient client, Patience patience, Path bundle)
      throws IOException {
    Path archive = folder.resolve("archive.tar.zst");
    Path next = folder.resolve("unpacked");
    FolderTree.delete(next);
    try {
      client.fetch(location.archive(), archive, location.archiveBytes(), patience);
      ArchiveReader.unpack(archive, next, ArchiveLimits.BUNDLE, ErrorCode.BUNDLE_INVALID);
      if (!isWhole(next, location)) {
        throw new AssayException(
            ErrorCode.IO,
            "the bundle's archive %s unpacks to another content hash than %s"
                .formatted(location.archive(), location.hash()));
      }
      return Files.move(next, bundle);
    } finally {
      Files.deleteIfExists(archive);
      FolderTree.delete(next);
    }
  }

  private Path touch(Path bundle) throws IOException {
    return Files.setLastModifiedTime(bundle, FileTime.from(clock.instant()));
  }

  private void makeRoom() throws IOException {
    List<Path> oldest;
    try (Stream<Path> bundles = Files.list(folder)) {
      oldest =
          bundles
              .filter(Files::isDirectory)
              .sorted(Comparator.comparing(BundleCache::used))
              .toList();
    }
    long bytes = 0;
    for (Path bundle : oldest.reversed()) {
      bytes += size(bundle);
      if (bytes > MOST.bytes()) {
        FolderTree.delete(bundle);
      }
    }
  }

  private static FileTime used(Path bundle) {
    try {
      return Files.getLastModifiedTime(bundle);
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static long size(Path bundle) throws IOException {
    try (Stream<Path> files = Files.walk(bundle)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
