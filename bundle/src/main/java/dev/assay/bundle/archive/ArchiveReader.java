package dev.assay.bundle.archive;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/// Unpacks archives that may come from anybody: regular files and folders only, each new, all of
/// them inside the folder, and no more of them than was said.
public final class ArchiveReader {
  private static final int LONGEST_PATH = 1000;
  private static final int BUFFER_BYTES = 1 << 16;

  // Archives unpack one frame after the other; a frame asks for at most 128 MiB of memory.
  private static final int LARGEST_WINDOW_LOG = 27;

  private final Path target;
  private final ArchiveLimits limits;
  private final ErrorCode code;
  private int entries;
  private long bytes;

  private ArchiveReader(Path target, ArchiveLimits limits, ErrorCode code) {
    this.target = target;
    this.limits = limits;
    this.code = code;
  }

  /// Unpacks into a folder. What it made stays there when it fails.
  ///
  /// @param archive a tar compressed by zstd
  /// @param target an empty folder, or one that is still to be made
  /// @param code the failure when the archive is malformed or holds what it may not
  /// @throws AssayException with `code`; `TOO_LARGE` beyond the limits
  public static void unpack(Path archive, Path target, ArchiveLimits limits, ErrorCode code) {
    var reader = new ArchiveReader(target, limits, code);
    try (var file = new BufferedInputStream(Files.newInputStream(archive))) {
      reader.makeFolder(target);
      reader.unpack(file);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Cannot unpack %s into %s: %s".formatted(archive, target, e), e);
    }
  }

  private void unpack(InputStream file) throws IOException {
    try (var plain = new ZstdInputStream(file).setLongMax(LARGEST_WINDOW_LOG);
        var tar = new TarArchiveInputStream(new Measured(plain), "UTF-8")) {
      for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
        unpack(entry, tar);
      }
    }
  }

  private @Nullable TarArchiveEntry next(TarArchiveInputStream tar) throws IOException {
    try {
      return tar.getNextEntry();
    } catch (ZstdIOException e) {
      throw refused("is no zstd: " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw refused("is no whole tar: " + e.getMessage());
    }
  }

  private void unpack(TarArchiveEntry entry, InputStream content) throws IOException {
    if (++entries > limits.entries()) {
      throw tooLarge("holds more than %d files and folders".formatted(limits.entries()));
    }
    String name = entry.getName();
    Path path = inside(name);
    if (entry.isDirectory()) {
      makeFolder(path);
    } else if (isRegular(entry)) {
      makeFolder(Objects.requireNonNull(path.getParent()));
      write(name, path, content);
      Files.setPosixFilePermissions(
          path,
          PosixFilePermissions.fromString(
              (entry.getMode() & 0100) == 0 ? "rw-r--r--" : "rwxr-xr-x"));
    } else {
      throw refused(
          "holds %s, which is neither a regular file nor a folder".formatted(SafeText.shown(name)));
    }
  }

  // Commons Compress calls devices files too.
  private static boolean isRegular(TarArchiveEntry entry) {
    byte kind = entry.getLinkFlag();
    return (kind == TarConstants.LF_NORMAL || kind == TarConstants.LF_OLDNORM) && !entry.isSparse();
  }

  private Path inside(String name) {
    String plain = name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    List<String> parts = Arrays.asList(plain.split("/", -1));
    if (plain.isEmpty()
        || name.length() > LONGEST_PATH
        || name.indexOf('\0') >= 0
        || name.indexOf('\uFFFD') >= 0
        || parts.contains("")
        || parts.contains(".")
        || parts.contains("..")) {
      throw refused(
          "holds the path '%s', which is not safe to write".formatted(SafeText.shown(name)));
    }
    try {
      return target.resolve(plain);
    } catch (InvalidPathException e) {
      throw refused(
          "holds the path '%s', which is not safe to write".formatted(SafeText.shown(name)));
    }
  }

  private void makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!folder.equals(target)) {
      makeFolder(Objects.requireNonNull(folder.getParent()));
      Files.createDirectory(folder);
    } else {
      Files.createDirectories(folder);
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void write(String name, Path path, InputStream content) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = read(content, buffer); count >= 0; count = read(content, buffer)) {
        out.write(buffer, 0, count);
      }
    } catch (FileAlreadyExistsException e) {
      throw refused("holds %s twice".formatted(SafeText.shown(name)));
    }
  }

  private int read(InputStream content, byte[] buffer) {
    try {
      return content.read(buffer);
    } catch (IOException e) {
      throw refused("breaks off: " + e.getMessage());
    }
  }

  private AssayException refused(String what) {
    return new AssayException(code, "the archive " + what);
  }

  private AssayException tooLarge(String what) {
    return new AssayException(ErrorCode.TOO_LARGE, "the archive " + what);
  }

  /// Counts what comes out of the decompression: headers too, which may be made to be huge.
  private final class Measured extends FilterInputStream {
    // Each entry has a header and padding of 512 bytes, some more with long names.
    private final long most = limits.size().bytes() + 4096L * limits.entries();

    Measured(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = super.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = super.read(buffer, offset, length);
      count(Math.max(0, count));
      return count;
    }

    @Override
    public long skip(long wanted) throws IOException {
      long count = super.skip(wanted);
      count(count);
      return count;
    }

    private void count(long more) {
      bytes += more;
      if (bytes > most) {
        throw tooLarge("unpacks to more than %s".formatted(limits.size().toText()));
      }
    }
  }
}
