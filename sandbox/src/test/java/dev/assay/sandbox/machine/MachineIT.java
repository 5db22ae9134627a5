package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.core.run.Machine;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.setup.SetUp;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Of this machine, which has what the other tests need.
class MachineIT {
  private static final Path ROOT = Path.of("/");

  private final HostPrograms programs = new LocalPrograms();

  @Test
  void describesThisMachine() {
    String groups = HostControlGroups.detect().version();
    var describer = new MachineDescriber(ROOT, programs, groups);

    Machine machine = describer.describe();

    assertThat(machine.cores()).isPositive();
    assertThat(machine.memoryBytes()).isGreaterThan(100L << 20);
    assertThat(machine.cpuModel()).isNotEqualTo("unknown");
    assertThat(machine.kernel()).matches("\\d+\\.\\d+.*");
    assertThat(machine.facts()).containsKeys("load", "swap", "aslr");
    assertThat(describer.environment()).containsKeys("java", "kernel", "cgroups");
  }

  @Test
  void findsThisMachineFitAndSetUp(@TempDir Path folder) {
    assumeThat(System.getProperty("user.name")).as("measuring needs root").isEqualTo("root");
    assumeThat(new SetUp(programs, ROOT, true).missing()).as("set-up is complete").isEmpty();
    var preflight = new Preflight(ROOT, programs, InstantSource.system(), true);

    preflight.requireFit(new Demand(folder, DataSize.ofMebibytes(10), DataSize.ofMebibytes(10)));
  }
}
