package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The user that PostgreSQL runs as. It refuses to run as root, so root starts it as somebody else:
/// as the user `assay` where the machine has one, else as `nobody`, which every Linux has. A number
/// without a name would not do, since `initdb` looks its user up.
///
/// @param uid absent: whoever started the platform
record ServerUser(@Nullable Integer uid, int gid) {
  private static final Path USERS = Path.of("/etc/passwd");
  private static final int UID = 2;
  private static final int GID = 3;

  /// @throws AssayException `MACHINE_UNFIT` when root finds neither user
  static ServerUser choose() {
    try {
      return isRoot() ? choose(Files.readAllLines(USERS)) : new ServerUser(null, 0);
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The machine's users could not be read", USERS, e);
    }
  }

  static ServerUser choose(List<String> users) {
    for (String name : List.of("assay", "nobody")) {
      for (String line : users) {
        String[] fields = line.split(":", -1);
        if (fields.length > GID && fields[0].equals(name) && !fields[UID].equals("0")) {
          return new ServerUser(Integer.valueOf(fields[UID]), Integer.parseInt(fields[GID]));
        }
      }
    }
    throw new AssayException(
        ErrorCode.MACHINE_UNFIT,
        "PostgreSQL may not run as root, and this machine has neither a user 'assay' nor 'nobody'; make one (useradd --system assay), or start the platform as another user.");
  }

  /// The command as this user, in a session of its own, so that a Ctrl-C at the platform's terminal
  /// does not reach it.
  List<String> command(List<String> program) {
    var command = new ArrayList<String>();
    if (uid != null) {
      command.addAll(
          List.of("setpriv", "--reuid=" + uid, "--regid=" + gid, "--clear-groups", "setsid"));
    } else {
      command.add("setsid");
    }
    command.addAll(program);
    return command;
  }

  /// Gives a file or folder to this user.
  void own(Path path) throws IOException {
    if (uid != null) {
      Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", gid, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /// @throws AssayException `NOT_PERMITTED` when this user may not enter a folder above `path`
  void requireWayTo(Path path) {
    Path above = uid == null ? null : path.toAbsolutePath().getParent();
    while (above != null) {
      if (!mayEnter(above)) {
        throw new AssayException(
            ErrorCode.NOT_PERMITTED,
            "PostgreSQL runs as user %d, who may not enter %s: let others through with chmod o+x, or name another folder with --home."
                .formatted(uid, above));
      }
      above = above.getParent();
    }
  }

  private boolean mayEnter(Path folder) {
    try {
      return Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)
          || Files.getAttribute(folder, "unix:uid").equals(uid);
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}
