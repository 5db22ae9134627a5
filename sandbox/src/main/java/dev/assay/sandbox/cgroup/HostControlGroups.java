package dev.assay.sandbox.cgroup;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The control groups of this host, version 1, 2, or both at once with each controller in one of
/// them.
///
/// Only folders below `assay/` are made, in the hierarchies that limits and meters need. On version
/// 2 the missing ones of the controllers memory, pids, cpuset and io are enabled along that path,
/// at the root of the hierarchy too; nothing else of the host's is touched.
///
/// Where the host has no cpuset controller, `GroupLimits.cpus` is left to the affinity that the
/// container's processes are given, and `version` says so.
public final class HostControlGroups implements ControlGroups {
  private static final String TOP = "assay";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Path root;
  private final Hierarchies hierarchies;
  private final GroupFolders folders;
  private final boolean cpusets;

  /// Groups above others that have all that those need. Guarded by this.
  private final Set<Path> prepared = new HashSet<>();

  /// Of this machine.
  ///
  /// @throws AssayException `MACHINE_UNFIT` when it has no control groups for memory and processes
  public static HostControlGroups detect() {
    return new HostControlGroups(Path.of("/"));
  }

  /// @param root `/`, or the folder that a recorded tree lies in
  public HostControlGroups(Path root) {
    this(root, new KernelGroupFolders());
  }

  HostControlGroups(Path root, GroupFolders folders) {
    this.root = root;
    this.folders = folders;
    hierarchies = Hierarchies.read(root);
    cpusets =
        hierarchies.find1(Controller.CPUSET).isPresent() || hierarchies.has2(Controller.CPUSET);
  }

  @Override
  public String version() {
    return hierarchies.version() + (cpusets ? "" : ", processors by affinity");
  }

  /// Controllers that limits or meters use and that neither version offers here, as version 2 names
  /// them.
  public List<String> missing() {
    return Arrays.stream(Controller.values())
        // Version 2 counts CPU time with no controller at all.
        .filter(controller -> controller != Controller.CPU_TIME || hierarchies.unified() == null)
        .filter(controller -> hierarchies.find1(controller).isEmpty())
        .filter(controller -> !hierarchies.has2(controller))
        .map(Controller::version2)
        .toList();
  }

  @Override
  public ProcessGroup create(String path, GroupLimits limits) {
    List<String> names = names(path);
    var made = new ArrayList<Path>();
    try {
      for (Path hierarchy : used()) {
        make(hierarchy, names, limits, made);
      }
      return limited(path, made, limits);
    } catch (RuntimeException e) {
      takeBack(made, e);
      throw e;
    }
  }

  @Override
  public List<Path> hierarchies() {
    return List.copyOf(used());
  }

  private static List<String> names(String path) {
    List<String> names = List.of(path.split("/", -1));
    boolean plain = names.stream().allMatch(name -> name.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*"));
    if (names.size() < 2 || !names.getFirst().equals(TOP) || !plain) {
      throw new IllegalArgumentException("not a path below %s/: '%s'".formatted(TOP, path));
    }
    return names;
  }

  /// Roots of the hierarchies that a group needs a folder in, each once.
  private Set<Path> used() {
    var used = new LinkedHashSet<Path>();
    for (Controller controller : Controller.values()) {
      // cpu.stat of version 2 tells CPU time as well, and saves a folder.
      if (controller != Controller.CPU_TIME || hierarchies.unified() == null) {
        hierarchies.find1(controller).ifPresent(used::add);
      }
    }
    if (hierarchies.unified() != null) {
      used.add(hierarchies.unified());
    }
    return used;
  }

  private synchronized void make(
      Path hierarchy, List<String> names, GroupLimits limits, List<Path> made) {
    try {
      makeOnce(hierarchy, names, limits, made);
    } catch (NoSuchFileException vanished) {
      // Somebody took an empty parent away in between.
      prepared.clear();
      try {
        makeOnce(hierarchy, names, limits, made);
      } catch (IOException e) {
        throw cannotMake(hierarchy, names, e);
      }
    } catch (IOException e) {
      throw cannotMake(hierarchy, names, e);
    }
  }

  private static AssayException cannotMake(Path hierarchy, List<String> names, IOException e) {
    return KernelFile.failure(
        "cannot make the control group %s in %s".formatted(String.join("/", names), hierarchy), e);
  }

  private void makeOnce(Path hierarchy, List<String> names, GroupLimits limits, List<Path> made)
      throws IOException {
    Path parent = hierarchy;
    for (String name : names.subList(0, names.size() - 1)) {
      parent = parent.resolve(name);
    }
    if (!prepared.contains(parent)) {
      prepare(hierarchy, names.subList(0, names.size() - 1));
      prepared.add(parent);
    }
    Path folder = parent.resolve(names.getLast());
    makeFresh(folder);
    made.add(folder);
    restrictCpuset(folder, limits.cpus());
  }

  /// Makes the groups above one, with what it needs of them.
  private void prepare(Path hierarchy, List<String> names) throws IOException {
    Path folder = hierarchy;
    for (String name : names) {
      enableControllers(folder);
      folder = folder.resolve(name);
      makeUnlessThere(folder);
      inheritCpuset(folder);
    }
    enableControllers(folder);
  }

  private void makeUnlessThere(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    try {
      folders.make(folder);
    } catch (FileAlreadyExistsException raced) {
      // Another process of Assay made it: as good.
    }
  }

  /// A group that a dead owner left would count what is not ours, so it goes first.
  private void makeFresh(Path folder) throws IOException {
    try {
      folders.make(folder);
    } catch (FileAlreadyExistsException left) {
      folders.take(folder);
      folders.make(folder);
    }
  }

  private void enableControllers(Path folder) {
    if (hierarchies.unified() == null || !folder.startsWith(hierarchies.unified())) {
      return;
    }
    List<Controller> needed = hierarchies.used2();
    if (needed.isEmpty()) {
      return;
    }
    Path control = folder.resolve("cgroup.subtree_control");
    Set<String> enabled = Set.copyOf(Arrays.asList(KernelFile.require(control).split("\\s+")));
    String missing =
        needed.stream()
            .map(Controller::version2)
            .filter(name -> !enabled.contains(name))
            .map(name -> "+" + name)
            .collect(Collectors.joining(" "));
    if (!missing.isEmpty()) {
      KernelFile.write(control, missing);
    }
  }

  /// A new cpuset of version 1 has no processors and no memory nodes, and takes no process.
  private void inheritCpuset(Path folder) {
    if (!isCpuset1(folder)) {
      return;
    }
    inherit(folder, "cpuset.mems");
    inherit(folder, "cpuset.cpus");
  }

  private static void inherit(Path folder, String file) {
    if (KernelFile.require(folder.resolve(file)).isBlank()) {
      Path parent = parentOf(folder);
      KernelFile.write(folder.resolve(file), KernelFile.require(parent.resolve(file)).strip());
    }
  }

  private void restrictCpuset(Path folder, List<Integer> cpus) {
    String list = cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    if (isCpuset1(folder) && cpus.isEmpty()) {
      inheritCpuset(folder);
    } else if (isCpuset1(folder)) {
      inherit(folder, "cpuset.mems");
      KernelFile.write(folder.resolve("cpuset.cpus"), list);
    } else if (hierarchies.has2(Controller.CPUSET) && isUnified(folder) && !cpus.isEmpty()) {
      KernelFile.write(folder.resolve("cpuset.cpus"), list);
      requireEffective(folder.resolve("cpuset.cpus.effective"), cpus);
    }
  }

  /// Version 2 takes any list, and leaves out what a group above does not have.
  private static void requireEffective(Path file, List<Integer> cpus) {
    String effective = KernelFile.require(file).strip();
    if (!CpuList.parse(effective).containsAll(cpus)) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "cannot restrict a group to processors %s: %s says only '%s'"
              .formatted(cpus, file, effective));
    }
  }

  private boolean isCpuset1(Path folder) {
    return hierarchies.find1(Controller.CPUSET).filter(folder::startsWith).isPresent();
  }

  private boolean isUnified(Path folder) {
    return hierarchies.unified() != null && folder.startsWith(hierarchies.unified());
  }

  private HostProcessGroup limited(String path, List<Path> made, GroupLimits limits) {
    Path unified = hierarchies.unified() == null ? null : hierarchies.unified().resolve(path);
    Path pids = folderOf(Controller.PIDS, path, unified);
    MemoryMeter memory =
        hierarchies
            .find1(Controller.MEMORY)
            .<MemoryMeter>map(hierarchy -> new MemoryV1Meter(hierarchy.resolve(path)))
            .orElseGet(
                () -> new MemoryV2Meter(folderOf(Controller.MEMORY, path, unified), hostSwaps()));
    memory.limit(limits.memory());
    KernelFile.write(pids.resolve("pids.max"), Integer.toString(limits.processes()));
    CpuMeter cpu = cpuMeter(path, unified);
    return new HostProcessGroup(
        made,
        pids,
        unified,
        memory,
        cpu,
        blockMeter(path, unified),
        new ProcessorTimes(
            root.resolve("proc"),
            hierarchies.find1(Controller.CPU_TIME).orElse(null),
            limits.cpus()),
        root.resolve("proc"),
        this::takeWithEmptyParents);
  }

  private Path folderOf(Controller controller, String path, @Nullable Path unified) {
    Optional<Path> hierarchy = hierarchies.find1(controller);
    if (hierarchy.isPresent()) {
      return hierarchy.get().resolve(path);
    }
    if (unified == null) {
      throw new IllegalStateException("no hierarchy for " + controller);
    }
    return unified;
  }

  private CpuMeter cpuMeter(String path, @Nullable Path unified) {
    return unified == null
        ? new CpuacctMeter(folderOf(Controller.CPU_TIME, path, null))
        : new CpuStatMeter(unified);
  }

  private BlockMeter blockMeter(String path, @Nullable Path unified) {
    Optional<Path> blkio = hierarchies.find1(Controller.BLOCK_IO);
    if (blkio.isPresent()) {
      return new BlockMeter.Blkio(blkio.get().resolve(path));
    }
    return unified != null && hierarchies.has2(Controller.BLOCK_IO)
        ? new BlockMeter.IoStat(unified)
        : new BlockMeter.Absent();
  }

  private boolean hostSwaps() {
    return KernelFile.find(root.resolve("proc/swaps")).stream().flatMap(String::lines).count() > 1;
  }

  private void takeBack(List<Path> made, RuntimeException first) {
    for (Path folder : made.reversed()) {
      try {
        takeWithEmptyParents(folder);
      } catch (IOException e) {
        first.addSuppressed(e);
      }
    }
  }

  private synchronized void takeWithEmptyParents(Path folder) throws IOException {
    folders.take(folder);
    prepared.remove(folder);
    Path parent = parentOf(folder);
    while (!hierarchies.mounts().contains(parent)) {
      try {
        folders.take(parent);
        prepared.remove(parent);
      } catch (IOException stillUsed) {
        return;
      }
      parent = parentOf(parent);
    }
  }

  private static Path parentOf(Path folder) {
    return Objects.requireNonNull(folder.getParent());
  }

  @Override
  public void removeTree(String path) {
    names(path);
    for (Path hierarchy : hierarchies.mounts()) {
      Path top = hierarchy.resolve(path);
      if (Files.isDirectory(top)) {
        removeTree(top);
      }
    }
  }

  private void removeTree(Path top) {
    long start = System.nanoTime();
    while (true) {
      try {
        for (Path folder : deepestFirst(top)) {
          killAll(folder);
          takeWithEmptyParents(folder);
        }
        return;
      } catch (IOException e) {
        // Another thread may take groups away as well; what is left is looked for anew.
        if (e instanceof NoSuchFileException && !Files.isDirectory(top)) {
          return;
        }
        if (System.nanoTime() - start > PATIENCE.toNanos()) {
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED,
              "cannot remove the control groups below %s: %s".formatted(top, KernelFile.reason(e)),
              e);
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private static List<Path> deepestFirst(Path top) throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      var all = new ArrayList<>(tree.filter(Files::isDirectory).toList());
      Collections.reverse(all);
      return all;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void killAll(Path folder) {
    KernelFile.find(folder.resolve("cgroup.procs")).stream()
        .flatMap(String::lines)
        .map(Long::parseLong)
        .filter(pid -> pid > 0)
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  /// The folders of cgroup file systems.
  private static final class KernelGroupFolders implements GroupFolders {
    @Override
    public void make(Path folder) throws IOException {
      Files.createDirectory(folder);
    }

    @Override
    public void take(Path folder) throws IOException {
      // rmdir(2): the kernel's own files in it do not count.
      Files.delete(folder);
    }
  }
}
