package dev.assay.sandbox.machine;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.text.SafeText;
import dev.assay.sandbox.cgroup.CpuList;
import dev.assay.sandbox.host.HostFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What else runs on this machine.
final class LoadCheck {
  private static final double BUSY_SHARE = 0.5;

  /// In processors: what the kernel itself, a shell and a few services come to is less.
  private static final double OTHERS = 0.05;

  private static final int NAMED = 3;
  private static final double SHOWN_SHARE = 0.02;

  /// Columns of a line `cpuN` that are work: user, nice, system, irq, softirq (proc_stat(5)).
  private static final int[] WORK = {1, 2, 3, 6, 7};

  private static final int STEAL = 8;

  /// Fields of proc_pid_stat(5) behind the name, from 0: user and system time in ticks.
  private static final int USER_TIME = 11;

  private final HostFacts facts;

  LoadCheck(HostFacts facts) {
    this.facts = facts;
  }

  /// From the average of the past minute, which knows less than a sample does.
  MachineFinding average() {
    Optional<Double> load =
        facts.find("proc/loadavg").map(text -> Double.parseDouble(text.split(" ", -1)[0]));
    if (load.isEmpty()) {
      return MachineFinding.noted("load", "this kernel does not tell what else it does");
    }
    int cores = cores();
    return load.get() > BUSY_SHARE * cores
        ? MachineFinding.warning(
            "load",
            "load is %.2f on %d cores: other programs will disturb the numbers"
                .formatted(load.get(), cores),
            "end other programs; assay doctor names them")
        : MachineFinding.fine("load", "%.2f on %d cores".formatted(load.get(), cores));
  }

  private int cores() {
    return facts
        .find("sys/devices/system/cpu/online")
        .map(CpuList::parse)
        .map(List::size)
        .orElseGet(() -> Runtime.getRuntime().availableProcessors());
  }

  /// What ran in a moment, this process left out.
  ///
  /// @param moment waits; a second shows what takes a hundredth of a processor
  MachineFinding sample(Runnable moment) {
    Snapshot before = snapshot();
    moment.run();
    return between(before, snapshot());
  }

  /// @param work ticks by processor
  /// @param all ticks by processor, idle ones too
  /// @param processes ticks by pid
  private record Snapshot(
      Map<Integer, Long> work,
      Map<Integer, Long> all,
      Map<Integer, Long> processes,
      @Nullable Integer self) {}

  private Snapshot snapshot() {
    var work = new TreeMap<Integer, Long>();
    var all = new TreeMap<Integer, Long>();
    for (String line : facts.find("proc/stat").orElse("").lines().toList()) {
      String[] columns = line.split(" +", -1);
      if (columns[0].matches("cpu\\d+") && columns.length > STEAL) {
        int cpu = Integer.parseInt(columns[0].substring("cpu".length()));
        work.put(cpu, Arrays.stream(WORK).mapToLong(at -> Long.parseLong(columns[at])).sum());
        all.put(cpu, Arrays.stream(columns, 1, STEAL + 1).mapToLong(Long::parseLong).sum());
      }
    }
    var processes = new HashMap<Integer, Long>();
    for (String pid : facts.names("proc")) {
      if (pid.matches("\\d+")) {
        ticks(pid).ifPresent(ticks -> processes.put(Integer.valueOf(pid), ticks));
      }
    }
    Integer self =
        facts
            .find("proc/self/stat")
            .map(text -> Integer.valueOf(text.substring(0, text.indexOf(' '))))
            .orElse(null);
    return new Snapshot(work, all, processes, self);
  }

  /// The name may hold spaces and brackets, so fields are counted behind its last one.
  private Optional<Long> ticks(String pid) {
    return facts
        .find("proc/%s/stat".formatted(pid))
        .filter(text -> text.indexOf(") ") > 0)
        .map(text -> text.substring(text.lastIndexOf(") ") + 2).split(" ", -1))
        .filter(fields -> fields.length > USER_TIME + 1)
        .map(fields -> Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]));
  }

  private MachineFinding between(Snapshot before, Snapshot after) {
    var busy = new TreeMap<Integer, Double>();
    long most = 0;
    long workTicks = 0;
    for (int cpu : after.work().keySet()) {
      long passed = grown(before.all(), after.all(), cpu);
      long worked = grown(before.work(), after.work(), cpu);
      most = Math.max(most, passed);
      workTicks += worked;
      if (passed > 0) {
        busy.put(cpu, worked / (double) passed);
      }
    }
    if (busy.isEmpty()) {
      return average();
    }
    long own =
        after.self() == null ? 0 : grown(before.processes(), after.processes(), after.self());
    double others = Math.max(0, workTicks - own) / (double) most;
    String shares =
        busy.entrySet().stream()
            .filter(entry -> entry.getValue() >= SHOWN_SHARE)
            .limit(16)
            .map(entry -> "%.0f %% of core %d".formatted(entry.getValue() * 100, entry.getKey()))
            .collect(Collectors.joining(", "));
    String text =
        "other programs use %.2f processors%s"
            .formatted(others, shares.isEmpty() ? "" : " (busy: " + shares + ")");
    return others > OTHERS
        ? MachineFinding.warning(
            "load", text + ": " + named(before, after, most), "end them before measuring")
        : MachineFinding.fine("load", text);
  }

  private static long grown(Map<Integer, Long> before, Map<Integer, Long> after, int key) {
    Long late = after.get(key);
    return late == null ? 0 : Math.max(0, late - before.getOrDefault(key, late));
  }

  /// The processes that used most, by name.
  private String named(Snapshot before, Snapshot after, long ticks) {
    var used = new ArrayList<Map.Entry<Integer, Long>>();
    for (int pid : after.processes().keySet()) {
      long grown = grown(before.processes(), after.processes(), pid);
      if (grown > 0 && !Integer.valueOf(pid).equals(after.self())) {
        used.add(Map.entry(pid, grown));
      }
    }
    used.sort(
        Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    return used.isEmpty()
        ? "of processes that cannot be seen from here, or that have ended"
        : used.stream()
            .limit(NAMED)
            .map(entry ->
                "%s (pid %d) %.0f %%"
                    .formatted(
                        name(entry.getKey()), entry.getKey(), 100.0 * entry.getValue() / ticks))
            .collect(Collectors.joining(", "));
  }

  private String name(int pid) {
    return SafeText.oneLine(facts.find("proc/%d/comm".formatted(pid)).orElse("?"));
  }
}
