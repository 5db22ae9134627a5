package dev.assay.runner.source;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;

/// A folder that a tree is written into. Whatever the tree says, nothing is written outside of it:
/// each name is checked, each file and folder is new, and links come last, so that nothing is
/// written through one.
final class CloneFolder {
  private static final Set<PosixFilePermission> PLAIN =
      PosixFilePermissions.fromString("rw-r--r--");
  private static final Set<PosixFilePermission> EXECUTABLE =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final int MAX_LINK_BYTES = 4095;

  /// Below a path's 4,095 bytes (path_resolution(7)), with the clone's own folder before it.
  private static final int MAX_PATH = 1000;

  // The pointer that git-lfs leaves in place of a file begins like this (git-lfs, docs/spec.md).
  private static final byte[] LFS_POINTER =
      "version https://git-lfs".getBytes(StandardCharsets.US_ASCII);
  private static final int LFS_POINTER_MAX_BYTES = 1024;

  private final Path root;
  private final CloneLimits limits;
  private final Map<String, String> links = new TreeMap<>();
  private final List<String> pointers = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final ObjectChecker names = new ObjectChecker().setSafeForMacOS(true);
  private long bytes;
  private int entries;
  private int submodules;

  /// @param root an existing, empty folder
  CloneFolder(Path root, CloneLimits limits) {
    this.root = root;
    this.limits = limits;
  }

  void directory(String path) throws IOException {
    Path directory = admit(path);
    try {
      Files.createDirectory(directory);
      Files.setPosixFilePermissions(directory, EXECUTABLE);
    } catch (FileAlreadyExistsException twice) {
      throw refused(
          "holds %s twice, or two names that this file system takes for one".formatted(path));
    }
  }

  /// Writes the file that `content` gives; closes it.
  void file(String path, boolean executable, InputStream content) throws IOException {
    Path file = admit(path);
    try (content;
        OutputStream out =
            Files.newOutputStream(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
      byte[] head = content.readNBytes(LFS_POINTER_MAX_BYTES);
      if (isLfsPointer(head)) {
        pointers.add(path);
      }
      copy(new SequenceInputStream(new ByteArrayInputStream(head), content), out);
      Files.setPosixFilePermissions(file, executable ? EXECUTABLE : PLAIN);
    } catch (FileAlreadyExistsException twice) {
      throw refused(
          "holds %s twice, or two names that this file system takes for one".formatted(path));
    }
  }

  void link(String path, String target) {
    admit(path);
    if (target.isEmpty()
        || target.indexOf('\0') >= 0
        || target.getBytes(StandardCharsets.UTF_8).length > MAX_LINK_BYTES) {
      throw refused(
          "holds the symbolic link %s with a target that no system takes".formatted(path));
    }
    if (links.put(path, target) != null) {
      throw refused("holds %s twice".formatted(path));
    }
  }

  void submodule(String path) throws IOException {
    if (++submodules > limits.submodules()) {
      throw refused(
          "has more than %d submodules (the limit of a clone), counting those in submodules"
              .formatted(limits.submodules()));
    }
    directory(path);
  }

  void remark(String sentence) {
    remarks.add(sentence);
  }

  /// Makes the links. Gives the remarks on the whole.
  List<String> finish() throws IOException {
    LinkCheck.findEscape(links)
        .ifPresent(escape -> {
          throw refused(
              ("holds the symbolic link %s, which leads out of the repository and would lead"
                      + " nowhere in a container; make it relative and keep it inside")
                  .formatted(escape));
        });
    for (var link : links.entrySet()) {
      try {
        Files.createSymbolicLink(root.resolve(link.getKey()), Path.of(link.getValue()));
      } catch (FileAlreadyExistsException twice) {
        throw refused("holds %s twice".formatted(link.getKey()));
      }
    }
    if (!pointers.isEmpty()) {
      remarks.add(
          "%d files are pointers of git-lfs and were left as such, since large files are not"
                  .formatted(pointers.size())
              + " fetched: %s".formatted(firstOf(pointers)));
    }
    return List.copyOf(remarks);
  }

  private static String firstOf(List<String> paths) {
    String shown = String.join(", ", paths.subList(0, Math.min(5, paths.size())));
    return paths.size() > 5 ? shown + ", …" : shown;
  }

  private Path admit(String path) {
    if (++entries > limits.entries()) {
      throw refused(
          "has more than %d files and folders, the limit of a clone".formatted(limits.entries()));
    }
    if (path.length() > MAX_PATH) {
      throw refused(
          "holds a path of %d letters, and the limit is %d: %s…"
              .formatted(path.length(), MAX_PATH, path.substring(0, 100)));
    }
    try {
      names.checkPath(path);
      return root.resolve(path);
    } catch (CorruptObjectException | InvalidPathException bad) {
      throw refused(
          "holds the name %s, which is not safe to write (%s)".formatted(path, bad.getMessage()));
    }
  }

  private void copy(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
      bytes += count;
      if (bytes > limits.size().bytes()) {
        throw refused(
            "is larger than %s, the limit of a clone; keep large files out of it"
                .formatted(limits.size().toText()));
      }
      to.write(buffer, 0, count);
    }
  }

  private static boolean isLfsPointer(byte[] head) {
    if (head.length < LFS_POINTER.length || head.length >= LFS_POINTER_MAX_BYTES) {
      return false;
    }
    for (int i = 0; i < LFS_POINTER.length; i++) {
      if (head[i] != LFS_POINTER[i]) {
        return false;
      }
    }
    return true;
  }

  static AssayException refused(String what) {
    return new AssayException(ErrorCode.SOLUTION_INVALID, "the source " + what);
  }
}
