package dev.assay.sandbox.machine;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.HostFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What this machine stands on, and what it has left.
final class HostCheck {
  private static final int STEAL = 8;
  private static final double STEAL_SHARE = 0.005;
  private static final double SCARCE_SHARE = 0.1;

  private final Path root;
  private final HostFacts facts;
  private final MachineProbe probe;
  private final Virtualisation virtualisation;

  /// @param root `/`, or the folder that a recorded tree lies in
  HostCheck(Path root, HostFacts facts, MachineProbe probe, Virtualisation virtualisation) {
    this.root = root;
    this.facts = facts;
    this.probe = probe;
    this.virtualisation = virtualisation;
  }

  List<MachineFinding> all(Demand demand) {
    return List.of(
        virtualisation(),
        steal(),
        container(),
        quota(),
        power(),
        groups(),
        pressure(),
        memory(demand),
        disk(demand));
  }

  private MachineFinding virtualisation() {
    Optional<String> hypervisor = virtualisation.hypervisor();
    if (hypervisor.isPresent()) {
      return MachineFinding.noted(
          "virtual machine",
          "a guest (hypervisor: %s): frequency, heat and load of the host cannot be seen"
              .formatted(hypervisor.get()));
    }
    return virtualisation.isTold()
        ? MachineFinding.fine("virtual machine", "no sign of a hypervisor")
        : MachineFinding.noted(
            "virtual machine", "neither processor nor firmware tell whether this is one");
  }

  private MachineFinding steal() {
    Optional<Double> share = facts.find("proc/stat").flatMap(HostCheck::stealShare);
    if (share.isEmpty()) {
      return MachineFinding.noted(
          "steal", "this kernel does not tell what a hypervisor takes from it");
    }
    if (share.get() > STEAL_SHARE) {
      return MachineFinding.warning(
          "steal",
          "the hypervisor has given %.2f %% of the processors' time to others since the start"
              .formatted(share.get() * 100),
          "measure on a guest with processors of its own (dedicated or pinned), or on bare metal");
    }
    if (!virtualisation.isGuest()) {
      return MachineFinding.fine("steal", "none");
    }
    return share.get() > 0
        ? MachineFinding.noted(
            "steal", "%.2f %% of the processors' time since the start".formatted(share.get() * 100))
        : MachineFinding.noted("steal", "none is told of, which not every hypervisor does");
  }

  /// Of all time of all processors since the start, from the line `cpu` of proc_stat(5).
  private static Optional<Double> stealShare(String stat) {
    String[] columns = stat.lines().findFirst().orElse("").split(" +", -1);
    if (columns.length <= STEAL || !columns[0].equals("cpu")) {
      return Optional.empty();
    }
    // Guests' time (the columns behind) is in user time already.
    long all = Arrays.stream(columns, 1, STEAL + 1).mapToLong(Long::parseLong).sum();
    return all == 0 ? Optional.empty() : Optional.of(Long.parseLong(columns[STEAL]) / (double) all);
  }

  private MachineFinding container() {
    Optional<String> kind = containerKind();
    return kind.map(name ->
            MachineFinding.noted(
                "container",
                "Assay itself runs in a container (%s): programs outside of it cannot be seen"
                    .formatted(name)))
        .orElseGet(() ->
            facts.has("proc/self/cgroup") || facts.has("proc/1")
                ? MachineFinding.fine("container", "no sign of one around Assay")
                : MachineFinding.noted("container", "cannot tell whether Assay is in one"));
  }

  private Optional<String> containerKind() {
    if (facts.has("run/.containerenv")) {
      return Optional.of("podman");
    }
    if (facts.has(".dockerenv")) {
      return Optional.of("docker");
    }
    return facts
        .find("run/systemd/container")
        .or(() ->
            facts.find("proc/1/environ").stream()
                .flatMap(text -> Arrays.stream(text.split("\0", -1)))
                .filter(variable -> variable.startsWith("container="))
                .map(variable -> variable.substring("container=".length()))
                .findFirst());
  }

  /// A bandwidth limit on a group above stops everything in it for the rest of a period
  /// (scheduler/sched-bwc.rst). It is seen on the group itself, so only from inside.
  private MachineFinding quota() {
    Optional<String> version2 =
        facts.find("sys/fs/cgroup/cpu.max").filter(text -> text.matches("\\d+ \\d+"));
    Optional<String> version1 =
        facts.find("sys/fs/cgroup/cpu/cpu.cfs_quota_us").filter(text -> text.matches("\\d+"));
    Optional<Double> cores =
        version2
            .map(text -> text.split(" ", -1))
            .map(words -> Double.parseDouble(words[0]) / Double.parseDouble(words[1]))
            .or(() ->
                version1.map(quota ->
                    Double.parseDouble(quota)
                        / facts
                            .find("sys/fs/cgroup/cpu/cpu.cfs_period_us")
                            .map(Double::valueOf)
                            .orElse(100_000.0)));
    return cores
        .map(number ->
            MachineFinding.warning(
                "processor quota",
                "everything here is stopped when it has used %.2f processors within a period"
                    .formatted(number),
                "give the container processors instead of a quota: --cpuset-cpus in place of --cpus"))
        .orElseGet(() ->
            facts.has("sys/fs/cgroup")
                ? MachineFinding.fine("processor quota", "none that can be seen")
                : MachineFinding.noted("processor quota", "cannot tell whether there is one"));
  }

  private MachineFinding power() {
    String folder = "sys/class/power_supply/";
    if (!facts.has(folder)) {
      return MachineFinding.noted("power", "this kernel does not tell what it is supplied by");
    }
    List<String> supplies = facts.names(folder);
    boolean battery =
        supplies.stream()
            .filter(name -> is(folder + name + "/type", "Battery"))
            // Batteries of mice and keyboards say `Device`.
            .filter(name -> !is(folder + name + "/scope", "Device"))
            .anyMatch(name -> is(folder + name + "/status", "Discharging"));
    boolean mains = supplies.stream().anyMatch(name -> is(folder + name + "/online", "1"));
    if (battery && !mains) {
      return MachineFinding.warning(
          "power",
          "running on its battery, upon which firmware and kernel save power",
          "plug it in");
    }
    return MachineFinding.fine(
        "power", supplies.isEmpty() ? "no battery" : "not running on a battery");
  }

  private boolean is(String path, String value) {
    return facts.find(path).filter(value::equals).isPresent();
  }

  MachineFinding groups() {
    try {
      var groups = new HostControlGroups(root);
      List<String> missing = groups.missing();
      if (missing.contains("cpuset")) {
        return MachineFinding.warning(
            "control groups",
            "%s: no cpuset controller".formatted(groups.version()),
            "enable it: remove cgroup_disable=cpuset from the kernel's command line, or mount it: mount -t cgroup -o cpuset none FOLDER");
      }
      return missing.isEmpty()
          ? MachineFinding.fine("control groups", groups.version())
          : MachineFinding.noted(
              "control groups",
              "%s, without %s: what these count is absent from every run"
                  .formatted(groups.version(), String.join(", ", missing)));
    } catch (AssayException e) {
      return MachineFinding.unfit(
          "control groups",
          String.valueOf(e.getMessage()).replaceFirst("\\. Mount them.*", ""),
          facts.find("proc/self/mountinfo").filter(text -> text.contains(" cgroup")).isPresent()
              ? "cgroup_enable=memory on the kernel's command line, and mount the hierarchy that has it"
              : "mount -t cgroup2 none /sys/fs/cgroup");
    }
  }

  private MachineFinding pressure() {
    var known = new ArrayList<>(facts.names("proc/pressure"));
    known.remove("irq");
    if (known.isEmpty()) {
      return new MachineFinding(
          MachineFinding.Level.NOTED,
          "pressure",
          "this kernel does not count who waits for processors, memory and IO, so runs do not tell",
          "psi=1 on the kernel's command line");
    }
    return MachineFinding.fine("pressure", "counted for " + String.join(", ", known));
  }

  MachineFinding memory(Demand demand) {
    Optional<Long> available = facts.memoryBytes("MemAvailable");
    if (available.isEmpty()) {
      return MachineFinding.noted(
          "memory", "this kernel does not say how much memory is available");
    }
    DataSize left = DataSize.ofBytes(available.get());
    if (left.compareTo(demand.memory()) < 0) {
      return MachineFinding.unfit(
          "memory",
          "%s of memory are available, and a program may take %s".formatted(left, demand.memory()),
          "end other programs");
    }
    boolean scarce =
        facts
            .memoryBytes("MemTotal")
            .map(total -> available.get() < total * SCARCE_SHARE)
            .orElse(false);
    return scarce
        ? MachineFinding.warning(
            "memory",
            "only %s are available, so files do not stay in memory".formatted(left),
            "end other programs")
        : MachineFinding.fine("memory", left + " available");
  }

  MachineFinding disk(Demand demand) {
    Path folder = demand.workFolder().toAbsolutePath();
    Optional<DataSize> usable = probe.freeBytes(folder).map(DataSize::ofBytes);
    if (usable.isEmpty()) {
      return MachineFinding.unfit(
          "disk",
          "cannot tell how full the disk of %s is".formatted(folder),
          "set ASSAY_HOME to a folder on another disk");
    }
    return usable.get().compareTo(demand.disk()) >= 0
        ? MachineFinding.fine("disk", "%s free for %s".formatted(usable.get(), folder))
        : MachineFinding.unfit(
            "disk",
            "the disk of %s has %s free, the job may take %s"
                .formatted(folder, usable.get(), demand.disk()),
            "free some space");
  }
}
