package dev.assay.sandbox.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.MemorySample;
import dev.assay.core.unit.DataSize;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// On the control groups of this machine, whatever version they are; on a hybrid also as if version
/// 2 were not mounted. Needs root.
@ParameterizedClass(name = "{0}")
@EnumSource
class HostControlGroupsIT {
  /// Which of the host's hierarchies are seen.
  enum View {
    AS_MOUNTED,
    VERSION_1_ALONE
  }

  private static final long MEBIBYTE = 1L << 20;
  private static final GroupLimits WIDE =
      new GroupLimits(DataSize.ofMebibytes(512), 64, List.of(0));
  private static final String TOP = "assay/test-" + ProcessHandle.current().pid();

  /// Fills MEBIBYTES of memory, says so, and waits for a line.
  private static final String ALLOCATE =
      "$|=1; <STDIN>; my $s = 'x' x (%d << 20); print \"done\\n\"; <STDIN>;";

  private final List<Child> children = new ArrayList<>();
  @TempDir private static Path recorded;

  private final HostControlGroups groups;

  HostControlGroupsIT(View view) throws IOException {
    groups =
        switch (view) {
          case AS_MOUNTED -> HostControlGroups.detect();
          case VERSION_1_ALONE -> new HostControlGroups(withoutVersion2());
        };
  }

  private static Path withoutVersion2() throws IOException {
    List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
    assumeThat(mounts)
        .as("cgroup v1 is not mounted here, so it is tested on recorded hosts alone")
        .anyMatch(mount -> mount.contains(" - cgroup "));
    Path root = Files.createTempDirectory(recorded, "host");
    Files.createDirectories(root.resolve("proc/self"));
    Files.createSymbolicLink(root.resolve("sys"), Path.of("/sys"));
    Files.write(
        root.resolve("proc/self/mountinfo"),
        mounts.stream().filter(mount -> !mount.contains(" - cgroup2 ")).toList());
    return root;
  }

  @BeforeEach
  void needsRoot() {
    assumeThat(System.getProperty("user.name"))
        .as("control groups of a real machine need root")
        .isEqualTo("root");
  }

  @AfterEach
  void leavesNothing() {
    children.forEach(Child::end);
    groups.removeTree(TOP);
    assertThat(remains()).isEmpty();
  }

  @Test
  void countsTheMemoryOfAnAllocatingChild() {
    ProcessGroup group = groups.create(TOP + "/allocate", WIDE);
    Child child = perl(ALLOCATE.formatted(100));
    group.add(child.pid());

    child.say("go");
    child.hear();
    MemorySample sample = group.sampleMemory(7);

    assertThat(sample.atNanos()).isEqualTo(7);
    assertThat(sample.anonymousBytes()).isBetween(100 * MEBIBYTE, 210 * MEBIBYTE);
    assertThat(sample.sharedBytes()).isLessThan(MEBIBYTE);
    assertThat(sample.kernelBytes()).isLessThan(8 * MEBIBYTE);
    assertThat(group.processes()).containsExactly(child.pid());
    assertThat(group.usage().oomKills()).isZero();
    group.kill();
    assertThat(group.processes()).isEmpty();
    group.remove();
  }

  @Test
  void addsUpFourProcesses() {
    ProcessGroup group = groups.create(TOP + "/four", WIDE);
    Child parent =
        perl(
            "$|=1; <STDIN>; my @r; for (1..4) { pipe(my $r, my $w); if (!fork) { my $s = 'x'; $s x= 80"
                + " << 20; close $w; sleep 60; exit } close $w; push @r, $r; } for my $r (@r) { <$r> }"
                + " print \"done\\n\"; <STDIN>;");
    group.add(parent.pid());

    parent.say("go");
    parent.hear();
    MemorySample sample = group.sampleMemory(0);

    assertThat(sample.anonymousBytes()).isBetween(320 * MEBIBYTE, 360 * MEBIBYTE);
    assertThat(group.processes()).hasSize(5);
    Long peak = group.usage().peakChargedBytes();
    if (peak != null) {
      assertThat(peak).isGreaterThan(320 * MEBIBYTE);
    }
    Long processes = group.usage().peakProcesses();
    if (processes != null) {
      assertThat(processes).isEqualTo(5);
    }
    group.kill();
    group.remove();
  }

  @Test
  void countsTheTimeOfASpinningChild() {
    ProcessGroup group = groups.create(TOP + "/spin", WIDE);
    Child child =
        perl(
            "$|=1; <STDIN>; while ((times)[0] < 0.5) { 1 for 1..10000 } print \"done\\n\"; <STDIN>;");
    group.add(child.pid());
    long before = group.cpuNanos();

    child.say("go");
    child.hear();
    long spent = group.cpuNanos() - before;
    GroupUsage usage = group.usage();

    assertThat(spent).isBetween(480_000_000L, 700_000_000L);
    assertThat(usage.cpuUserNanos()).isGreaterThan(400_000_000L);
    group.kill();
    group.remove();
    assertThat(group.cpuNanos()).isGreaterThanOrEqualTo(before + spent);
  }

  @Test
  void keepsTheTimeOfChildrenThatNobodyWaitedFor() {
    ProcessGroup group = groups.create(TOP + "/unwaited", WIDE);
    Child child =
        perl(
            "$|=1; <STDIN>; for (1..3) { if (!fork) { while ((times)[0] < 0.1) { 1 for 1..10000 }"
                + " exit } } print \"done\\n\"; <STDIN>;");
    group.add(child.pid());

    child.say("go");
    child.hear();
    long start = System.nanoTime();
    while (group.processes().size() > 1 && System.nanoTime() - start < 20_000_000_000L) {
      LockSupport.parkNanos(1_000_000);
    }

    assertThat(group.cpuNanos()).isBetween(290_000_000L, 500_000_000L);
    assertThat(group.processes()).containsExactly(child.pid());
    group.kill();
    group.remove();
  }

  @Test
  void countsAnOutOfMemoryKill() throws InterruptedException {
    var limits = new GroupLimits(DataSize.ofMebibytes(64), 64, List.of(0));
    ProcessGroup group = groups.create(TOP + "/oom", limits);
    Child child = perl(ALLOCATE.formatted(200));
    group.add(child.pid());

    child.say("go");

    assertThat(child.process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(child.process.exitValue()).isEqualTo(137);
    assertThat(group.usage().oomKills()).isEqualTo(1);
    Long peak = group.usage().peakChargedBytes();
    if (peak != null) {
      assertThat(peak).isLessThanOrEqualTo(64 * MEBIBYTE);
    }
    group.remove();
  }

  @Test
  void refusesMoreProcessesThanAllowed() {
    ProcessGroup group =
        groups.create(TOP + "/pids", new GroupLimits(WIDE.memory(), 3, List.of(0)));
    Child child =
        perl(
            "$|=1; <STDIN>; my $n = 0; for (1..9) { my $p = fork; last unless defined $p; if (!$p) {"
                + " sleep 60; exit } $n++ } print \"$n\\n\"; <STDIN>;");
    group.add(child.pid());

    child.say("go");

    assertThat(child.hear()).isEqualTo("2");
    group.kill();
    group.remove();
  }

  @Test
  void killsStoppedProcessesAndForkingOnes() {
    ProcessGroup group = groups.create(TOP + "/kill", WIDE);
    Child child =
        perl(
            "$|=1; <STDIN>; if (!fork) { kill 'STOP', $$; } print \"done\\n\"; while (1) { if (!fork) {"
                + " fork; sleep 60; exit } select(undef, undef, undef, 0.001); }");
    group.add(child.pid());
    child.say("go");
    child.hear();
    LockSupport.parkNanos(20_000_000);

    long start = System.nanoTime();
    group.kill();

    assertThat(group.processes()).isEmpty();
    assertThat(System.nanoTime() - start).isLessThan(1_000_000_000L);
    group.remove();
  }

  @Test
  void removesWhatADeadOwnerLeft() {
    ProcessGroup group = groups.create(TOP + "/dead/p1", WIDE);
    Child child = perl("sleep 60");
    group.add(child.pid());

    groups.removeTree(TOP + "/dead");

    assertThat(remains()).isEmpty();
    assertThat(child.process.onExit().join().exitValue()).isEqualTo(137);
  }

  @Test
  void removesATreeWhoseGroupsAnotherThreadTakesAwayAsWell() throws Exception {
    for (int round = 0; round < 10; round++) {
      var made = new ArrayList<ProcessGroup>();
      for (int i = 0; i < 20; i++) {
        made.add(groups.create(TOP + "/race/p" + i, WIDE));
      }
      Thread other = Thread.ofPlatform().start(() -> made.forEach(ProcessGroup::remove));

      groups.removeTree(TOP + "/race");
      other.join();

      assertThat(remains()).isEmpty();
    }
  }

  @Test
  void namesTheFileOfALimitThatCannotBeHonoured() {
    var limits = new GroupLimits(WIDE.memory(), 64, List.of(4095));

    assertThatThrownBy(() -> groups.create(TOP + "/cpus", limits))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("cpuset.cpus")
        .hasMessageContaining("4095");
  }

  @Test
  void makesAndTakesAwayAGroupInAMoment() {
    var nanos = new ArrayList<Long>();
    ProcessGroup held = groups.create(TOP + "/held", WIDE);

    for (int i = 0; i < 50; i++) {
      long start = System.nanoTime();
      groups.create(TOP + "/moment", WIDE).remove();
      nanos.add(System.nanoTime() - start);
    }

    held.remove();
    assertThat(nanos.stream().sorted().skip(25).findFirst().orElseThrow()).isLessThan(5_000_000);
  }

  @Test
  void saysWhichProcessIsNotThere() {
    ProcessGroup group = groups.create(TOP + "/none", WIDE);

    assertThatThrownBy(() -> group.add(Integer.MAX_VALUE)).isInstanceOf(AssayException.class);
    group.remove();
  }

  /// Folders of this test in all hierarchies.
  private static List<String> remains() {
    try (Stream<Path> tops = Files.list(Path.of("/sys/fs/cgroup"))) {
      return Stream.concat(Stream.of(Path.of("/sys/fs/cgroup")), tops)
          .map(hierarchy -> hierarchy.resolve(TOP))
          .filter(Files::exists)
          .map(Path::toString)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterAll
  static void forgetsLinks() throws IOException {
    try (Stream<Path> hosts = Files.list(recorded)) {
      for (Path host : hosts.toList()) {
        Files.delete(host.resolve("sys"));
      }
    }
  }

  private Child perl(String program) {
    try {
      var child = new Child(new ProcessBuilder("perl", "-e", program).start());
      children.add(child);
      return child;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private record Child(Process process, OutputStream input, BufferedReader output) {
    Child(Process process) {
      this(
          process,
          process.getOutputStream(),
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    long pid() {
      return process.pid();
    }

    void say(String line) {
      try {
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    String hear() {
      try {
        return Objects.requireNonNull(output.readLine());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void end() {
      process.destroyForcibly();
    }
  }
}
