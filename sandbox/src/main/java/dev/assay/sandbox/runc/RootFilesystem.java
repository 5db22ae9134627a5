package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.kernel.MountFlag;
import dev.assay.sandbox.kernel.MountTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The root of a container: its image with the missing mount points laid over it. An overlay of
/// lower layers alone, which the kernel itself mounts read-only, so an image cannot be changed
/// through it.
final class RootFilesystem {
  private static final List<String> OWN_FOLDERS =
      List.of("/proc", "/sys", "/dev", "/tmp", RootFilesystem.LAUNCHER_FOLDER + "/io");
  static final String LAUNCHER_FOLDER = "/.assay";
  static final String LAUNCHER = LAUNCHER_FOLDER + "/launcher";
  static final String STREAMS = LAUNCHER_FOLDER + "/io";

  private static final String HIERARCHIES = LAUNCHER_FOLDER + "/groups";

  private static final int OTHERS_SEARCH = 1;

  private final Path points;
  private final Path image;
  private final Path root;

  /// @param folder gets the layer of mount points and the mounted root
  /// @param image root of the image
  RootFilesystem(Path folder, Path image) {
    this.points = folder.resolve("points");
    this.image = image;
    this.root = folder.resolve("root");
  }

  /// Where it is mounted.
  Path root() {
    return root;
  }

  /// Mount point of one of the hierarchies of control groups.
  static String hierarchy(int number) {
    return HIERARCHIES + "/" + number;
  }

  /// Makes the mount points and mounts it.
  ///
  /// @param hierarchies of control groups, how many
  void mount(List<Mount> mounts, int hierarchies, Users users) {
    requirePlain(image);
    requirePlain(points);
    try {
      Files.createDirectories(points);
      if (points.startsWith(image)) {
        // Layers of an overlay must not lie in each other.
        Linux.mount(
            "tmpfs",
            points,
            "tmpfs",
            Set.of(MountFlag.NO_SET_USER_ID, MountFlag.NO_DEVICES),
            "size=4m,mode=755");
      }
      Files.createDirectories(root);
      for (String target : OWN_FOLDERS) {
        makeFolder(Path.of(target));
      }
      for (int i = 0; i < hierarchies; i++) {
        makeFolder(Path.of(hierarchy(i)));
      }
      Files.createFile(within(points, LAUNCHER));
      closeToPrograms(within(points, LAUNCHER_FOLDER), users);
      for (Mount mount : mounts) {
        makePoint(mount, mounts);
      }
      Linux.changeMode(points, mode(image));
      Linux.mount(
          "overlay",
          root,
          "overlay",
          Set.of(MountFlag.READ_ONLY, MountFlag.NO_SET_USER_ID, MountFlag.NO_DEVICES),
          "lowerdir=%s:%s".formatted(points, image));
    } catch (KernelException refused) {
      throw failure(refused);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "cannot make the mount points of a container in %s: %s".formatted(points, e.getMessage()),
          e);
    }
  }

  private AssayException failure(KernelException refused) {
    return new AssayException(
        refused.errno() == Errno.EPERM ? ErrorCode.NOT_PERMITTED : ErrorCode.SANDBOX_FAILED,
        "cannot mount the image %s as a container's root: %s; mounting needs root and overlayfs"
            .formatted(image, refused.getMessage()),
        refused);
  }

  /// Options of an overlay are separated by commas and its layers by colons.
  private static void requirePlain(Path path) {
    if (path.toString().matches(".*[,:\\\\].*")) {
      throw new AssayException(
          ErrorCode.NOT_PERMITTED,
          "the path '%s' holds a comma, a colon or a backslash, which overlay mounts cannot take; choose another folder"
              .formatted(path));
    }
  }

  private static void closeToPrograms(Path folder, Users users) throws KernelException {
    Linux.changeOwner(folder, users.launcher(), users.launcher());
    Linux.changeMode(folder, 0700);
  }

  /// A point inside another mount is that mount's to have.
  private void makePoint(Mount mount, List<Mount> mounts) throws IOException {
    Path target = Path.of(mount.target());
    for (Mount other : mounts) {
      Path around = Path.of(other.target());
      if (!around.equals(target) && target.startsWith(around)) {
        Path inside = other.source().resolve(around.relativize(target));
        if (!Files.exists(inside)) {
          throw new IllegalArgumentException(
              "%s is mounted inside %s, but %s does not exist".formatted(target, around, inside));
        }
        return;
      }
    }
    if (Files.isDirectory(mount.source())) {
      makeFolder(target);
    } else {
      makeFolder(target.resolveSibling("."));
      Path file = within(points, mount.target());
      if (!Files.exists(file)) {
        Files.createFile(file);
      }
    }
  }

  /// Makes a folder and those above it; where the image has the same, with the same permissions,
  /// since the upper layer's are what shows.
  private void makeFolder(Path target) throws IOException {
    Path inside = Path.of("/");
    for (Path name : target.normalize()) {
      inside = inside.resolve(name);
      Path own = within(points, inside.toString());
      Path images = within(image, inside.toString());
      if (Files.isSymbolicLink(images)) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED,
            "cannot mount at %s: %s is a link in the image %s; use another path"
                .formatted(target, inside, image));
      }
      if (!Files.isDirectory(own)) {
        Files.createDirectory(own);
        boolean closed = Files.isDirectory(images) && (mode(images) & OTHERS_SEARCH) == 0;
        if (closed && !inside.equals(target)) {
          // Programs have to get through, and see nothing else of it.
          MountTree.hideBelow(own);
        }
        Linux.changeMode(own, Files.isDirectory(images) && !closed ? mode(images) : 0755);
      }
    }
  }

  private static Path within(Path root, String absolute) {
    return root.resolve(absolute.substring(1));
  }

  private static int mode(Path folder) throws IOException {
    return (int) Files.getAttribute(folder, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
  }

  /// Takes the mount away; nothing when there is none.
  void unmount() {
    try {
      Linux.unmount(root);
    } catch (KernelException refused) {
      if (refused.errno() == Errno.EBUSY) {
        detach();
      } else if (refused.errno() != Errno.EINVAL && refused.errno() != Errno.ENOENT) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED, "cannot unmount: " + refused.getMessage(), refused);
      }
    }
  }

  private void detach() {
    try {
      Linux.detach(root);
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot unmount: " + refused.getMessage(), refused);
    }
  }
}
