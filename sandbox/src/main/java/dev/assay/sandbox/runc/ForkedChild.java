package dev.assay.sandbox.runc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The process that the launcher has forked, by its number on the host.
final class ForkedChild {
  private ForkedChild() {}

  /// The only child of the launcher; empty when it has none any more.
  static Optional<Long> find(long launcherPid) {
    Path children = Path.of("/proc/%d/task/%d/children".formatted(launcherPid, launcherPid));
    try {
      return Arrays.stream(Files.readString(children).split(" ", -1))
          .filter(word -> !word.isBlank())
          .findFirst()
          .map(Long::valueOf);
    } catch (IOException notInThisKernel) {
      return search(launcherPid);
    }
  }

  /// For kernels without CONFIG_PROC_CHILDREN.
  private static Optional<Long> search(long parent) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (parentOf(process) == parent) {
          return Optional.of(Long.valueOf(String.valueOf(process.getFileName())));
        }
      }
      return Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static long parentOf(Path process) {
    try {
      String stat = Files.readString(process.resolve("stat"));
      return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[1]);
    } catch (IOException gone) {
      return -1;
    }
  }
}
