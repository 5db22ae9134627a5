package dev.assay.sandbox.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostControlGroupsTest {
  private static final GroupLimits LIMITS =
      new GroupLimits(DataSize.ofMebibytes(64), 32, List.of(1, 2));
  private static final String PATH = "assay/job-1/p3";

  @TempDir private Path root;

  @Test
  void limitsOnVersion1() throws IOException {
    RecordedHost host = RecordedHost.version1(root);

    host.groups().create(PATH, LIMITS);

    assertThat(host.groups().version()).isEqualTo("v1");
    assertThat(host.read("memory/assay/job-1/p3/memory.limit_in_bytes")).isEqualTo("67108864");
    assertThat(host.read("memory/assay/job-1/p3/memory.memsw.limit_in_bytes"))
        .isEqualTo("67108864");
    assertThat(host.read("memory/assay/job-1/p3/memory.swappiness")).isEqualTo("0");
    assertThat(host.read("pids/assay/job-1/p3/pids.max")).isEqualTo("32");
    assertThat(host.read("cpuset/assay/cpuset.cpus")).isEqualTo("0-3");
    assertThat(host.read("cpuset/assay/job-1/cpuset.mems")).isEqualTo("0");
    assertThat(host.read("cpuset/assay/job-1/p3/cpuset.cpus")).isEqualTo("1,2");
    assertThat(host.read("memory/memory.limit_in_bytes")).isEqualTo("9223372036854771712\n");
    assertThat(host.has("systemd/assay")).isFalse();
  }

  @Test
  void readsVersion1AndLeavesAbsentWhatItDoesNotCount() {
    ProcessGroup group = RecordedHost.version1(root).groups().create(PATH, LIMITS);

    assertThat(group.sampleMemory(5))
        .isEqualTo(new MemorySample(5, 50_000_000, 1_000_000, 401_408, 8_000_000));
    assertThat(group.cpuNanos()).isEqualTo(123_456_789);
    assertThat(group.usage())
        .isEqualTo(
            new GroupUsage(
                123_456_789L,
                100_000_000L,
                23_456_789L,
                67_108_864L,
                8_000_000L,
                2L,
                4196L,
                8192L,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                5L,
                null));
  }

  @Test
  void takesTimeAndPressureOfAHybridFromVersion2() {
    RecordedHost host = RecordedHost.hybrid(root);

    ProcessGroup group = host.groups().create(PATH, LIMITS);

    assertThat(host.groups().version()).isEqualTo("hybrid");
    assertThat(group.cpuNanos()).isEqualTo(1_500_000);
    GroupUsage usage = group.usage();
    assertThat(usage.cpuUserNanos()).isEqualTo(1_000_000);
    assertThat(usage.cpuPressureNanos()).isEqualTo(1_234_000);
    assertThat(usage.ioPressureNanos()).isEqualTo(77_000);
    assertThat(usage.memoryPressureNanos()).isNull();
    assertThat(usage.oomKills()).isEqualTo(2);
    assertThat(host.has("cpu,cpuacct/assay")).isFalse();
  }

  @Test
  void limitsOnVersion2AndEnablesControllersOnItsOwnPathAlone() throws IOException {
    RecordedHost host = RecordedHost.version2(root);
    host.write(root.resolve("sys/fs/cgroup"), "cgroup.subtree_control", "cpu memory pids\n");

    ProcessGroup group = host.groups().create(PATH, LIMITS);

    assertThat(host.groups().version()).isEqualTo("v2");
    assertThat(host.read("cgroup.subtree_control")).isEqualTo("+cpuset +io");
    assertThat(host.read("assay/cgroup.subtree_control")).isEqualTo("+memory +pids +cpuset +io");
    assertThat(host.read("assay/job-1/cgroup.subtree_control"))
        .isEqualTo("+memory +pids +cpuset +io");
    assertThat(host.read("assay/job-1/p3/cgroup.subtree_control")).isBlank();
    host.write(
        root.resolve("sys/fs/cgroup/assay/job-1/p3"), "pids.events", "max 7\nmax.imposed 9\n");
    assertThat(host.read("assay/job-1/p3/memory.max")).isEqualTo("67108864");
    assertThat(host.read("assay/job-1/p3/memory.swap.max")).isEqualTo("0");
    assertThat(host.read("assay/job-1/p3/memory.oom.group")).isEqualTo("1");
    assertThat(host.read("assay/job-1/p3/cpuset.cpus")).isEqualTo("1,2");
    assertThat(group.sampleMemory(0))
        .isEqualTo(new MemorySample(0, 50_000_000, 1_000_000, 700_000, 8_000_000));
    assertThat(group.usage())
        .isEqualTo(
            new GroupUsage(
                1_500_000L,
                1_000_000L,
                500_000L,
                70_000_000L,
                8_000_000L,
                1L,
                4196L,
                8192L,
                1_234_000L,
                77_000L,
                null,
                null,
                null,
                null,
                null,
                null,
                7L));
  }

  @Test
  void doesWithoutOptionalControllersAndSaysSo() {
    RecordedHost host = RecordedHost.bareVersion2(root);

    ProcessGroup group = host.groups().create(PATH, LIMITS);

    assertThat(host.groups().version()).isEqualTo("v2, processors by affinity");
    assertThat(group.usage().peakChargedBytes()).isNull();
    assertThat(group.usage().blockReadBytes()).isNull();
    assertThat(group.usage().cpuPressureNanos()).isNull();
  }

  @Test
  void refusesAHostWhereAGroupCouldSwap() {
    RecordedHost host = RecordedHost.bareVersion2(root);
    host.write(root.resolve("proc"), "swaps", "Filename\n/dev/sda2 partition 1 0 -2\n");

    assertThatThrownBy(() -> host.groups().create(PATH, LIMITS))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNFIT))
        .hasMessageContaining("memory.swap.max")
        .hasMessageContaining("swapoff -a");
    assertThat(host.has("assay")).isFalse();
  }

  @Test
  void refusesProcessorsThatAGroupAboveDoesNotHave() {
    RecordedHost host = RecordedHost.version2(root);
    var limits = new GroupLimits(DataSize.ofMebibytes(64), 32, List.of(7));

    assertThatThrownBy(() -> host.groups().create(PATH, limits))
        .hasMessageContaining("cannot restrict a group to processors [7]")
        .hasMessageContaining("0-3");
    assertThat(host.has("assay")).isFalse();
  }

  @Test
  void addsToEveryHierarchyAndTakesAllAwayWithEmptyParents() throws IOException {
    RecordedHost host = RecordedHost.hybrid(root);
    HostControlGroups groups = host.groups();
    ProcessGroup first = groups.create("assay/job-1/p1", LIMITS);
    ProcessGroup second = groups.create("assay/job-1/p2", LIMITS);

    second.add(42);

    assertThat(second.processes()).containsExactly(42L);
    for (String hierarchy : List.of("memory", "pids", "cpuset", "blkio", "unified")) {
      assertThat(host.read(hierarchy + "/assay/job-1/p2/cgroup.procs")).isEqualTo("42");
    }
    second.remove();
    assertThat(host.has("memory/assay/job-1/p1")).isTrue();
    assertThat(host.has("memory/assay/job-1/p2")).isFalse();
    first.remove();
    assertThat(host.has("memory/assay")).isFalse();
    assertThat(host.has("unified/assay")).isFalse();
    assertThat(first.cpuNanos()).isEqualTo(1_500_000);
  }

  @Test
  void takesAwayATreeAndNothingWhereThereIsNone() {
    RecordedHost host = RecordedHost.hybrid(root);
    HostControlGroups groups = host.groups();
    groups.create("assay/job-1/p1", LIMITS);

    groups.removeTree("assay/job-1");
    groups.removeTree("assay/job-2");

    assertThat(host.has("memory/assay")).isFalse();
    assertThat(host.has("cpuset/assay")).isFalse();
  }

  @Test
  void staysBelowItsOwnFolder() {
    HostControlGroups groups = RecordedHost.hybrid(root).groups();

    for (String path : List.of("assay", "system.slice/x", "assay/../x", "/assay/x", "assay//x")) {
      assertThatThrownBy(() -> groups.create(path, LIMITS))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void refusesAHostWithoutControlGroups() throws IOException {
    Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(
        root.resolve("proc/self/mountinfo"), "27 1 254:0 / / rw - ext4 /dev/vda rw\n");

    assertThatThrownBy(() -> new HostControlGroups(root))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MACHINE_UNFIT))
        .hasMessageContaining("memory")
        .hasMessageContaining("mount -t cgroup2");
  }
}
