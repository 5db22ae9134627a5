package dev.assay.platform.testkit;

import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.testkit.Hostile;
import java.util.List;
import java.util.Map;

/// Machines of the story.
final class StoryMachines {
  static final String KERNEL = "6.1.0-18-amd64";
  static final String NEWER_KERNEL = "6.12.4-1-amd64";

  private StoryMachines() {}

  /// A quiet one.
  static Machine epyc(String hostName, String kernel) {
    return new Machine(
        hostName,
        "x86_64",
        "AMD EPYC 7763 64-Core Processor",
        8,
        33_565_818_880L,
        null,
        kernel,
        "Debian GNU/Linux 12 (bookworm)",
        Map.of(
            "governor", "performance",
            "turbo", "off",
            "smt", "off",
            "aslr", "2",
            "thp", "madvise",
            "swap", "none",
            "mitigation.spectre_v2", "Mitigation: Retpolines; STIBP: disabled; RSB filling"),
        List.of(
            MachineFinding.fine("governor", "performance"),
            MachineFinding.fine("turbo", "off"),
            MachineFinding.fine("SMT", "off"),
            MachineFinding.noted("address randomisation", "on (2)"),
            MachineFinding.noted("transparent huge pages", "madvise")));
  }

  /// One that shares its processors with others.
  static Machine xeon() {
    return new Machine(
        "cloud-xeon-1",
        "x86_64",
        "Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz",
        4,
        16_500_000_000L,
        "KVM",
        KERNEL,
        "Debian GNU/Linux 12 (bookworm)",
        Map.of("governor", "unknown", "turbo", "unknown", "smt", "on", "aslr", "2"),
        List.of(
            MachineFinding.fine("swap", "none"),
            MachineFinding.warning(
                "steal",
                "the hypervisor took 1.3 % of the processors in the last minute",
                "use a machine, or a dedicated instance, that is not shared"),
            MachineFinding.warning(
                "SMT",
                "two threads share a core, so a neighbour slows a measurement",
                "echo off >/sys/devices/system/cpu/smt/control"),
            MachineFinding.noted("governor", "the hypervisor does not say")));
  }

  static Machine neoverse() {
    return new Machine(
        "arm-1",
        "aarch64",
        "Neoverse-N1",
        4,
        16_800_000_000L,
        "KVM",
        "6.1.0-18-arm64",
        "Debian GNU/Linux 12 (bookworm)",
        Map.of("governor", "performance", "smt", "notsupported", "aslr", "2"),
        List.of(
            MachineFinding.fine("governor", "performance"),
            MachineFinding.unfit(
                "control groups",
                "the controller 'memory' is not there",
                "boot with cgroup_enable=memory"),
            MachineFinding.warning(
                "thermal", "processor 3 was throttled 12 times", "look at its cooling")));
  }

  /// Every text is unfriendly, as far as a class of machine may hold it.
  static Machine hostile() {
    String text = Hostile.TEXT.replace("\u0000", "").replace("\uD800", "");
    return new Machine(
        text,
        "x86_64",
        "<b>CPU</b> \"of\" many names " + "w".repeat(200),
        2,
        8_000_000_000L,
        text,
        text,
        text,
        Map.of(text, text),
        List.of(MachineFinding.warning(text, text, text)));
  }
}
