package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.cgroup.ControlGroups;
import dev.assay.sandbox.cgroup.GroupLimits;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.cgroup.ProcessGroup;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How processes get into their control groups.
final class JoiningIT {
  @TempDir Path folder;

  @Test
  void processesJoinTheirGroupsByThemselves() throws Exception {
    var groups = new RecordedGroups(HostControlGroups.detect().hierarchies());
    try (var fixture = SandboxFixture.open(folder, groups)) {
      assertThat(groupsOfAProcess(fixture)).isNotEmpty().containsOnly(group(fixture, "p1"));
      assertThat(groups.moved).isEmpty();
    }
  }

  @Test
  void aProcessThatCannotJoinIsMoved() throws Exception {
    var groups = new RecordedGroups(List.of());
    try (var fixture = SandboxFixture.open(folder, groups)) {
      assertThat(groupsOfAProcess(fixture)).isNotEmpty().containsOnly(group(fixture, "p1"));
      assertThat(groups.moved).hasSize(1);
    }
  }

  /// A folder that is no hierarchy has no group of the process.
  @Test
  void aProcessThatCannotJoinAllIsMoved() throws Exception {
    var roots = new ArrayList<>(HostControlGroups.detect().hierarchies());
    roots.add(Files.createDirectories(folder.resolve("none")));
    var groups = new RecordedGroups(roots);
    try (var fixture = SandboxFixture.open(folder, groups)) {
      assertThat(groupsOfAProcess(fixture)).isNotEmpty().containsOnly(group(fixture, "p1"));
      assertThat(groups.moved).hasSize(1);
    }
  }

  @Test
  void aCommandThatDoesNotExistIsToldAfterJoining() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      assertThat(fixture.ending("/no/such/program")).isInstanceOf(Ending.NotStarted.class);
      assertThat(fixture.ending("true")).isEqualTo(new Ending.Exited(0));
    }
  }

  @Test
  void programsSeeNothingOfTheHierarchies() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      assertThat(
              fixture.ending(
                  "sh", "-c", "grep -c ' - cgroup' /proc/self/mountinfo; ls -d /.assay/*; true"))
          .isEqualTo(new Ending.Exited(0));
      assertThat(fixture.logText()).startsWith("0\n").doesNotContain("groups");
    }
  }

  @Test
  void shortProcessesInARowAreAllToldApart() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      for (int i = 0; i < 100; i++) {
        assertThat(fixture.ending("sh", "-c", "exit " + i)).isEqualTo(new Ending.Exited(i));
      }
    }
  }

  /// Orphans end all the time while the first process ends, between any two looks at either.
  @Test
  void theEndOfTheFirstProcessIsNeverTakenForAnOrphans() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      String program = fixture.compile("orphans", Programs.ORPHANS);
      for (int i = 0; i < 200; i++) {
        assertThat(fixture.ending(program, Integer.toString(i % 50)))
            .isEqualTo(new Ending.Exited(i % 50));
      }
    }
  }

  @Test
  void theFirstPagesOfAProcessAreItsOwn() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      fixture.memory = DataSize.ofMebibytes(16);

      var killed =
          fixture.execute("sh", "-c", "x=$(head -c 100m /dev/zero | tr '\\0' a); echo ${#x}");

      RuncSandboxIT.killed(killed.ending(), Limit.MEMORY);
    }
  }

  private static String group(SandboxFixture fixture, String leaf) {
    return "/assay/%s/%s".formatted(fixture.name, leaf);
  }

  /// Paths of a living process in the hierarchies that limits and meters use.
  private static List<String> groupsOfAProcess(SandboxFixture fixture) throws IOException {
    try (MeasuredProcess process = fixture.converse("sh", "-c", "echo here; read a")) {
      process.hear(SandboxFixture.allowance());
      Path root = HostControlGroups.detect().hierarchies().getFirst();
      String pid =
          Files.readString(root.resolve(group(fixture, "p1").substring(1)).resolve("cgroup.procs"))
              .strip();
      return Files.readAllLines(Path.of("/proc", pid, "cgroup")).stream()
          .filter(line -> line.matches("0:.*|.*[:,](memory|pids|cpuset|blkio)[:,].*"))
          .map(line -> line.substring(line.indexOf('/')))
          .toList();
    }
  }

  /// The host's, told to be in `hierarchies`, with the processes that were moved.
  private static final class RecordedGroups implements ControlGroups {
    private final ControlGroups host = HostControlGroups.detect();
    private final List<Path> hierarchies;
    private final List<Object> moved = new ArrayList<>();

    RecordedGroups(List<Path> hierarchies) {
      this.hierarchies = hierarchies;
    }

    @Override
    public ProcessGroup create(String path, GroupLimits limits) {
      ProcessGroup group = host.create(path, limits);
      return (ProcessGroup)
          Proxy.newProxyInstance(
              ProcessGroup.class.getClassLoader(),
              new Class<?>[] {ProcessGroup.class},
              (_, method, arguments) -> {
                if (method.getName().equals("add")) {
                  moved.add(arguments[0]);
                }
                try {
                  return method.invoke(group, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public void removeTree(String path) {
      host.removeTree(path);
    }

    @Override
    public List<Path> hierarchies() {
      return hierarchies;
    }

    @Override
    public String version() {
      return host.version();
    }
  }
}
