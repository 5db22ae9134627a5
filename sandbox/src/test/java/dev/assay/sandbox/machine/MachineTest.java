package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.host.FakePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  @TempDir private Path root;

  @Test
  void describesWhatTheKernelSays() throws IOException {
    write("proc/sys/kernel/hostname", "node7\n");
    write("proc/sys/kernel/osrelease", "6.1.0-30\n");
    write("proc/sys/kernel/randomize_va_space", "2\n");
    write(
        "proc/cpuinfo",
        "processor\t: 0\nmodel name\t: AMD EPYC 9354\nmicrocode\t: 0x1000065\nflags\t\t: fpu hypervisor lm\n");
    write("proc/meminfo", "MemTotal:       24684092 kB\nSwapTotal:             0 kB\n");
    write("proc/loadavg", "0.25 0.10 0.05 1/100 4242\n");
    write("sys/devices/system/cpu/online", "0-3,8\n");
    write("sys/devices/system/cpu/vulnerabilities/spectre_v2", "Mitigation: IBRS\n");
    write("sys/devices/system/cpu/cpufreq/boost", "1\n");
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    write("sys/class/dmi/id/sys_vendor", "QEMU\n");
    write("sys/class/dmi/id/product_name", "Standard PC\n");
    write("etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n");

    Machine machine = new MachineDescriber(root, new FakePrograms(), "hybrid").describe();

    assertThat(machine.hostName()).isEqualTo("node7");
    assertThat(machine.cpuModel()).isEqualTo("AMD EPYC 9354");
    assertThat(machine.cores()).isEqualTo(5);
    assertThat(machine.memoryBytes()).isEqualTo(24_684_092L * 1024);
    assertThat(machine.hypervisor()).isEqualTo("QEMU Standard PC");
    assertThat(machine.kernel()).isEqualTo("6.1.0-30");
    assertThat(machine.operatingSystem()).isEqualTo("Debian GNU/Linux 12 (bookworm)");
    assertThat(machine.facts())
        .containsEntry("thp", "madvise")
        .containsEntry("turbo", "on")
        .containsEntry("swap", "off")
        .containsEntry("aslr", "2")
        .containsEntry("load", "0.25")
        .containsEntry("microcode", "0x1000065")
        .containsEntry("mitigation.spectre_v2", "Mitigation: IBRS")
        .doesNotContainKeys("governor", "smt", "clocksource");
  }

  @Test
  void leavesAbsentWhatItCannotKnow() {
    Machine machine = new MachineDescriber(root, new FakePrograms(), "v2").describe();

    assertThat(machine.hypervisor()).isNull();
    assertThat(machine.facts()).isEmpty();
    assertThat(machine.cpuModel()).isEqualTo("unknown");
  }

  @Test
  void namesVersionsOfWhatIsInstalled() {
    var programs = new FakePrograms("podman", "runc");
    programs.answer("podman --version", "podman version 4.3.1\n");
    programs.answer("runc --version", "runc version 1.1.5+ds1\ncommit: x\n");

    assertThat(new MachineDescriber(root, programs, "hybrid").environment())
        .containsEntry("podman", "4.3.1")
        .containsEntry("runc", "1.1.5+ds1")
        .containsEntry("cgroups", "hybrid")
        .containsKey("java")
        .doesNotContainKey("crun");
  }

  @Test
  void givesEveryReasonWhyAMachineIsUnfit() throws IOException {
    write("proc/self/mountinfo", "27 1 254:0 / / rw - ext4 /dev/vda rw\n");
    write("proc/meminfo", "MemAvailable:   1024 kB\nSwapTotal: 10 kB\n");
    write("sys/devices/system/clocksource/clocksource0/current_clocksource", "jiffies\n");
    var preflight = new Preflight(root, new FakePrograms("podman"), () -> Instant.EPOCH, false);
    var demand =
        new Demand(root.resolve("a/b"), DataSize.ofBytes(Long.MAX_VALUE), DataSize.ofGibibytes(1));

    assertThatThrownBy(() -> preflight.requireFit(demand))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNFIT))
        .hasMessageContainingAll(
            "this machine cannot measure: Assay needs root",
            "mkfs.ext4 is not installed",
            "neither runc nor crun",
            "no control groups",
            "modprobe loop",
            "free some space",
            "1 MiB of memory are available",
            "clock says 1970",
            "jiffies");
  }

  @Test
  void warnsOfWhatDisturbsAndMeasuresAnyway() throws IOException {
    write("proc/self/mountinfo", "41 31 0:38 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    write("sys/fs/cgroup/cgroup.controllers", "cpuset memory pids io\n");
    write("proc/meminfo", "MemAvailable:   4194304 kB\nSwapTotal: 10 kB\n");
    write("proc/loadavg", "900.00 0.10 0.05 1/100 4242\n");
    write("dev/loop-control", "");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    var programs = new FakePrograms("podman", "crun", "mkfs.ext4", "mount");
    var preflight = new Preflight(root, programs, () -> NOW, true);
    var demand = new Demand(root, DataSize.ofMebibytes(1), DataSize.ofGibibytes(1));

    preflight.requireFit(demand);

    List<String> warned =
        preflight.check(demand).stream()
            .filter(finding -> finding.level() == MachineFinding.Level.WARNING)
            .map(MachineFinding::subject)
            .toList();
    assertThat(warned).containsExactly("load", "swap", "governor");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
