package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where this host has its control groups, from /proc/self/mountinfo (proc_pid_mountinfo(5),
/// cgroups(7)).
///
/// @param version1 mount points of version 1 by controller; controllers that are mounted together
///   have the same one
/// @param unified mount point of version 2; absent where only version 1 is mounted
/// @param unifiedControllers controllers that version 2 offers at its root
/// @param mounts mount points of all hierarchies, those without a controller of interest included
record Hierarchies(
    Map<String, Path> version1,
    @Nullable Path unified,
    Set<String> unifiedControllers,
    Set<Path> mounts) {
  private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{3})");

  Hierarchies {
    version1 = Map.copyOf(version1);
    unifiedControllers = Set.copyOf(unifiedControllers);
    mounts = Set.copyOf(mounts);
  }

  /// Reads the mounts of a host.
  ///
  /// @param root `/`, or the folder that a recorded tree lies in
  /// @throws AssayException `MACHINE_UNFIT` when it has no control groups, or none for memory or
  ///   process counts
  static Hierarchies read(Path root) {
    var version1 = new HashMap<String, Path>();
    var mounts = new HashSet<Path>();
    Path unified = null;
    for (String line : KernelFile.require(root.resolve("proc/self/mountinfo")).lines().toList()) {
      int dash = line.indexOf(" - ");
      if (dash < 0) {
        continue;
      }
      String[] mount = line.substring(0, dash).split(" ", -1);
      String[] source = line.substring(dash + 3).split(" ", -1);
      if (mount.length < 6 || source.length < 3) {
        continue;
      }
      Path at = root.resolve(unescape(mount[4]).substring(1));
      if (source[0].equals("cgroup2") && unified == null) {
        unified = at;
        mounts.add(at);
      } else if (source[0].equals("cgroup")) {
        mounts.add(at);
        Arrays.stream(source[2].split(","))
            .filter(Controller.NAMES::contains)
            .forEach(controller -> version1.putIfAbsent(controller, at));
      }
    }
    var hierarchies = new Hierarchies(version1, unified, offered(unified), mounts);
    hierarchies.requireController(Controller.MEMORY);
    hierarchies.requireController(Controller.PIDS);
    return hierarchies;
  }

  private static Set<String> offered(@Nullable Path unified) {
    return unified == null
        ? Set.of()
        : KernelFile.find(unified.resolve("cgroup.controllers"))
            .map(
                text -> Set.of(Arrays.stream(text.split("\\s+")).distinct().toArray(String[]::new)))
            .orElse(Set.of());
  }

  private static String unescape(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 8)));
  }

  private void requireController(Controller controller) {
    if (!version1.containsKey(controller.version1()) && !has2(controller)) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "this machine has no control groups for %s: neither a mounted cgroup v1 hierarchy nor cgroup v2 offers it. Mount them, as with: mount -t cgroup2 none /sys/fs/cgroup"
              .formatted(controller.version1()));
    }
  }

  /// Mount point of a controller's version 1 hierarchy.
  Optional<Path> find1(Controller controller) {
    return Optional.ofNullable(version1.get(controller.version1()));
  }

  /// Whether version 2 has the controller. A controller is in one version at a time.
  boolean has2(Controller controller) {
    return unifiedControllers.contains(controller.version2());
  }

  /// Controllers that groups of version 2 need to have enabled.
  List<Controller> used2() {
    return Arrays.stream(Controller.values())
        .filter(this::has2)
        .filter(controller -> controller != Controller.CPU_TIME)
        .toList();
  }

  String version() {
    boolean one = Arrays.stream(Controller.values()).anyMatch(c -> find1(c).isPresent());
    return one ? (unified == null ? "v1" : "hybrid") : "v2";
  }
}
