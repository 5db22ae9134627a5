package dev.assay.core.run;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A class of machines, which numbers compare within: from stable facts alone (DESIGN section 7).
///
/// @param cpuModel as /proc/cpuinfo names it; it may hold commas
/// @param cores that are granted
/// @param mebibytes of memory that are granted
public record MachineClass(String arch, String cpuModel, int cores, long mebibytes) {
  private static final Pattern NAME =
      Pattern.compile("([^,]{1,40}), (.{0,300}), (\\d{1,6}) cores?, (\\d{1,12}) MiB");

  /// Empty when no machine can be of a class with this name.
  public static Optional<MachineClass> parse(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(
                new MachineClass(
                    parts.group(1),
                    parts.group(2),
                    Integer.parseInt(parts.group(3)),
                    Long.parseLong(parts.group(4))))
            .filter(found -> found.name().equals(name))
        : Optional.empty();
  }

  /// What it is known by, as in `x86_64, AMD EPYC 7763, 1 core, 1024 MiB`.
  public String name() {
    return "%s, %s, %s, %s MiB".formatted(arch, cpuModel, coresText(), Long.toString(mebibytes));
  }

  public long memoryBytes() {
    return mebibytes << 20;
  }

  /// As in `2 cores`.
  public String coresText() {
    return Integer.toString(cores) + (cores == 1 ? " core" : " cores");
  }
}
