package dev.assay.runner.testkit;

import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.host.Owner;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Counts what Assay leaves on this machine: processes, mounts, control groups, loop devices,
/// files.
///
/// Control groups and processes are known by the ids of runs, the rest by ASSAY_HOME, so that other
/// tests on the machine are not counted.
public final class Census {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");

  private Census() {}

  /// Everything that is there, as lines; empty when nothing is left.
  ///
  /// @param home ASSAY_HOME
  /// @param runs the folder of the runs that were made with it
  public static List<String> of(Path home, Path runs) throws IOException {
    Set<String> ids = ids(home, runs);
    var left = new ArrayList<String>();
    for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
      if (line.contains(home + "/")) {
        left.add("mount " + line);
      }
    }
    addLoopDevices(home, left);
    addGroups(ids, left);
    addProcesses(ids, home, left);
    addFiles(home, left);
    return left;
  }

  /// Runs have a folder each; work that is no run is known by its files.
  private static Set<String> ids(Path home, Path runs) throws IOException {
    var ids = new TreeSet<String>();
    for (Path folder : new Path[] {runs, home.resolve("claims")}) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> entries = Files.list(folder)) {
          entries.forEach(entry -> ids.add(String.valueOf(entry.getFileName())));
        }
      }
    }
    return ids;
  }

  private static void addLoopDevices(Path home, List<String> left) {
    var answer =
        new LocalPrograms().execute(HostCommand.of("losetup", "--list", "--noheadings", "--raw"));
    answer.output().lines().filter(line -> line.contains(home + "/")).forEach(left::add);
  }

  private static void addGroups(Set<String> ids, List<String> left) throws IOException {
    Files.walkFileTree(
        GROUPS,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = String.valueOf(folder.getFileName());
            if (ids.stream().anyMatch(name::contains)) {
              left.add("cgroup " + folder);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            // Groups of others come and go.
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(
              Path folder, @org.jspecify.annotations.Nullable IOException e) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void addProcesses(Set<String> ids, Path home, List<String> left)
      throws IOException {
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      for (Path process : processes.filter(Census::isProcess).toList()) {
        String groups = textOf(process.resolve("cgroup"));
        String command = textOf(process.resolve("cmdline")).replace('\0', ' ');
        boolean own = process.endsWith(Long.toString(ProcessHandle.current().pid()));
        // A zombie waits for the first process of this machine alone, which is not of Assay.
        boolean zombie = textOf(process.resolve("status")).contains("State:\tZ");
        if (!own
            && !zombie
            && (ids.stream().anyMatch(groups::contains) || command.contains(home + "/"))) {
          left.add("process %s %s".formatted(process.getFileName(), command));
        }
      }
    }
  }

  private static boolean isProcess(Path path) {
    return String.valueOf(path.getFileName()).matches("\\d+");
  }

  private static String textOf(Path file) {
    try {
      return Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException goneMeanwhile) {
      return "";
    }
  }

  /// Images stay mounted while their owner lives, with a mark that names it; the launcher's program
  /// is kept for the next time.
  private static void addFiles(Path home, List<String> left) throws IOException {
    for (String name : List.of("work", "claims")) {
      Path folder = home.resolve(name);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> entries = Files.list(folder)) {
          entries.forEach(entry -> left.add("file " + entry));
        }
      }
    }
    Path images = home.resolve("images");
    if (Files.isDirectory(images)) {
      try (Stream<Path> marks = Files.list(images)) {
        marks.filter(Census::isOfDeadOwner).forEach(mark -> left.add("mounted image " + mark));
      }
    }
  }

  private static boolean isOfDeadOwner(Path mark) {
    return Owner.find(String.valueOf(mark.getFileName()))
        .filter(owner -> !owner.isAlive())
        .isPresent();
  }
}
