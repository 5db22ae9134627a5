package dev.assay.sandbox.machine;

import dev.assay.core.run.MachineFinding;
import dev.assay.sandbox.cgroup.CpuList;
import dev.assay.sandbox.host.HostFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What of the processors makes times vary (kernel: admin-guide/pm/cpufreq.rst,
/// admin-guide/kernel-parameters.rst, ABI/testing/sysfs-devices-system-cpu).
final class ProcessorCheck {
  private static final String CPU = "sys/devices/system/cpu/";
  private static final String NO_TURBO = CPU + "intel_pstate/no_turbo";
  private static final String BOOST = CPU + "cpufreq/boost";

  private final HostFacts facts;
  private final boolean guest;

  ProcessorCheck(HostFacts facts, Virtualisation virtualisation) {
    this.facts = facts;
    guest = virtualisation.isGuest();
  }

  List<MachineFinding> all() {
    return List.of(
        governor(), turbo(), siblings(), isolation(), tickless(), throttling(), mitigations());
  }

  MachineFinding governor() {
    Map<String, List<Integer>> governors = byValue("cpufreq/scaling_governor");
    if (governors.isEmpty()) {
      return MachineFinding.noted(
          "governor",
          guest
              ? "the hypervisor decides how fast the processors run; nothing of it can be seen or set here"
              : "this kernel does not tell what governs the processors' frequency");
    }
    Map<String, List<Integer>> lowest = byValue("cpufreq/scaling_min_freq");
    if (lowest.size() == 1 && lowest.equals(byValue("cpufreq/scaling_max_freq"))) {
      return MachineFinding.fine(
          "governor",
          "the frequency is fixed at %s".formatted(frequency(lowest.keySet().iterator().next())));
    }
    if (governors.keySet().equals(Set.of("performance"))) {
      return MachineFinding.fine("governor", "performance");
    }
    return MachineFinding.warning(
        "governor",
        "processors change their frequency as they see fit (%s)".formatted(listed(governors)),
        "cpupower frequency-set -g performance");
  }

  private static String listed(Map<String, List<Integer>> values) {
    return values.entrySet().stream()
        .map(value ->
            values.size() == 1
                ? value.getKey()
                : "%s on %s".formatted(value.getKey(), CpuText.of(value.getValue())))
        .collect(Collectors.joining(", "));
  }

  private static String frequency(String kilohertz) {
    return kilohertz.matches("\\d{4,}")
        ? "%.2f GHz".formatted(Long.parseLong(kilohertz) / 1e6)
        : kilohertz + " kHz";
  }

  /// A file of each online processor: its values, with the processors that have each.
  private Map<String, List<Integer>> byValue(String file) {
    var values = new TreeMap<String, List<Integer>>();
    for (int cpu : processors()) {
      facts
          .find("%scpu%d/%s".formatted(CPU, cpu, file))
          .ifPresent(value -> values.computeIfAbsent(value, _ -> new ArrayList<>()).add(cpu));
    }
    return values;
  }

  private List<Integer> processors() {
    return facts
        .find(CPU + "online")
        .map(CpuList::parse)
        .orElseGet(() ->
            facts.names(CPU).stream()
                .filter(name -> name.matches("cpu\\d+"))
                .map(name -> Integer.valueOf(name.substring("cpu".length())))
                .sorted()
                .toList());
  }

  private MachineFinding turbo() {
    Map<String, List<Integer>> boosts = byValue("cpufreq/boost");
    Optional<Boolean> isOn =
        facts
            .find(NO_TURBO)
            .map("0"::equals)
            .or(() -> facts.find(BOOST).map("1"::equals))
            .or(() -> boosts.isEmpty() ? Optional.empty() : Optional.of(boosts.containsKey("1")));
    if (isOn.isEmpty()) {
      return MachineFinding.noted(
          "turbo",
          guest
              ? "whether the host's processors exceed their base frequency cannot be seen here"
              : "this kernel does not tell whether processors exceed their base frequency");
    }
    return isOn.get()
        ? MachineFinding.warning(
            "turbo",
            "processors exceed their base frequency for as long as heat and the load of the other cores allow",
            switchOffTurbo())
        : MachineFinding.fine("turbo", "off");
  }

  private String switchOffTurbo() {
    if (facts.find(NO_TURBO).isPresent()) {
      return "echo 1 > /" + NO_TURBO;
    }
    return facts.find(BOOST).isPresent()
        ? "echo 0 > /" + BOOST
        : "for f in /%scpu*/cpufreq/boost; do echo 0 > $f; done".formatted(CPU);
  }

  private MachineFinding siblings() {
    Set<String> shared =
        byValue("topology/thread_siblings_list").keySet().stream()
            .filter(list -> CpuList.parse(list).size() > 1)
            .collect(Collectors.toCollection(TreeSet::new));
    boolean active = facts.find(CPU + "smt/active").map("1"::equals).orElse(!shared.isEmpty());
    if (active) {
      return MachineFinding.warning(
          "smt siblings",
          "two processors are one core%s: what runs on one slows the other down"
              .formatted(shared.isEmpty() ? "" : " (" + some(shared) + ")"),
          "echo off > /%ssmt/control".formatted(CPU));
    }
    if (guest) {
      return MachineFinding.noted(
          "smt siblings",
          "none is told of; whether the host runs other guests on the siblings of these processors cannot be seen here");
    }
    Optional<String> control = facts.find(CPU + "smt/control");
    return control
        .map(state ->
            MachineFinding.fine(
                "smt siblings",
                state.startsWith("not") ? "this processor has none" : "switched off"))
        .orElseGet(() ->
            byValue("topology/thread_siblings_list").isEmpty()
                ? MachineFinding.noted(
                    "smt siblings", "this kernel does not tell which processors share a core")
                : MachineFinding.fine("smt siblings", "each processor is a core of its own"));
  }

  private static String some(Set<String> lists) {
    String shown = lists.stream().limit(4).collect(Collectors.joining("; "));
    return lists.size() > 4 ? shown + "; …" : shown;
  }

  private MachineFinding isolation() {
    Optional<List<Integer>> isolated = set("isolated");
    if (isolated.isEmpty()) {
      return MachineFinding.noted(
          "isolated cores", "this kernel does not tell whether it keeps other programs off a core");
    }
    List<Integer> allowed = allowed();
    if (isolated.get().isEmpty()) {
      return reserved("isolated cores", "the kernel may run any program on any core", "isolcpus=");
    }
    String list = CpuText.of(isolated.get());
    if (!allowed.isEmpty() && !allowed.containsAll(isolated.get())) {
      var all = new LinkedHashSet<>(allowed);
      all.addAll(isolated.get());
      return MachineFinding.warning(
          "isolated cores",
          "cores %s are kept free of other programs, and of Assay too, which may use %s"
              .formatted(list, CpuText.of(allowed)),
          "taskset -c %s ./assay …".formatted(CpuText.of(all)));
    }
    if (!allowed.isEmpty() && !isolated.get().contains(allowed.getLast())) {
      return MachineFinding.warning(
          "isolated cores",
          "cores %s are kept free of other programs, but programs are measured on the last ones, from %d down"
              .formatted(list, allowed.getLast()),
          "isolate the last ones instead: isolcpus=… on the kernel's command line");
    }
    return MachineFinding.fine("isolated cores", "other programs are kept off " + list);
  }

  /// A core that could be set apart on the kernel's command line; it takes a second one to leave
  /// the rest to.
  private MachineFinding reserved(String subject, String text, String parameter) {
    List<Integer> cpus = processors();
    return new MachineFinding(
        MachineFinding.Level.NOTED,
        subject,
        text,
        cpus.size() < 2
            ? ""
            : "on a machine that only measures: %s%d on the kernel's command line"
                .formatted(parameter, cpus.getLast()));
  }

  /// `(null)` is how the kernel spells an empty set in some of these files.
  private Optional<List<Integer>> set(String file) {
    return facts.isBlank(CPU + file)
        ? Optional.of(List.of())
        : facts
            .find(CPU + file)
            .map(text -> text.equals("(null)") ? List.of() : CpuList.parse(text));
  }

  /// The processors of this process; none where /proc does not tell.
  private List<Integer> allowed() {
    return facts
        .field("proc/self/status", "Cpus_allowed_list")
        .map(CpuList::parse)
        .orElse(List.of());
  }

  private MachineFinding tickless() {
    Optional<List<Integer>> set = set("nohz_full");
    if (set.isEmpty()) {
      return MachineFinding.noted(
          "kernel tick",
          "this kernel has no cores without a tick; each is interrupted 100 to 1000 times a second");
    }
    return set.get().isEmpty()
        ? reserved(
            "kernel tick",
            "every busy core is interrupted 100 to 1000 times a second",
            "nohz_full=")
        : MachineFinding.fine(
            "kernel tick", "cores %s run without it".formatted(CpuText.of(set.get())));
  }

  private MachineFinding throttling() {
    List<Long> cores = counts("core_throttle_count", this::isFirstOfItsCore);
    // Each core of a package tells the package's count.
    List<Long> packages = counts("package_throttle_count", _ -> true);
    long coreTimes = cores.stream().mapToLong(Long::longValue).sum();
    long packageTimes = packages.stream().mapToLong(Long::longValue).max().orElse(0);
    List<String> cooling = activeCooling();
    if (!cooling.isEmpty()) {
      return MachineFinding.warning(
          "thermal throttling",
          "the processors are being slowed down for heat now (%s)"
              .formatted(String.join(", ", cooling)),
          "let it cool down, and give it more air or a lower frequency: cpupower frequency-set -u FREQUENCY");
    }
    if (coreTimes > 0 || packageTimes > 0) {
      return MachineFinding.warning(
          "thermal throttling",
          "since the start, cores were slowed down for heat %d times and their package %d times"
              .formatted(coreTimes, packageTimes),
          "give it more air, or a lower frequency: cpupower frequency-set -u FREQUENCY");
    }
    if (!cores.isEmpty()) {
      return MachineFinding.fine("thermal throttling", "none since the start");
    }
    if (hasProcessorCooling()) {
      return MachineFinding.fine(
          "thermal throttling", "none now; this machine does not count what was before");
    }
    return MachineFinding.noted(
        "thermal throttling",
        guest
            ? "the host's heat cannot be seen here"
            : "this kernel does not tell whether processors are slowed down for heat");
  }

  private List<Long> counts(String file, Predicate<Integer> which) {
    return processors().stream()
        .filter(which)
        .flatMap(
            cpu -> facts.find("%scpu%d/thermal_throttle/%s".formatted(CPU, cpu, file)).stream())
        .map(Long::valueOf)
        .toList();
  }

  /// Siblings tell the count of the one core that they are.
  private boolean isFirstOfItsCore(int cpu) {
    return facts
        .find("%scpu%d/topology/thread_siblings_list".formatted(CPU, cpu))
        .map(CpuList::parse)
        .map(siblings -> siblings.getFirst() == cpu)
        .orElse(true);
  }

  private List<String> processorCooling(Predicate<String> wanted) {
    String folder = "sys/class/thermal/";
    return facts.names(folder).stream()
        .filter(name -> name.startsWith("cooling_device"))
        .filter(name ->
            facts
                .find(folder + name + "/type")
                .filter(type -> type.contains("cpufreq") || type.equals("Processor"))
                .isPresent())
        .filter(name -> wanted.test(facts.find(folder + name + "/cur_state").orElse("")))
        .map(name -> facts.find(folder + name + "/type").orElse(name))
        .toList();
  }

  private List<String> activeCooling() {
    return processorCooling(state -> state.matches("[1-9]\\d*"));
  }

  private boolean hasProcessorCooling() {
    return !processorCooling(state -> state.matches("\\d+")).isEmpty();
  }

  private MachineFinding mitigations() {
    var mitigated = new ArrayList<String>();
    var open = new ArrayList<String>();
    for (String flaw : facts.names(CPU + "vulnerabilities")) {
      String state = facts.find(CPU + "vulnerabilities/" + flaw).orElse("");
      if (state.startsWith("Mitigation")) {
        mitigated.add(flaw);
      } else if (state.startsWith("Vulnerable")) {
        open.add(flaw);
      }
    }
    if (facts.names(CPU + "vulnerabilities").isEmpty()) {
      return MachineFinding.noted("mitigations", "this kernel does not tell of any");
    }
    return MachineFinding.noted(
        "mitigations",
        "on: %s; off: %s; they cost system calls and switches, so compare only where they are the same"
            .formatted(words(mitigated), words(open)));
  }

  private static String words(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
