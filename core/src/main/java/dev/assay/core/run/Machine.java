package dev.assay.core.run;

import dev.assay.core.bundle.AddedLater;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The machine that measured, as it described itself.
///
/// @param arch `x86_64`, `aarch64`
/// @param cpuModel as /proc/cpuinfo names it
/// @param cores online processors
/// @param memoryBytes `MemTotal`
/// @param hypervisor absent on bare metal, or where it does not say
/// @param kernel release of the running kernel
/// @param facts what can change under a class of machine: governor, turbo, smt, mitigations, swap,
///   thp, aslr, …
/// @param findings what of it makes times vary, as `assay doctor` tells
public record Machine(
    String hostName,
    String arch,
    String cpuModel,
    int cores,
    long memoryBytes,
    @Nullable String hypervisor,
    String kernel,
    String operatingSystem,
    Map<String, String> facts,
    @AddedLater List<MachineFinding> findings) {
  public Machine {
    findings = List.copyOf(findings);
    facts = Collections.unmodifiableMap(new TreeMap<>(facts));
  }

  /// The class that numbers compare within, by its name.
  ///
  /// @param coresGranted what the job's limits grant
  /// @param memoryGranted bytes that the job's limits grant
  public String classOf(int coresGranted, long memoryGranted) {
    return new MachineClass(arch, cpuModel, coresGranted, memoryGranted >> 20).name();
  }
}
