package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The host's own root file system in place of an image: read-only, and as the program's user sees
/// it. What only root may read stays unread.
public final class HostRoot {
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /// Not shown, whatever is mounted there: a container has its own, or programs have no business
  /// with it.
  private static final List<Path> LEFT_OUT =
      List.of(
          Path.of("/proc"),
          Path.of("/sys"),
          Path.of("/dev"),
          Path.of("/run"),
          Path.of("/tmp"),
          Path.of("/boot"),
          Path.of("/var/lib/containers"),
          Path.of("/var/lib/docker"));

  /// File systems that hold no files, or none that a program was installed to.
  private static final Set<String> WITHOUT_FILES =
      Set.of(
          "autofs",
          "binfmt_misc",
          "bpf",
          "cgroup",
          "cgroup2",
          "configfs",
          "debugfs",
          "devpts",
          "devtmpfs",
          "efivarfs",
          "fusectl",
          "hugetlbfs",
          "mqueue",
          "nsfs",
          "overlay",
          "proc",
          "pstore",
          "ramfs",
          "rpc_pipefs",
          "securityfs",
          "sysfs",
          "tmpfs",
          "tracefs");

  private static final Path RUN = Path.of("/run");

  private HostRoot() {}

  /// The root file system. It has no digest, since nothing pins it.
  public static Image image() {
    return new Image(new ImageIdentity("host", "none"), Path.of("/"), Map.of("PATH", PATH));
  }

  /// What belongs over that root: the other file systems of the host that hold files, and an empty
  /// folder in place of sockets of the host's services (`/run`) and of Assay's own state.
  ///
  /// @param home state of Assay on this machine
  /// @param empty an empty folder of the host
  public static List<Mount> mounts(Path home, Path empty) {
    var mounts = new ArrayList<Mount>();
    for (Path target : fileSystems(home.toAbsolutePath())) {
      mounts.add(Mount.readOnly(target, target.toString()));
    }
    mounts.add(Mount.readOnly(empty, RUN.toString()));
    if (isShown(home) && Files.isDirectory(home)) {
      mounts.add(Mount.readOnly(empty, home.toAbsolutePath().toString()));
    }
    return mounts;
  }

  /// Those of Assay's own, disks of other jobs among them, come and go.
  private static List<Path> fileSystems(Path home) {
    try {
      return Files.readAllLines(Path.of("/proc/self/mountinfo"), StandardCharsets.UTF_8).stream()
          .flatMap(line -> MountPoint.parse(line).stream())
          .filter(mount -> !WITHOUT_FILES.contains(mount.type()))
          .map(MountPoint::target)
          .filter(target -> target.getNameCount() > 0 && !target.startsWith(home))
          .filter(target -> isShown(target) && isReachable(target))
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "cannot read the host's mounts: " + e.getMessage(), e);
    }
  }

  private static boolean isShown(Path path) {
    return LEFT_OUT.stream().noneMatch(path.toAbsolutePath()::startsWith);
  }

  /// Whether any user may go there.
  private static boolean isReachable(Path path) {
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      try {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            || !Files.getPosixFilePermissions(folder)
                .contains(PosixFilePermission.OTHERS_EXECUTE)) {
          return false;
        }
      } catch (IOException goneMeanwhile) {
        return false;
      }
    }
    return true;
  }
}
