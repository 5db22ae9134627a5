package dev.assay.sandbox.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.kernel.KernelException;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Whatever is mounted in a folder (proc_pid_mountinfo(5)).
public final class MountsBelow {
  private static final int TARGET = 4;

  private MountsBelow() {}

  /// Detaches all of it, the folder's own mount too.
  ///
  /// @throws AssayException `SANDBOX_FAILED` when a mount stays
  public static void detach(Path folder) {
    try {
      for (Path mount : find(folder)) {
        Linux.detach(mount);
      }
      List<Path> left = find(folder);
      if (!left.isEmpty()) {
        throw new AssayException(
            ErrorCode.SANDBOX_FAILED,
            "cannot delete %s: still mounted: %s".formatted(folder, left));
      }
    } catch (KernelException refused) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "cannot unmount: " + refused.getMessage(), refused);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot read what is mounted in %s: %s".formatted(folder, e), e);
    }
  }

  /// The latest first, so that what is mounted over another goes before it.
  private static List<Path> find(Path folder) throws IOException {
    var mounts = new ArrayList<Path>();
    for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"), UTF_8)) {
      Path target = Path.of(unescape(line.split(" ", -1)[TARGET]));
      if (target.startsWith(folder.toAbsolutePath())) {
        mounts.add(target);
      }
    }
    Collections.reverse(mounts);
    return mounts;
  }

  private static String unescape(String target) {
    return target.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
  }
}
