package dev.assay.sandbox.machine;

import dev.assay.core.run.Machine;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.cgroup.CpuList;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Describes this machine from /proc and /sys. What the kernel does not say is absent.
public final class MachineDescriber {
  private static final String CPU = "sys/devices/system/cpu/";

  private final Path root;
  private final HostFacts facts;
  private final HostPrograms programs;
  private final String groupVersion;
  private final Doctor doctor;

  /// @param root `/`, or the folder that a recorded tree lies in
  /// @param groupVersion `ControlGroups.version`
  /// @param doctor of the same machine
  public MachineDescriber(Path root, HostPrograms programs, String groupVersion, Doctor doctor) {
    this.root = root;
    this.programs = programs;
    this.groupVersion = groupVersion;
    this.doctor = doctor;
    facts = new HostFacts(root);
  }

  /// Of the machine that this runs on, where jobs need nothing of the disk that is known yet.
  public MachineDescriber(Path root, HostPrograms programs, String groupVersion) {
    this(
        root,
        programs,
        groupVersion,
        new Doctor(
            root, new Demand(root, DataSize.ofBytes(0), DataSize.ofBytes(0)), new KernelProbe()));
  }

  /// The machine as it is now, with what the doctor can tell at once. Takes some milliseconds.
  public Machine describe() {
    return new Machine(
        facts.find("proc/sys/kernel/hostname").orElse("unknown"),
        architecture(),
        cpuModel(),
        cores(),
        facts.memoryBytes("MemTotal").orElse(0L),
        new Virtualisation(facts).hypervisor().orElse(null),
        facts.find("proc/sys/kernel/osrelease").orElse("unknown"),
        operatingSystem(),
        changeable(),
        doctor.examine());
  }

  private static String architecture() {
    String name = System.getProperty("os.arch", "unknown");
    return name.equals("amd64") ? "x86_64" : name;
  }

  /// Arm's kernels give numbers in place of a name.
  private String cpuModel() {
    return facts
        .field("proc/cpuinfo", "model name")
        .or(() ->
            facts
                .field("proc/cpuinfo", "CPU part")
                .map(part ->
                    "implementer %s, part %s, variant %s"
                        .formatted(
                            facts.field("proc/cpuinfo", "CPU implementer").orElse("?"),
                            part,
                            facts.field("proc/cpuinfo", "CPU variant").orElse("?"))))
        .orElse("unknown");
  }

  private int cores() {
    return facts
        .find(CPU + "online")
        .map(CpuList::parse)
        .map(List::size)
        .orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }

  private String operatingSystem() {
    Map<String, String> release = facts.operatingSystem();
    return release.getOrDefault("PRETTY_NAME", release.getOrDefault("NAME", "unknown"));
  }

  /// What can change under a class of machine.
  private Map<String, String> changeable() {
    var known = new TreeMap<String, String>();
    put(known, "governor", facts.find(CPU + "cpu0/cpufreq/scaling_governor"));
    put(known, "frequency_driver", facts.find(CPU + "cpu0/cpufreq/scaling_driver"));
    put(known, "turbo", turbo());
    put(known, "smt", facts.find(CPU + "smt/control"));
    put(known, "isolated_cpus", facts.find(CPU + "isolated"));
    put(known, "microcode", facts.field("proc/cpuinfo", "microcode"));
    put(known, "thp", chosen("sys/kernel/mm/transparent_hugepage/enabled"));
    put(known, "aslr", facts.find("proc/sys/kernel/randomize_va_space"));
    put(known, "swap", swap());
    put(
        known,
        "clocksource",
        facts.find("sys/devices/system/clocksource/clocksource0/current_clocksource"));
    put(known, "load", facts.find("proc/loadavg").map(text -> text.split(" ", -1)[0]));
    put(known, "preemption", chosen("sys/kernel/debug/sched/preempt"));
    vulnerabilities().forEach((name, state) -> known.put("mitigation." + name, state));
    return known;
  }

  private static void put(Map<String, String> into, String key, Optional<String> value) {
    value.ifPresent(known -> into.put(key, known));
  }

  private Optional<String> turbo() {
    return facts
        .find(CPU + "intel_pstate/no_turbo")
        .map(value -> value.equals("0") ? "on" : "off")
        .or(() -> facts.find(CPU + "cpufreq/boost").map(value -> value.equals("1") ? "on" : "off"));
  }

  private Optional<String> swap() {
    return facts
        .memoryBytes("SwapTotal")
        .map(bytes -> bytes == 0 ? "off" : DataSize.ofBytes(bytes).toText());
  }

  private Optional<String> chosen(String path) {
    return facts.find(path).flatMap(BracketedWord::find);
  }

  private Map<String, String> vulnerabilities() {
    var states = new TreeMap<String, String>();
    try (Stream<Path> files = Files.list(root.resolve(CPU + "vulnerabilities"))) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .forEach(name ->
              facts
                  .find(CPU + "vulnerabilities/" + name)
                  .ifPresent(state -> states.put(name, state)));
    } catch (IOException unknown) {
      // Kernels before 4.15, and some architectures, do not say.
    }
    return states;
  }

  /// Versions of what stands between the code and the machine. A program that is not there is
  /// absent.
  public Map<String, String> environment() {
    var known = new TreeMap<String, String>();
    known.put("cgroups", groupVersion);
    known.put("java", Runtime.version().toString());
    put(known, "kernel", facts.find("proc/sys/kernel/osrelease"));
    put(known, "kernel_build", facts.find("proc/sys/kernel/version"));
    for (String program : List.of("podman", "runc", "crun")) {
      put(known, program, version(program));
    }
    return known;
  }

  /// From `podman version 4.3.1`, `runc version 1.1.5` or `crun version 1.8.1`.
  private Optional<String> version(String program) {
    return programs.find(program).stream()
        .map(file -> programs.execute(HostCommand.of(program, "--version")))
        .flatMap(answer -> answer.output().lines())
        .map(line -> line.replaceFirst("^" + program + " version ", "").strip())
        .findFirst();
  }
}
