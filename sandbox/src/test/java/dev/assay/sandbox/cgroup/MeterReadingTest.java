package dev.assay.sandbox.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.MeterReading;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readings of the meter on recorded hosts. The group is limited to the processors 1 and 2.
final class MeterReadingTest {
  private static final String GROUP = "assay/job-1/p3";
  private static final String STAT =
"""
cpu  900 0 90 9000 0 9 9 12 0 0
cpu0 500 0 50 4000 0 5 5 4 7 0
cpu1 100 10 20 1000 300 1 2 3 0 0
cpu2 200 0 10 2000 0 0 0 2 0 0
cpu3 100 0 10 2000 0 3 2 3 0 0
intr 5 0 0
ctxt 99
""";

  @TempDir Path root;

  private ProcessGroup group(RecordedHost host) {
    host.write(root.resolve("proc"), "stat", STAT);
    return host.groups()
        .create(GROUP, new GroupLimits(DataSize.ofMebibytes(64), 32, List.of(1, 2)));
  }

  @Test
  void countsTicksOfTheMeasuredProcessorsOnVersion2() {
    RecordedHost host = RecordedHost.version2(root);
    ProcessGroup group = group(host);
    host.write(
        root.resolve("sys/fs/cgroup").resolve(GROUP),
        "memory.stat",
        "anon 1\npgfault 140\npgmajfault 3\n");
    host.write(
        root.resolve("sys/fs/cgroup").resolve(GROUP),
        "cpu.stat",
        "usage_usec 1500\nnr_periods 9\nnr_throttled 4\nthrottled_usec 20\n");

    MeterReading reading = group.read();

    assertThat(reading.cpuNanos()).isEqualTo(1_500_000);
    assertThat(reading.coresBusyNanos()).isEqualTo((133 + 210) * 10_000_000L);
    assertThat(reading.machineBusyNanos()).isEqualTo((560 + 133 + 210 + 115) * 10_000_000L);
    assertThat(reading.stealNanos()).isEqualTo(50_000_000);
    assertThat(reading.throttledPeriods()).isEqualTo(4);
    assertThat(reading.cpuPressureNanos()).isEqualTo(1_234_000);
    assertThat(reading.ioPressureNanos()).isEqualTo(77_000);
    assertThat(reading.memoryPressureNanos()).isNull();
    assertThat(reading.pageFaults()).isEqualTo(140);
    assertThat(reading.majorPageFaults()).isEqualTo(3);
  }

  @Test
  void countsNanosecondsOfTheMeasuredProcessorsOnVersion1() {
    RecordedHost host = RecordedHost.version1(root);
    ProcessGroup group = group(host);
    host.write(
        root.resolve("sys/fs/cgroup/cpu,cpuacct"),
        "cpuacct.usage_percpu",
        "7000000001 2000000003 300000005 9 \n");

    MeterReading reading = group.read();

    assertThat(reading.coresBusyNanos()).isEqualTo(2_300_000_008L);
    assertThat(reading.machineBusyNanos()).isEqualTo(9_300_000_018L);
    assertThat(reading.stealNanos()).isEqualTo(50_000_000);
    assertThat(reading.cpuPressureNanos()).isNull();
    assertThat(reading.throttledPeriods()).isNull();
    assertThat(reading.pageFaults()).isNull();
  }

  @Test
  void addsUpTheSwitchesOfLivingThreads() {
    RecordedHost host = RecordedHost.hybrid(root);
    ProcessGroup group = group(host);
    host.write(root.resolve("sys/fs/cgroup/pids").resolve(GROUP), "cgroup.procs", "71\n72\n99\n");
    writeStatus(host, "71/task/71", 5, 2);
    writeStatus(host, "71/task/75", 7, 0);
    writeStatus(host, "72/task/72", 100, 30);

    MeterReading reading = group.read();

    assertThat(reading.voluntarySwitches()).isEqualTo(112);
    assertThat(reading.involuntarySwitches()).isEqualTo(32);
  }

  @Test
  void looksAtNoMoreThreadsThanItHasTimeFor() {
    RecordedHost host = RecordedHost.hybrid(root);
    ProcessGroup group = group(host);
    host.write(root.resolve("sys/fs/cgroup/pids").resolve(GROUP), "cgroup.procs", "71\n");
    for (int thread = 0; thread < 65; thread++) {
      writeStatus(host, "71/task/" + thread, 1, 1);
    }

    assertThat(group.read().voluntarySwitches()).isNull();
  }

  private void writeStatus(RecordedHost host, String task, int voluntary, int involuntary) {
    host.write(
        root.resolve("proc").resolve(task),
        "status",
        "Name:\tx\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n"
            .formatted(voluntary, involuntary));
  }

  @Test
  void tellsWhatOthersDidByTakingAwayTheProgramsOwn() {
    var before = reading(1_000, 10L, 40_000L, 90_000L);
    var after = reading(21_000, 10L, 90_000L, 190_000L);

    CaseNoise noise = after.since(before);

    assertThat(noise.otherCpuNanos()).isEqualTo(30_000);
    assertThat(noise.machineCpuNanos()).isEqualTo(80_000);
    assertThat(noise.cpuPressureNanos()).isZero();
    assertThat(noise.ioPressureNanos()).isNull();
  }

  @Test
  void neverTellsLessThanNothing() {
    // The counters of processors and of the group are not read at the same moment.
    var before = reading(1_000, 10L, 40_000L, 90_000L);
    var after = reading(21_000, 5L, 50_000L, 100_000L);

    CaseNoise noise = after.since(before);

    assertThat(noise.otherCpuNanos()).isZero();
    assertThat(noise.cpuPressureNanos()).isZero();
  }

  private static MeterReading reading(long cpu, Long pressure, Long cores, Long machine) {
    return new MeterReading(
        0, cpu, pressure, null, 3L, null, null, null, null, null, null, cores, machine);
  }
}
