package dev.assay.bundle.hash;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/// The files that a bundle's content hash covers: all but `solutions/`, `docs/`, `README*` and
/// `LICENSE*` at the top, and, at any depth, what version control and Python keep for themselves
/// (`.git`, `.hg`, `.svn`, `__pycache__`).
///
/// What is not covered may change without a new identity, so nothing that measures may see it: give
/// a bundle's container the [copy][#copy], never the host's folder.
public final class BundleFiles {
  private static final Set<String> LEFT_OUT_ANYWHERE = Set.of(".git", ".hg", ".svn", "__pycache__");

  private BundleFiles() {}

  /// Whether the content hash leaves out this file or folder.
  ///
  /// @param path in the bundle's folder, written with `/`
  public static boolean isLeftOut(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean top = name.length() == path.length();
    return LEFT_OUT_ANYWHERE.contains(name)
        || (top
            && (name.equals("solutions")
                || name.equals("docs")
                || name.startsWith("README")
                || name.startsWith("LICENSE")));
  }

  /// Copies the covered files into `target`, which is made, readable for everybody.
  ///
  /// @throws AssayException `BUNDLE_INVALID` when a link or a special file is among them
  public static void copy(Path folder, Path target) {
    copy(
        folder, FolderFiles.list(folder, BundleFiles::isLeftOut, ErrorCode.BUNDLE_INVALID), target);
  }

  /// Copies the covered files of one folder of a bundle into `target`, which is made, readable for
  /// everybody.
  ///
  /// @param inner the folder's path in the bundle's, written with `/`
  /// @throws AssayException `BUNDLE_INVALID` when a link or a special file is among them
  public static void copyInner(Path folder, String inner, Path target) {
    Path from = folder.resolve(inner);
    copy(
        from,
        FolderFiles.list(from, path -> isLeftOut(inner + "/" + path), ErrorCode.BUNDLE_INVALID),
        target);
  }

  private static void copy(Path folder, Map<String, Path> files, Path target) {
    try {
      makeFolder(target);
      for (Map.Entry<String, Path> file : files.entrySet()) {
        copyFile(file.getValue(), file.getKey(), target);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Cannot copy %s to %s: %s".formatted(folder, target, e), e);
    }
  }

  private static void copyFile(Path source, String name, Path target) throws IOException {
    Path parent = target;
    String[] parts = name.split("/", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      parent = parent.resolve(parts[i]);
      makeFolder(parent);
    }
    Path copy = parent.resolve(parts[parts.length - 1]);
    Files.copy(source, copy);
    String rights = FolderFiles.isExecutable(source) ? "rwxr-xr-x" : "rw-r--r--";
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString(rights));
  }

  private static void makeFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
