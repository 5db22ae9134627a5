package dev.assay.bundle.hash;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Lists the files of a folder that its content hash covers.
///
/// A link may point outside and a device has no content, so neither can be covered: both are
/// errors. Empty folders are nothing.
public final class FolderFiles {
  /// The order of the UTF-8 bytes, which is not that of Java's strings beyond the basic plane.
  private static final Comparator<String> BY_BYTES =
      (left, right) ->
          Arrays.compareUnsigned(
              left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

  private final Path folder;
  private final Predicate<String> leftOut;
  private final ErrorCode code;
  private final Map<String, Path> files = new TreeMap<>(BY_BYTES);

  private FolderFiles(Path folder, Predicate<String> leftOut, ErrorCode code) {
    this.folder = folder;
    this.leftOut = leftOut;
    this.code = code;
  }

  /// The files by their path in the folder, written with `/`, in byte order.
  ///
  /// @param leftOut says of the path of a file or folder that it is not covered; a folder's content
  ///   is then not looked at
  /// @param code the failure when the folder holds what cannot be covered
  public static Map<String, Path> list(Path folder, Predicate<String> leftOut, ErrorCode code) {
    var lister = new FolderFiles(folder, leftOut, code);
    try {
      Files.walkFileTree(folder, lister.new Visitor());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Cannot list the folder %s: %s".formatted(folder, e), e);
    }
    return lister.files;
  }

  /// Whether its owner may execute it.
  public static boolean isExecutable(Path file) throws IOException {
    return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE);
  }

  private String pathInFolder(Path path) {
    String text = folder.relativize(path).toString();
    // Java puts this where a name's bytes are no text, and then cannot open the file either.
    if (text.indexOf('\uFFFD') >= 0) {
      throw new AssayException(
          code,
          "The name of %s is not valid UTF-8, or this process runs in a locale without UTF-8; rename it or set LC_ALL=C.UTF-8."
              .formatted(path));
    }
    return text;
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
      boolean pruned = !path.equals(folder) && leftOut.test(pathInFolder(path));
      return pruned ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
      String name = pathInFolder(path);
      if (leftOut.test(name)) {
        return FileVisitResult.CONTINUE;
      }
      if (!attributes.isRegularFile()) {
        throw new AssayException(
            code,
            "%s is %s; a folder that is known by its content holds regular files only. Remove it or put a file in its place."
                .formatted(
                    path, attributes.isSymbolicLink() ? "a symbolic link" : "a special file"));
      }
      files.put(name, path);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path path, @Nullable IOException error)
        throws IOException {
      if (error != null) {
        throw error;
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
