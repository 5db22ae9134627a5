package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.runner.job.MachineServices;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.image.ImageBuilder;
import dev.assay.sandbox.image.PodmanImages;
import dev.assay.sandbox.machine.Demand;
import dev.assay.sandbox.machine.Preflight;
import dev.assay.sandbox.runc.RuncSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The machine that this process is on.
///
/// @param machine everything that measuring needs
/// @param sandbox the machine's
/// @param podman the machine's
/// @param imageBuilder of images from recipes
/// @param checks of this machine
/// @param demand what any job takes at least
public record HostAgentMachine(
    MachineServices machine,
    RuncSandbox sandbox,
    PodmanImages podman,
    ImageBuilder imageBuilder,
    Preflight checks,
    Demand demand)
    implements AgentMachine {
  /// What the system and the runner itself need beside a job.
  private static final long RESERVED_BYTES = 1L << 30;

  @Override
  public MachineServices services(Cancellation wish) {
    return machine.cancelledBy(wish, sandbox.heeding(wish));
  }

  @Override
  public Machine describe() {
    return machine.describer().describe();
  }

  @Override
  public int cores() {
    return machine.allCpus().size();
  }

  @Override
  public long memoryBytes() {
    long all = describe().memoryBytes();
    return Math.max(all / 2, all - RESERVED_BYTES);
  }

  /// Of Nvidia, which have a device file each.
  @Override
  public int gpus() {
    try (Stream<Path> devices = Files.list(Path.of("/dev"))) {
      return (int)
          devices
              .filter(device -> String.valueOf(device.getFileName()).matches("nvidia\\d+"))
              .count();
    } catch (IOException unknown) {
      return 0;
    }
  }

  @Override
  public List<ImageIdentity> images() {
    return podman.list();
  }

  @Override
  public List<MachineFinding> preflight() {
    var findings = new ArrayList<>(checks.check(demand));
    try {
      podman.list();
    } catch (AssayException e) {
      findings.add(MachineFinding.unfit("images", e.getMessage(), "podman info"));
    }
    return findings;
  }
}
