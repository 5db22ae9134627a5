package dev.assay.platform.blob;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Blobs in a folder: `ab/cd/abcd…`, read-only files. What is being written lies in `new/`, and
/// appears under its name by a rename once it is on disk whole. Several processes may share the
/// folder.
public final class FolderBlobs implements Blobs {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final String UNFINISHED = "new";

  /// No upload takes that long.
  private static final Duration ABANDONED = Duration.ofDays(1);

  private static final int BUFFER = 1 << 16;

  private final Path folder;

  private FolderBlobs(Path folder) {
    this.folder = folder;
  }

  /// Opens a folder, and makes it where there is none. Takes away what processes that were killed
  /// left unfinished a day ago or earlier.
  ///
  /// @throws AssayException `IO`, `DISK_FULL` when it cannot be written
  public static FolderBlobs open(Path folder, InstantSource clock) {
    try {
      Files.createDirectories(folder.resolve(UNFINISHED));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      var blobs = new FolderBlobs(folder);
      blobs.sweep(clock.instant().minus(ABANDONED));
      return blobs;
    } catch (IOException e) {
      throw failure("The folder for blobs could not be opened", folder, e);
    }
  }

  private void sweep(Instant before) throws IOException {
    for (Path file : unfinished()) {
      try {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
          Files.deleteIfExists(file);
        }
      } catch (NoSuchFileException e) {
        // Another process was faster.
      }
    }
  }

  private List<Path> unfinished() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(UNFINISHED))) {
      return files.toList();
    }
  }

  @Override
  public long store(String expected, InputStream content) {
    if (!HASH.matcher(expected).matches()) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "'%s' is no SHA-256 in 64 small hexadecimal digits.".formatted(expected));
    }
    return store(content, expected);
  }

  @Override
  public String store(byte[] content) {
    String hash = HexFormat.of().formatHex(sha256().digest(content));
    store(new ByteArrayInputStream(content), hash);
    return hash;
  }

  private long store(InputStream content, String expected) {
    Path fresh = freshFile();
    try {
      Written written = write(content, fresh);
      if (!written.hash().equals(expected)) {
        throw new AssayException(
            ErrorCode.REQUEST_INVALID,
            "What was sent has the SHA-256 %s, and not %s as was said; send it again."
                .formatted(written.hash(), expected));
      }
      place(fresh, expected);
      return written.bytes();
    } finally {
      delete(fresh);
    }
  }

  private Path freshFile() {
    try {
      return Files.createTempFile(folder.resolve(UNFINISHED), "", "");
    } catch (IOException e) {
      throw failure("A blob could not be stored", folder, e);
    }
  }

  private record Written(String hash, long bytes) {}

  private Written write(InputStream content, Path file) {
    MessageDigest digest = sha256();
    var buffer = new byte[BUFFER];
    long bytes = 0;
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
      int count;
      while ((count = read(content, buffer)) >= 0) {
        digest.update(buffer, 0, count);
        writeAll(out, ByteBuffer.wrap(buffer, 0, count));
        bytes += count;
      }
      out.force(true);
    } catch (IOException e) {
      throw failure("A blob could not be stored", folder, e);
    }
    return new Written(HexFormat.of().formatHex(digest.digest()), bytes);
  }

  private static int read(InputStream content, byte[] buffer) {
    try {
      return content.read(buffer);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID, "What was sent broke off: %s; send it again.".formatted(e), e);
    }
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  private void place(Path fresh, String hash) {
    Path outer = folder.resolve(hash.substring(0, 2));
    Path inner = outer.resolve(hash.substring(2, 4));
    try {
      boolean isNewFolder = !Files.exists(inner);
      Files.createDirectories(inner);
      if (!Files.exists(path(hash))) {
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("r--------"));
        Files.move(fresh, path(hash), StandardCopyOption.ATOMIC_MOVE);
      }
      // In any case: whoever stored the same a moment ago may not have come to this yet.
      sync(inner);
      if (isNewFolder) {
        sync(outer);
        sync(folder);
      }
    } catch (IOException e) {
      throw failure("A blob could not be stored", folder, e);
    }
  }

  /// A name is on disk when its folder is.
  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It lies among the unfinished, which are swept.
    }
  }

  @Override
  public InputStream open(String hash) {
    if (HASH.matcher(hash).matches()) {
      try {
        return Files.newInputStream(path(hash));
      } catch (NoSuchFileException e) {
        // Said below.
      } catch (IOException e) {
        throw failure("The blob %s could not be read".formatted(hash), folder, e);
      }
    }
    throw new AssayException(ErrorCode.NOT_FOUND, "There is no blob %s.".formatted(hash));
  }

  @Override
  public OptionalLong findSize(String hash) {
    if (!HASH.matcher(hash).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Files.size(path(hash)));
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      throw failure("The blob %s could not be read".formatted(hash), folder, e);
    }
  }

  /// Only for what is a hash, so that no path leads out of the folder.
  private Path path(String hash) {
    return folder.resolve(hash.substring(0, 2)).resolve(hash.substring(2, 4)).resolve(hash);
  }

  /// Whether it holds none.
  public boolean isEmpty() {
    try (Stream<Path> found = Files.list(folder)) {
      return found.allMatch(path -> path.endsWith(UNFINISHED));
    } catch (IOException e) {
      throw failure("The folder for blobs could not be read", folder, e);
    }
  }

  /// How many there are and how many bytes they have together. Looks at each of them.
  public Use use() {
    try (Stream<Path> files = Files.walk(folder)) {
      long[] sizes =
          files
              .filter(path -> HASH.matcher(String.valueOf(path.getFileName())).matches())
              .mapToLong(path -> path.toFile().length())
              .toArray();
      return new Use(sizes.length, java.util.Arrays.stream(sizes).sum());
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new AssayException(
          ErrorCode.IO, "The blobs in %s could not be counted: %s.".formatted(folder, e), e);
    }
  }

  /// @param count of blobs
  public record Use(long count, long bytes) {}

  /// Bytes that can still be written.
  public long freeBytes() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      throw failure("The folder for blobs could not be looked at", folder, e);
    }
  }

  /// Writes a file, reads it and takes it away.
  ///
  /// @throws AssayException `IO`, `DISK_FULL` when that cannot be done
  public void probe() {
    Path fresh = freshFile();
    try {
      write(new ByteArrayInputStream(new byte[1]), fresh);
    } finally {
      delete(fresh);
    }
  }

  private static AssayException failure(String what, Path folder, IOException e) {
    String message = String.valueOf(e.getMessage());
    boolean isFull =
        message.contains("No space left on device") || message.contains("Disk quota exceeded");
    return new AssayException(
        isFull ? ErrorCode.DISK_FULL : ErrorCode.IO,
        isFull
            ? "%s in %s: the disk is full. Nothing was stored; the operator has to make room."
                .formatted(what, folder)
            : "%s in %s: %s.".formatted(what, folder, e),
        e);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
