package dev.assay.sandbox.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A host of files that were recorded on real ones. Folders get the kernel's files when they are
/// made, and can be taken away as long as no group is in them.
final class RecordedHost implements GroupFolders {
  private static final Map<String, String> MEMORY_1 =
      Map.of(
          "memory.limit_in_bytes",
          "9223372036854771712\n",
          "memory.memsw.limit_in_bytes",
          "9223372036854771712\n",
          "memory.swappiness",
          "60\n",
          "memory.oom_control",
          "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n",
          "memory.max_usage_in_bytes",
          "67108864\n",
          "memory.kmem.usage_in_bytes",
          "401408\n",
          "memory.stat",
"""
cache 9000000
rss 100
rss_huge 0
shmem 1000000
total_cache 9000000
total_rss 50000000
total_rss_huge 0
total_shmem 1000000
""");
  private static final Map<String, String> PIDS =
      Map.of("pids.max", "max\n", "pids.current", "1\n", "pids.peak", "5\n");
  private static final Map<String, String> CPUSET_1 =
      Map.of("cpuset.cpus", "\n", "cpuset.mems", "\n");
  private static final Map<String, String> BLKIO =
      Map.of(
          "blkio.throttle.io_service_bytes_recursive",
          "8:0 Read 4096\n8:0 Write 8192\n8:0 Total 12288\n254:0 Read 100\n254:0 Write 0\nTotal 12388\n");
  private static final Map<String, String> CPUACCT =
      Map.of(
          "cpuacct.usage", "123456789\n",
          "cpuacct.usage_user", "100000000\n",
          "cpuacct.usage_sys", "23456789\n");
  private static final Map<String, String> UNIFIED =
      Map.of(
          "cgroup.subtree_control",
          "\n",
          "cgroup.kill",
          "",
          "cpu.stat",
          "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\nnice_usec 0\n",
          "cpu.pressure",
"""
some avg10=0.00 avg60=0.00 avg300=0.00 total=1234
full avg10=0.00 avg60=0.00 avg300=0.00 total=0
""",
          "io.pressure",
"""
some avg10=1.00 avg60=0.00 avg300=0.00 total=77
full avg10=0.00 avg60=0.00 avg300=0.00 total=9
""");
  private static final Map<String, String> CONTROLLERS_2 =
      Map.ofEntries(
          Map.entry("memory.max", "max\n"),
          Map.entry("memory.swap.max", "max\n"),
          Map.entry("memory.oom.group", "0\n"),
          Map.entry("memory.peak", "70000000\n"),
          Map.entry(
              "memory.events", "low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\noom_group_kill 1\n"),
          Map.entry(
              "memory.stat",
              "anon 50000000\nfile 9000000\nkernel 700000\nkernel_stack 16384\nshmem 1000000\n"),
          Map.entry("pids.max", "max\n"),
          Map.entry("cpuset.cpus", "\n"),
          Map.entry("cpuset.cpus.effective", "0-3\n"),
          Map.entry(
              "io.stat",
              "8:0 rbytes=4096 wbytes=8192 rios=1 wios=2 dbytes=0 dios=0\n254:0 rbytes=100 wbytes=0\n"));

  private final Path root;
  private final Map<Path, Map<String, String>> hierarchies = new LinkedHashMap<>();
  private final StringBuilder mounts =
      new StringBuilder("27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n");

  private RecordedHost(Path root) {
    this.root = root;
  }

  /// Each controller mounted alone, or together as systemd does.
  static RecordedHost version1(Path root) {
    return new RecordedHost(root)
        .mount1("memory", MEMORY_1)
        .mount1("pids", PIDS)
        .mount1("cpuset", CPUSET_1)
        .mount1("cpu,cpuacct", CPUACCT)
        .mount1("blkio", BLKIO)
        .mount1("name=systemd", Map.of())
        .finish();
  }

  static RecordedHost hybrid(Path root) {
    return version1(root).mount2("sys/fs/cgroup/unified", "hugetlb\n", UNIFIED).finish();
  }

  static RecordedHost version2(Path root) {
    var files = new LinkedHashMap<>(UNIFIED);
    files.putAll(CONTROLLERS_2);
    return new RecordedHost(root)
        .mount2("sys/fs/cgroup", "cpuset cpu io memory hugetlb pids rdma misc\n", files)
        .finish();
  }

  /// Version 2 without the controllers cpuset and io.
  static RecordedHost bareVersion2(Path root) {
    var files = new LinkedHashMap<>(UNIFIED);
    files.putAll(CONTROLLERS_2);
    files.keySet().removeAll(List.of("cpuset.cpus", "cpuset.cpus.effective", "io.stat"));
    files.keySet().removeAll(List.of("memory.peak", "cpu.pressure", "memory.swap.max"));
    return new RecordedHost(root).mount2("sys/fs/cgroup", "memory pids\n", files).finish();
  }

  private RecordedHost mount1(String controllers, Map<String, String> files) {
    Path at = root.resolve("sys/fs/cgroup").resolve(controllers.replace("name=", ""));
    mounts.append(
        "32 31 0:29 / /%s rw,nosuid shared:9 - cgroup cgroup rw,%s\n"
            .formatted(root.relativize(at), controllers));
    return mounted(at, files);
  }

  private RecordedHost mount2(String path, String controllers, Map<String, String> files) {
    mounts.append("41 31 0:38 / /%s rw - cgroup2 cgroup2 rw,nsdelegate\n".formatted(path));
    mounted(root.resolve(path), files);
    write(root.resolve(path), "cgroup.controllers", controllers);
    return this;
  }

  private RecordedHost mounted(Path at, Map<String, String> files) {
    hierarchies.put(at, files);
    try {
      Files.createDirectories(at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    fill(at, files);
    if (files.containsKey("cpuset.mems")) {
      write(at, "cpuset.mems", "0\n");
      write(at, "cpuset.cpus", "0-3\n");
    }
    return this;
  }

  private RecordedHost finish() {
    write(root.resolve("proc/self"), "mountinfo", mounts.toString());
    write(root.resolve("proc"), "swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    return this;
  }

  HostControlGroups groups() {
    return new HostControlGroups(root, this);
  }

  /// The text of a file below /sys/fs/cgroup.
  String read(String path) throws IOException {
    return Files.readString(root.resolve("sys/fs/cgroup").resolve(path));
  }

  boolean has(String path) {
    return Files.exists(root.resolve("sys/fs/cgroup").resolve(path));
  }

  void write(Path folder, String name, String text) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void fill(Path folder, Map<String, String> files) {
    files.forEach((name, text) -> write(folder, name, text));
    write(folder, "cgroup.procs", "");
  }

  @Override
  public void make(Path folder) throws IOException {
    Files.createDirectory(folder);
    Path hierarchy =
        hierarchies.keySet().stream().filter(folder::startsWith).findFirst().orElseThrow();
    fill(folder, hierarchies.getOrDefault(hierarchy, Map.of()));
  }

  @Override
  public void take(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> all = entries.toList();
      if (all.stream().anyMatch(Files::isDirectory)) {
        throw new DirectoryNotEmptyException(folder.toString());
      }
      for (Path file : all) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
