package dev.assay.sandbox.machine;

import dev.assay.core.run.MachineFinding;
import dev.assay.sandbox.host.HostFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Tells what of a machine makes times vary, and what to do about it.
///
/// What can be put right is a warning with a command or a plain step. What cannot be put right from
/// here, as the frequency of a guest's processors, is noted; so is what cannot be read, which is
/// never taken for fine.
public final class Doctor {
  private final Demand demand;
  private final ProcessorCheck processors;
  private final KernelCheck kernel;
  private final HostCheck host;
  private final LoadCheck load;

  /// @param root `/`, or the folder that a recorded tree lies in
  /// @param demand what a job takes at least
  public Doctor(Path root, Demand demand, MachineProbe probe) {
    this.demand = demand;
    var facts = new HostFacts(root);
    var virtualisation = new Virtualisation(facts);
    processors = new ProcessorCheck(facts, virtualisation);
    kernel = new KernelCheck(facts, probe, virtualisation);
    host = new HostCheck(root, facts, probe, virtualisation);
    load = new LoadCheck(facts);
  }

  /// What can be told at once: some hundred small files and a thousand readings of the clock. The
  /// load is that of the past minute.
  public List<MachineFinding> examine() {
    return examineWith(load.average());
  }

  /// As `examine`, with the load of each core as it is now, and who makes it.
  ///
  /// @param moment waits while the load is watched, best for a second
  public List<MachineFinding> examine(Runnable moment) {
    return examineWith(load.sample(moment));
  }

  private List<MachineFinding> examineWith(MachineFinding loadFinding) {
    return Stream.of(processors.all(), List.of(loadFinding), kernel.all(), host.all(demand))
        .flatMap(List::stream)
        .toList();
  }
}
