package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.Descriptor;
import dev.assay.sandbox.kernel.Errno;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.kernel.MountTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// Makes folders of the host appear as the program's own, though they belong to somebody else: an
/// idmapped mount, by a user namespace that maps their owner to the program's user
/// (user_namespaces(7)).
final class OwnerMapping {
  private OwnerMapping() {}

  /// Mounts `source` at `staged`, which is made for it. What the program makes there belongs to the
  /// owner of `source`; files of others show as nobody's.
  ///
  /// @throws AssayException `NOT_PERMITTED` when this kernel or file system cannot map owners
  static void mount(Path source, Path staged, int program) {
    try {
      mountMapped(source, staged, program);
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.NOT_PERMITTED,
          "cannot let the program write in %s as its owner: %s%s"
              .formatted(
                  source,
                  refused.getMessage(),
                  cannotMap(refused)
                      ? "; this kernel or this file system cannot map owners: copy the folder to another disk, or give it to user %d"
                          .formatted(program)
                      : ""),
          refused);
    } catch (IOException e) {
      throw unable(source, e);
    }
  }

  /// The same, where that can be had.
  ///
  /// @return false when this kernel or file system cannot map owners
  static boolean tryToMount(Path source, Path staged, int program) {
    try {
      mountMapped(source, staged, program);
      return true;
    } catch (KernelException refused) {
      if (cannotMap(refused)) {
        return false;
      }
      throw unable(source, refused);
    } catch (IOException e) {
      throw unable(source, e);
    }
  }

  private static AssayException unable(Path source, IOException e) {
    return new AssayException(
        ErrorCode.SANDBOX_FAILED,
        "cannot show %s to the program as its own: %s".formatted(source, e.getMessage()),
        e);
  }

  private static boolean cannotMap(KernelException refused) {
    return refused.errno() == Errno.EINVAL || refused.errno() == Errno.ENOSYS;
  }

  private static void mountMapped(Path source, Path staged, int program) throws IOException {
    Files.createDirectories(staged.resolveSibling("."));
    if (Files.isDirectory(source)) {
      Files.createDirectories(staged);
    } else if (!Files.exists(staged)) {
      Files.createFile(staged);
    }
    try (Descriptor users = namespace(id(source, "uid"), id(source, "gid"), program)) {
      MountTree.bindMapped(source, staged, users);
    }
  }

  private static int id(Path file, String which) throws IOException {
    return (int) Files.getAttribute(file, "unix:" + which, LinkOption.NOFOLLOW_LINKS);
  }

  /// A namespace needs a process to be made by; it waits for the end of its input meanwhile.
  private static Descriptor namespace(int user, int group, int program) throws IOException {
    Process holder =
        new ProcessBuilder("unshare", "--user", "--", "sh", "-c", "echo ready; read -r line")
            .redirectErrorStream(true)
            .start();
    try {
      String said = holder.inputReader(UTF_8).readLine();
      if (!"ready".equals(said)) {
        throw new IOException("no user namespace can be made: " + said);
      }
      Path proc = Path.of("/proc/" + holder.pid());
      Files.writeString(proc.resolve("uid_map"), "%d %d 1\n".formatted(user, program));
      Files.writeString(proc.resolve("gid_map"), "%d %d 1\n".formatted(group, program));
      return Linux.open(proc.resolve("ns/user"));
    } finally {
      end(holder);
    }
  }

  private static void end(Process holder) {
    try {
      holder.getOutputStream().close();
      if (!holder.waitFor(2, TimeUnit.SECONDS)) {
        holder.destroyForcibly();
      }
    } catch (IOException goneAlready) {
      holder.destroyForcibly();
    } catch (InterruptedException e) {
      holder.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
