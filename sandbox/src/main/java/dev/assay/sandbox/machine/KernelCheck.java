package dev.assay.sandbox.machine;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.cgroup.CpuList;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.kernel.ClockAdjustment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What of the kernel's settings makes times vary.
final class KernelCheck {
  private static final String CLOCKS = "sys/devices/system/clocksource/clocksource0/";
  private static final String PAGES = "sys/kernel/mm/transparent_hugepage/enabled";

  /// Count milliseconds: nothing that Assay measures.
  private static final List<String> COARSE_CLOCKS = List.of("jiffies", "refined-jiffies");

  /// Read in user space, without a system call or a device (`vdso(7)`).
  private static final List<String> CHEAP_CLOCKS =
      List.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  private static final long COARSE_NANOS = 1_000;
  private static final double DEAR_NANOS = 250;

  /// A hundredth of a percent: what a time that is taken now is wrong by.
  private static final double SLEW_PPM = 100;

  /// More than any hardware clock is off by (`MAXFREQ` of the kernel).
  private static final double STEERING_PPM = 500;

  private final HostFacts facts;
  private final MachineProbe probe;
  private final boolean guest;

  KernelCheck(HostFacts facts, MachineProbe probe, Virtualisation virtualisation) {
    this.facts = facts;
    this.probe = probe;
    guest = virtualisation.isGuest();
  }

  List<MachineFinding> all() {
    return List.of(
        swap(),
        hugePages(),
        addresses(),
        corePattern(),
        nodes(),
        counters(),
        clockSource(),
        clockReading(),
        clockSlew());
  }

  MachineFinding swap() {
    Optional<Long> bytes = facts.memoryBytes("SwapTotal");
    if (bytes.isEmpty()) {
      return MachineFinding.noted("swap", "this kernel does not tell whether it swaps");
    }
    return bytes.get() > 0
        ? MachineFinding.warning(
            "swap",
            "swap is on (%s); measured programs do not use it, but what others swap disturbs them"
                .formatted(DataSize.ofBytes(bytes.get())),
            "swapoff -a")
        : MachineFinding.fine("swap", "off");
  }

  private MachineFinding hugePages() {
    Optional<String> chosen = facts.find(PAGES).flatMap(BracketedWord::find);
    if (chosen.isEmpty()) {
      return MachineFinding.noted("huge pages", "this kernel tells of no transparent huge pages");
    }
    return chosen.get().equals("always")
        ? MachineFinding.warning(
            "huge pages",
            "every large array gets huge pages where memory is in one piece, so the same program is faster on one day than on another",
            "echo madvise > /" + PAGES)
        : MachineFinding.fine(
            "huge pages",
            chosen.get().equals("madvise") ? "only for programs that ask for them" : "off");
  }

  /// Recorded and not judged: a layout that is the same in every process can be lucky or unlucky
  /// for all of them.
  private MachineFinding addresses() {
    return facts
        .find("proc/sys/kernel/randomize_va_space")
        .map(value ->
            MachineFinding.noted(
                "address layout",
                switch (value) {
                  case "0" -> "the same in every process";
                  case "1" -> "random in every process, but for the heap";
                  case "2" -> "random in every process";
                  default -> "randomize_va_space is " + value;
                }))
        .orElseGet(() ->
            MachineFinding.noted(
                "address layout", "this kernel does not tell whether it is random"));
  }

  /// A pipe is served whatever `RLIMIT_CORE` says, unless that is 1 (core(5)), as in our
  /// containers.
  private MachineFinding corePattern() {
    Optional<String> pattern = facts.find("proc/sys/kernel/core_pattern");
    if (pattern.isEmpty()) {
      return MachineFinding.noted(
          "core dumps", "this kernel does not tell what it does when a program crashes");
    }
    return pattern.get().startsWith("|")
        ? MachineFinding.noted(
            "core dumps",
            "each crash of a program of the host starts %s; measured programs are kept from it"
                .formatted(pattern.get().substring(1).strip().split(" ", 2)[0]))
        : MachineFinding.fine("core dumps", "no program of the host is started for a crash");
  }

  private MachineFinding nodes() {
    Optional<Integer> nodes =
        facts.find("sys/devices/system/node/online").map(CpuList::parse).map(List::size);
    if (nodes.isEmpty()) {
      return MachineFinding.noted(
          "memory nodes", "this kernel does not tell whether some memory is farther than other");
    }
    if (nodes.get() == 1) {
      return MachineFinding.fine("memory nodes", "one: all memory is equally far");
    }
    boolean moves =
        facts.find("proc/sys/kernel/numa_balancing").map(value -> !value.equals("0")).orElse(false);
    return moves
        ? MachineFinding.warning(
            "memory nodes",
            "%d, and the kernel moves pages between them while programs run".formatted(nodes.get()),
            "sysctl -w kernel.numa_balancing=0")
        : MachineFinding.noted(
            "memory nodes",
            "%d: memory is fast only from the cores beside it; one core uses that of its own node first"
                .formatted(nodes.get()));
  }

  private MachineFinding counters() {
    String paranoid = facts.find("proc/sys/kernel/perf_event_paranoid").orElse("not told");
    Optional<Boolean> watchdog = facts.find("proc/sys/kernel/nmi_watchdog").map("1"::equals);
    boolean watched = watchdog.orElse(false);
    return new MachineFinding(
        MachineFinding.Level.NOTED,
        "performance counters",
        "perf_event_paranoid is %s; %s"
            .formatted(
                paranoid,
                watched
                    ? "the NMI watchdog holds one counter and interrupts every core now and then"
                    : watchdog.isPresent()
                        ? "no NMI watchdog"
                        : "whether there is an NMI watchdog is not told"),
        watched ? "sysctl -w kernel.nmi_watchdog=0" : "");
  }

  MachineFinding clockSource() {
    Optional<String> found = facts.find(CLOCKS + "current_clocksource");
    if (found.isEmpty()) {
      return MachineFinding.noted(
          "clock source", "this kernel does not tell what it keeps time by");
    }
    String source = found.get();
    if (COARSE_CLOCKS.contains(source)) {
      return MachineFinding.unfit(
          "clock source",
          "the kernel keeps time by %s, which counts milliseconds".formatted(source),
          better().map(KernelCheck::choose).orElse("start a kernel that finds a better clock"));
    }
    if (CHEAP_CLOCKS.contains(source)) {
      return MachineFinding.fine("clock source", source);
    }
    String text = "%s: each reading is a call to a device or to the hypervisor".formatted(source);
    return better()
        .map(other -> MachineFinding.warning("clock source", text, choose(other)))
        .orElseGet(() -> MachineFinding.noted("clock source", text + "; there is no better one"));
  }

  private static String choose(String source) {
    return "echo %s > /%scurrent_clocksource".formatted(source, CLOCKS);
  }

  private Optional<String> better() {
    return facts.find(CLOCKS + "available_clocksource").stream()
        .flatMap(text -> Arrays.stream(text.split(" +", -1)))
        .filter(CHEAP_CLOCKS::contains)
        .findFirst();
  }

  private MachineFinding clockReading() {
    return probe
        .monotonicClock()
        .map(this::clockReading)
        .orElseGet(() ->
            MachineFinding.noted("clock reading", "the resolution of the clock could not be read"));
  }

  private MachineFinding clockReading(MachineProbe.MonotonicClock clock) {
    String text =
        "one reading costs %.0f ns, the clock counts in steps of %d ns"
            .formatted(clock.readingNanos(), clock.resolutionNanos());
    if (clock.resolutionNanos() > COARSE_NANOS) {
      return MachineFinding.warning(
          "clock reading", text, "take highres=off and nohz=off from the kernel's command line");
    }
    if (clock.readingNanos() > DEAR_NANOS) {
      String cause = text + "; windows below a hundred readings show it";
      return better()
          .map(other -> MachineFinding.warning("clock reading", cause, choose(other)))
          .orElseGet(() -> MachineFinding.noted("clock reading", cause));
    }
    return MachineFinding.fine("clock reading", text);
  }

  private MachineFinding clockSlew() {
    return probe
        .clockAdjustment()
        .map(this::clockSlew)
        .orElseGet(
            () -> MachineFinding.noted("clock slew", "how the clock is steered could not be read"));
  }

  private MachineFinding clockSlew(ClockAdjustment clock) {
    String steering = "steered by %+.1f ppm".formatted(clock.steeringPpm());
    if (Math.abs(clock.slewPpm()) > SLEW_PPM || Math.abs(clock.steeringPpm()) > STEERING_PPM) {
      return MachineFinding.warning(
          "clock slew",
          "the clock is being put right by %+.3f ms and runs wrong by %.0f ppm meanwhile; every time does too"
              .formatted(
                  clock.offsetNanos() / 1e6,
                  Math.max(Math.abs(clock.slewPpm()), Math.abs(clock.steeringPpm()))),
          "wait until it is right (chronyc waitsync, or timedatectl timesync-status), or set it at once: chronyc makestep");
    }
    if (!clock.synchronised()) {
      return MachineFinding.noted(
          "clock slew",
          "none: no time service keeps the clock (%s)%s"
              .formatted(steering, guest ? "; the hypervisor may" : ""));
    }
    return MachineFinding.fine(
        "clock slew", "%s, %+.3f ms off".formatted(steering, clock.offsetNanos() / 1e6));
  }
}
