package dev.assay.sandbox.runc;

import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `config.json` of a container's OCI bundle (OCI runtime specification 1.0).
final class OciConfig {
  /// What the launcher needs: new namespaces and mounts, return to the old ones, another user for
  /// the program, an empty bounding set, killing what the program leaves, and, in effect only
  /// meanwhile, a process in a control group that is root's. Programs have none.
  static final Set<String> LAUNCHER_CAPABILITIES =
      Set.of(
          "CAP_DAC_OVERRIDE",
          "CAP_KILL",
          "CAP_SETGID",
          "CAP_SETPCAP",
          "CAP_SETUID",
          "CAP_SYS_ADMIN",
          "CAP_SYS_CHROOT");

  /// Hidden and read-only parts of /proc and /sys, as container engines have them, and what else
  /// tells about the host or its keys.
  private static final List<String> MASKED =
      List.of(
          "/proc/acpi",
          "/proc/asound",
          "/proc/interrupts",
          "/proc/kcore",
          "/proc/keys",
          "/proc/key-users",
          "/proc/latency_stats",
          "/proc/sched_debug",
          "/proc/scsi",
          "/proc/timer_list",
          "/proc/timer_stats",
          "/sys/dev/block",
          "/sys/devices/virtual/powercap",
          "/sys/firmware",
          "/sys/kernel/debug",
          "/sys/fs/cgroup",
          "/sys/fs/selinux");

  private static final List<String> READ_ONLY =
      List.of(
          "/proc/bus",
          "/proc/fs",
          "/proc/irq",
          "/proc/pressure",
          "/proc/sys",
          "/proc/sysrq-trigger");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ContainerSpec spec;
  private final Users users;

  OciConfig(ContainerSpec spec, Users users) {
    this.spec = spec;
    this.users = users;
  }

  /// @param root mounted root file system
  /// @param launcher launcher's file on the host
  /// @param streams folder of the named pipes on the host
  /// @param hierarchies roots of the control groups' hierarchies on the host
  /// @param groupPath control group of the launcher, below the root of each hierarchy
  String toJson(
      Path root,
      Path launcher,
      Path streams,
      List<Path> hierarchies,
      String groupPath,
      SeccompList calls) {
    ObjectNode config = MAPPER.createObjectNode().put("ociVersion", "1.0.2");
    config.set("process", process());
    // It is mounted read-only, nosuid and nodev. Told to make it read-only, runtimes remount it
    // with
    // that flag alone, and set-user-ID programs and devices of the image would come back.
    config.putObject("root").put("path", root.toString()).put("readonly", false);
    config.put("hostname", spec.hostName());
    config.set("mounts", mounts(launcher, streams, hierarchies));
    ObjectNode linux = config.putObject("linux");
    linux.put("cgroupsPath", "/" + groupPath);
    namespaces(linux.putArray("namespaces"));
    linux
        .putObject("resources")
        .putArray("devices")
        .addObject()
        .put("allow", false)
        .put("access", "rwm");
    MASKED.forEach(linux.putArray("maskedPaths")::add);
    READ_ONLY.forEach(linux.putArray("readonlyPaths")::add);
    linux.set("seccomp", calls.toOci(LAUNCHER_CAPABILITIES));
    return config.toPrettyString();
  }

  private ObjectNode process() {
    ObjectNode process = MAPPER.createObjectNode();
    process.put("terminal", false).put("cwd", "/").put("noNewPrivileges", true);
    process.putObject("user").put("uid", users.launcher()).put("gid", users.launcher());
    process.putArray("args").add(RootFilesystem.LAUNCHER);
    process.putArray("env").add("PATH=/");
    ObjectNode capabilities = process.putObject("capabilities");
    for (String set : List.of("bounding", "effective", "inheritable", "permitted", "ambient")) {
      ArrayNode names = capabilities.putArray(set);
      LAUNCHER_CAPABILITIES.stream().sorted().forEach(names::add);
    }
    return process;
  }

  /// None of control groups: the launcher could not place a process outside of its own. Each
  /// process enters one of its own in its group.
  private void namespaces(ArrayNode namespaces) {
    var types = new ArrayList<>(List.of("pid", "ipc", "mount", "uts"));
    if (!spec.network()) {
      types.add("network");
    }
    types.forEach(type -> namespaces.addObject().put("type", type));
  }

  private ArrayNode mounts(Path launcher, Path streams, List<Path> hierarchies) {
    ArrayNode mounts = MAPPER.createArrayNode();
    // Processes of other users do not show: a program sees neither the launcher nor its parent.
    add(mounts, "proc", "proc", "/proc", "nosuid", "noexec", "nodev", "hidepid=2");
    add(mounts, "tmpfs", "tmpfs", "/dev", "nosuid", "noexec", "mode=755", "size=64k");
    // The launcher mounts fresh ones of the right size over these three for each process.
    add(mounts, "tmpfs", "tmpfs", "/dev/shm", "nosuid", "noexec", "nodev", "mode=755", "size=4k");
    add(mounts, "mqueue", "mqueue", "/dev/mqueue", "nosuid", "noexec", "nodev");
    add(mounts, "tmpfs", "tmpfs", "/tmp", "nosuid", "noexec", "nodev", "mode=755", "size=4k");
    add(mounts, "sysfs", "sysfs", "/sys", "nosuid", "noexec", "nodev", "ro");
    bind(mounts, launcher, RootFilesystem.LAUNCHER, "ro");
    bind(mounts, streams, RootFilesystem.STREAMS, "ro");
    // The launcher keeps them open and takes the mounts away before any program is executed.
    for (int i = 0; i < hierarchies.size(); i++) {
      bind(mounts, hierarchies.get(i), RootFilesystem.hierarchy(i), "rw");
    }
    spec.mounts().stream()
        .sorted(Comparator.comparingInt(mount -> Path.of(mount.target()).getNameCount()))
        .forEach(mount -> bind(mounts, mount.source(), mount.target(), access(mount)));
    return mounts;
  }

  private static String access(Mount mount) {
    return mount.isWritable() ? "rw" : "ro";
  }

  private static void bind(ArrayNode mounts, Path source, String target, String access) {
    add(mounts, "bind", source.toString(), target, "bind", "nosuid", "nodev", access);
  }

  private static void add(
      ArrayNode mounts, String type, String source, String target, String... options) {
    ObjectNode mount = mounts.addObject();
    mount.put("destination", target).put("type", type).put("source", source);
    ArrayNode list = mount.putArray("options");
    List.of(options).forEach(list::add);
  }
}
