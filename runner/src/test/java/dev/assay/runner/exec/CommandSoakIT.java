package dev.assay.runner.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two thousand processes, and what is left of them.
class CommandSoakIT {
  @TempDir private Path folder;

  @Test
  @Tag("soak")
  void leaksNoDescriptorNoChildNoMountAndNoControlGroup() throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      execute(machine, 20, new TreeSet<>());
      long descriptors = count(Path.of("/proc/self/fd"));
      long children = ProcessHandle.current().children().count();
      var containers = new TreeSet<String>();

      ExecResult result = execute(machine, 2_000, containers);

      assertThat(result.counted(0))
          .hasSize(2_000)
          .allMatch(one -> one.process().ending().equals(new Ending.Exited(0)));
      assertThat(count(Path.of("/proc/self/fd"))).isLessThanOrEqualTo(descriptors);
      assertThat(ProcessHandle.current().children().count()).isLessThanOrEqualTo(children);
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
      assertThat(containers).hasSize(1);
      assertThat(groupsOf(containers.first())).isEmpty();
    }
  }

  /// A background process of each repetition outlives its parent.
  private static ExecResult execute(HomeMachine machine, int count, Set<String> containers) {
    return new CommandRunner(machine.services())
        .execute(
            ExecRequest.of("/bin/sh", "-c", "sleep 60 & exit 0")
                .withPlace(ExecPlace.image(HomeMachine.IMAGE))
                .withRepetitions(0, count),
            new ExecListener() {
              @Override
              public void stage(String text) {}

              @Override
              public void measured(Measurement measurement, int done, int of) {
                if (done == 1) {
                  containers.addAll(names(machine.home().resolve("claims")));
                }
              }
            });
  }

  private static List<String> names(Path parent) {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.map(entry -> String.valueOf(entry.getFileName())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long count(Path parent) {
    return names(parent).size();
  }

  /// Control groups of a container in every hierarchy.
  private static List<Path> groupsOf(String container) throws IOException {
    try (Stream<Path> hierarchies = Files.list(Path.of("/sys/fs/cgroup"))) {
      return Stream.concat(Stream.of(Path.of("/sys/fs/cgroup")), hierarchies)
          .map(hierarchy -> hierarchy.resolve("assay").resolve(container))
          .filter(group -> Files.isDirectory(group, LinkOption.NOFOLLOW_LINKS))
          .toList();
    }
  }
}
