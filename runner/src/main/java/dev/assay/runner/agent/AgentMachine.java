package dev.assay.runner.agent;

import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.runner.job.MachineServices;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.image.ImageBuilder;
import java.util.List;

/// The machine that a runner works on.
public interface AgentMachine {
  /// Its services for one job, which `wish` cancels.
  MachineServices services(Cancellation wish);

  /// How it describes itself now.
  Machine describe();

  /// Processors that a job can be granted.
  int cores();

  /// Memory that a job can be granted.
  long memoryBytes();

  int gpus();

  /// The images that are there now.
  List<ImageIdentity> images();

  ImageBuilder imageBuilder();

  /// What was looked at before a job is taken; unfit findings keep it from being taken.
  List<MachineFinding> preflight();
}
