package dev.assay.sandbox.runc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Limit;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.kernel.Linux;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counts what is there before and after.
final class RemainsIT {
  @TempDir Path folder;

  private record Census(
      List<String> mounts, List<String> groups, List<String> processes, List<String> files) {}

  private Census census() throws IOException {
    try (var groups = Files.walk(Path.of("/sys/fs/cgroup"), 4);
        var files = Files.walk(folder)) {
      return new Census(
          Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
              .filter(line -> line.contains(folder.toString()))
              .toList(),
          groups
              .map(Path::toString)
              .filter(path -> path.contains("/assay/" + SandboxFixture.nameOf(folder)))
              .toList(),
          processes(),
          files
              .filter(file -> !file.startsWith(folder.resolve("home/launcher")))
              .map(Path::toString)
              .filter(file -> file.contains("/state/") || file.contains("/claims/"))
              .toList());
    }
  }

  private List<String> processes() throws IOException {
    var found = new ArrayList<String>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path process : all.filter(p -> p.toString().matches("/proc/\\d+")).toList()) {
        if (isOurs(process)) {
          found.add(process.toString());
        }
      }
    }
    return found;
  }

  /// The launcher and programs are users of their own, and see mounts out of the test's folder.
  private boolean isOurs(Path process) {
    try {
      int user = (int) Files.getAttribute(process, "unix:uid");
      boolean alive =
          LivingProcess.find(Long.parseLong(String.valueOf(process.getFileName()))).isPresent();
      return alive
          && (user == 99_002
              || Files.readString(process.resolve("cmdline")).startsWith("/.assay/launcher"))
          && Files.readString(process.resolve("mountinfo")).contains(folder.toString());
    } catch (IOException gone) {
      return false;
    }
  }

  /// What a failed test left must not be walked into when its folder is deleted.
  @AfterEach
  void sweep() {
    HostControlGroups.detect().removeTree("assay/" + SandboxFixture.nameOf(folder));
    Remains.remove(folder.resolve("state"));
  }

  @Test
  void leavesNothingAfterSuccessFailureKillAndClose() throws Exception {
    var before = census();

    try (var fixture = SandboxFixture.open(folder)) {
      fixture.execute("true");
      fixture.execute("sh", "-c", "setsid sleep 100 & exit 1");
      fixture.execute("/no/such/program");
      fixture.execute(Duration.ofMillis(50), SandboxFixture.LONG, "sleep", "100");
      int descriptors = descriptors();
      for (int i = 0; i < 20; i++) {
        fixture.execute("true");
      }

      assertThat(descriptors()).isEqualTo(descriptors);

      fixture.container.execute(fixture.process(false, List.of("sleep", "100")));
      assertThat(processes()).hasSizeGreaterThanOrEqualTo(2);
    }
    awaitNoProcesses();

    assertThat(census()).isEqualTo(before);
  }

  private static int descriptors() throws IOException {
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return (int) all.count();
    }
  }

  @Test
  void leavesNothingWhenAContainerCannotStart() throws Exception {
    var before = census();

    try (var fixture = SandboxFixture.open(folder)) {
      fixture.container.close();
      var missing = dev.assay.sandbox.Mount.readOnly(folder.resolve("missing"), "/missing");

      org.assertj.core.api.Assertions.assertThatThrownBy(() -> fixture.restart(missing))
          .isInstanceOf(dev.assay.core.error.AssayException.class)
          .hasMessageContaining("missing");
    }
    awaitNoProcesses();

    assertThat(census()).isEqualTo(before);
  }

  @Test
  void killsEverythingWithAKilledJvmAndSweepsTheRest() throws Exception {
    var before = census();
    Process victim = startVictim();

    assertThat(census().mounts()).isNotEmpty();
    Linux.kill(victim.pid(), 9);
    victim.waitFor();
    awaitNoProcesses();
    assertThat(census().mounts()).isNotEmpty();

    RuncSandbox.open(folder.resolve("home"), HostControlGroups.detect()).close();

    assertThat(census()).isEqualTo(before);
  }

  @Test
  void takesEverythingAwayWhenItIsInterrupted() throws Exception {
    var before = census();
    Process victim = startVictim();

    Linux.kill(victim.pid(), 2);
    victim.waitFor();
    awaitNoProcesses();

    assertThat(census()).isEqualTo(before);
  }

  @Test
  void sweepsNothingOfALivingOwner() throws Exception {
    try (var fixture = SandboxFixture.open(folder)) {
      RuncSandbox.open(folder.resolve("home"), HostControlGroups.detect()).close();

      assertThat(fixture.execute("true").ending())
          .isEqualTo(new dev.assay.core.run.Ending.Exited(0));
    }
  }

  private Process startVictim() throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    assertThat(Objects.requireNonNull(reader.readLine())).isEqualTo("started");
    return process;
  }

  private void awaitNoProcesses() throws Exception {
    long end = System.nanoTime() + 5_000_000_000L;
    while (!processes().isEmpty() && System.nanoTime() < end) {
      Thread.sleep(10);
    }
    assertThat(processes()).isEmpty();
  }

  /// A JVM of its own that is killed while it measures.
  static final class Victim {
    private Victim() {}

    public static void main(String[] words) throws Exception {
      var fixture = SandboxFixture.open(Path.of(words[0]));
      Runtime.getRuntime().addShutdownHook(new Thread(fixture::close));
      var process =
          fixture.container.execute(
              fixture.process(false, List.of("sh", "-c", "setsid sleep 100 & sleep 100")));
      Thread.sleep(200);
      System.out.println("started");
      process.finish(
          Allowance.fromNow(Limit.WALL, Duration.ofMinutes(1), 0, Duration.ofMinutes(1)));
    }
  }
}
