package dev.assay.sandbox.machine;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Checks that this machine can carry out a job, before anything is done for it.
public final class Preflight {
  /// No clock that is right shows a time before this code was written.
  private static final Instant EARLIEST = Instant.parse("2025-09-01T00:00:00Z");

  private static final double BUSY_SHARE = 0.5;
  private static final List<String> COARSE_CLOCKS = List.of("jiffies", "refined-jiffies");

  private final Path root;
  private final HostFacts facts;
  private final HostPrograms programs;
  private final InstantSource clock;
  private final boolean superuser;

  /// @param root `/`, or the folder that a recorded tree lies in
  /// @param superuser whether this process is root
  public Preflight(Path root, HostPrograms programs, InstantSource clock, boolean superuser) {
    this.root = root;
    this.programs = programs;
    this.clock = clock;
    this.superuser = superuser;
    facts = new HostFacts(root);
  }

  /// Everything that was looked at, what is fine included.
  public List<Finding> check(Demand demand) {
    return Stream.of(
            Stream.of(rights()),
            requiredPrograms(),
            Stream.of(groups(), loops(), disk(demand), memory(demand), time(), clockSource()),
            Stream.of(load(), swap(), governor()).flatMap(Optional::stream))
        .flatMap(findings -> findings)
        .toList();
  }

  /// @throws AssayException `MACHINE_UNFIT` with every reason
  public void requireFit(Demand demand) {
    String reasons =
        check(demand).stream()
            .filter(finding -> finding.level() == Finding.Level.UNFIT)
            .map(Finding::text)
            .collect(Collectors.joining("; "));
    if (!reasons.isEmpty()) {
      throw new AssayException(ErrorCode.MACHINE_UNFIT, "this machine cannot measure: " + reasons);
    }
  }

  private Finding rights() {
    return superuser
        ? Finding.fine("rights", "running as root")
        : Finding.unfit("rights", "Assay needs root for control groups and mounts: use sudo");
  }

  private Stream<Finding> requiredPrograms() {
    Finding runtime =
        programs.find("runc").isPresent() || programs.find("crun").isPresent()
            ? Finding.fine("runc", "an OCI runtime is there")
            : Finding.unfit("runc", "neither runc nor crun is installed");
    return Stream.concat(
        Stream.of("podman", "mkfs.ext4", "mount").map(this::required), Stream.of(runtime));
  }

  private Finding required(String program) {
    return programs
        .find(program)
        .map(file -> Finding.fine(program, "at " + file))
        .orElseGet(() -> Finding.unfit(program, program + " is not installed"));
  }

  private Finding groups() {
    try {
      String version = new HostControlGroups(root).version();
      return version.contains("affinity")
          ? Finding.warning("control groups", version + ": no cpuset controller")
          : Finding.fine("control groups", version);
    } catch (AssayException e) {
      return Finding.unfit("control groups", e.getMessage());
    }
  }

  private Finding loops() {
    return facts.has("dev/loop-control")
        ? Finding.fine("loop devices", "can be made")
        : Finding.unfit("loop devices", "/dev/loop-control is not there; try: modprobe loop");
  }

  private Finding disk(Demand demand) {
    Path folder = demand.workFolder().toAbsolutePath();
    Path parent = folder;
    while (parent.getParent() != null && !Files.isDirectory(parent)) {
      parent = parent.getParent();
    }
    try {
      DataSize usable = DataSize.ofBytes(Files.getFileStore(parent).getUsableSpace());
      return usable.compareTo(demand.disk()) >= 0
          ? Finding.fine("disk", "%s free for %s".formatted(usable, folder))
          : Finding.unfit(
              "disk",
              "the disk of %s has %s free, the job may take %s: free some space"
                  .formatted(folder, usable, demand.disk()));
    } catch (IOException e) {
      return Finding.unfit("disk", "cannot tell how full the disk of %s is".formatted(folder));
    }
  }

  private Finding memory(Demand demand) {
    Optional<DataSize> available = facts.memoryBytes("MemAvailable").map(DataSize::ofBytes);
    if (available.isEmpty()) {
      return Finding.warning("memory", "this kernel does not say how much memory is available");
    }
    return available.get().compareTo(demand.memory()) >= 0
        ? Finding.fine("memory", available.get() + " available")
        : Finding.unfit(
            "memory",
            "%s of memory are available, and a program may take %s: end other programs"
                .formatted(available.get(), demand.memory()));
  }

  private Finding time() {
    Instant now = clock.instant();
    return now.isBefore(EARLIEST)
        ? Finding.unfit("time", "this machine's clock says %s: set it".formatted(now))
        : Finding.fine("time", now.toString());
  }

  private Finding clockSource() {
    String source =
        facts
            .find("sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse("unknown");
    return COARSE_CLOCKS.contains(source)
        ? Finding.unfit(
            "clock source",
            "the kernel keeps time by %s, which counts milliseconds".formatted(source))
        : Finding.fine("clock source", source);
  }

  private Optional<Finding> load() {
    int cores = Runtime.getRuntime().availableProcessors();
    return facts
        .find("proc/loadavg")
        .map(text -> Double.parseDouble(text.split(" ", -1)[0]))
        .map(load ->
            load > BUSY_SHARE * cores
                ? Finding.warning(
                    "load",
                    "load is %.2f on %d cores: other programs will disturb the numbers"
                        .formatted(load, cores))
                : Finding.fine("load", "%.2f on %d cores".formatted(load, cores)));
  }

  private Optional<Finding> swap() {
    return facts
        .memoryBytes("SwapTotal")
        .map(bytes ->
            bytes > 0
                ? Finding.warning("swap", "swap is on; measured programs do not use it: swapoff -a")
                : Finding.fine("swap", "off"));
  }

  private Optional<Finding> governor() {
    return facts
        .find("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        .map(governor ->
            governor.equals("performance")
                ? Finding.fine("governor", governor)
                : Finding.warning(
                    "governor",
                    "processors change their frequency (%s): cpupower frequency-set -g performance"
                        .formatted(governor)));
  }
}
