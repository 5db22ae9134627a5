package dev.assay.sandbox.runc;

import java.nio.file.Path;
import java.util.Optional;

/// A line of `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
///
/// @param target where it is mounted
/// @param type of its file system
record MountPoint(Path target, String type) {
  private static final int TARGET = 4;

  /// Empty when the line is not one of that file.
  static Optional<MountPoint> parse(String line) {
    String[] words = line.split(" ", -1);
    int separator = java.util.Arrays.asList(words).indexOf("-");
    if (separator < TARGET || words.length <= separator + 1) {
      return Optional.empty();
    }
    return Optional.of(new MountPoint(Path.of(unescaped(words[TARGET])), words[separator + 1]));
  }

  private static String unescaped(String target) {
    return target
        .replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }
}
