package dev.assay.platform.queue;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A class of machines, read from its name (`core.run.Machine.classOf`).
record MachineClass(String name, String arch, String cpuModel, int cores, long memoryBytes) {
  private static final Pattern NAME =
      Pattern.compile("([^,]{1,40}), (.{0,300}), (\\d{1,6}) cores?, (\\d{1,12}) MiB");

  /// Empty when no machine can be of a class with this name.
  static Optional<MachineClass> parse(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(
            new MachineClass(
                name,
                parts.group(1),
                parts.group(2),
                Integer.parseInt(parts.group(3)),
                Long.parseLong(parts.group(4)) << 20))
        : Optional.empty();
  }

  /// Whether the runner can be granted what the class has, on such a machine.
  boolean has(RunnerView runner) {
    RunnerView.Description description = runner.description();
    return description != null
        && description.cores() >= cores
        && description.memoryBytes() >= memoryBytes
        && description.machine().classOf(cores, memoryBytes).equals(name);
  }
}
