package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.kernel.Linux;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RuncSandboxIT {
  private static final Duration LONG = SandboxFixture.LONG;

  @TempDir Path folder;
  private SandboxFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = SandboxFixture.open(folder);
  }

  @AfterEach
  void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void tellsExitCodes() {
    assertThat(fixture.ending("/bin/true")).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.ending("false")).isEqualTo(new Ending.Exited(1));
    assertThat(fixture.ending("sh", "-c", "exit 137")).isEqualTo(new Ending.Exited(137));
  }

  @Test
  void tellsSignals() {
    var killed = fixture.execute("sh", "-c", "kill -KILL $$");

    assertThat(killed.ending()).isEqualTo(new Ending.Signaled(9));
    assertThat(killed.evidence().killedBy()).isNull();
    assertThat(killed.evidence().oomKills()).isZero();
    assertThat(fixture.ending("sh", "-c", "kill -SEGV $$")).isEqualTo(new Ending.Signaled(11));
  }

  @Test
  void tellsThatACommandCannotBeExecuted() throws Exception {
    Files.writeString(fixture.programs.resolve("text"), "no program");
    Files.writeString(fixture.programs.resolve("script"), "no program");
    Linux.changeMode(fixture.programs.resolve("script"), 0755);

    assertThat(fixture.ending("/no/such/program"))
        .isEqualTo(new Ending.NotStarted("command: no such file or directory (errno 2)"));
    assertThat(fixture.ending("no-such-program")).isInstanceOf(Ending.NotStarted.class);
    assertThat(fixture.ending("/programs/text"))
        .isEqualTo(new Ending.NotStarted("command: permission denied (errno 13)"));
    assertThat(fixture.ending("/programs/script")).isInstanceOf(Ending.NotStarted.class);
    assertThat(fixture.ending("/bin/true")).isEqualTo(new Ending.Exited(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 100",
        "trap '' TERM INT; while :; do :; done",
        "kill -STOP $$; exit 1",
        "mkfifo /tmp/f; cat /tmp/f",
        "setsid sleep 100 & setsid sleep 100 & wait"
      })
  void killsWhatPassesItsWallTime(String script) {
    var result = fixture.execute(Duration.ofMillis(300), LONG, "sh", "-c", script);

    var killed = killed(result.ending(), Limit.WALL);
    assertThat(killed.limitValue()).isEqualTo(300_000_000);
    assertThat(killed.reached()).isBetween(300_000_000L, 300_000_000L + overshootNanos());
    assertThat(result.evidence().killedBy()).isEqualTo("runner");
    assertThat(result.evidence().signal()).isEqualTo(9);
  }

  @Test
  void killsWhatPassesItsCpuTimeAndWatchesItCheaply() {
    long before = cpuOfThisThread();
    var result = fixture.execute(LONG, Duration.ofSeconds(1), "sh", "-c", "while :; do :; done");
    long used = cpuOfThisThread() - before;

    var killed = killed(result.ending(), Limit.CPU);
    assertThat(killed.reached()).isBetween(1_000_000_000L, 1_000_000_000L + overshootNanos());
    // The machine's other work lengthens the wall time, not this.
    assertThat(used).isLessThan(100_000_000L);
  }

  /// Where other work waits for the processors, everything here waits as well.
  private static long overshootNanos() {
    var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
    boolean busy = system.getSystemLoadAverage() > system.getAvailableProcessors();
    return busy ? 1_000_000_000L : 50_000_000L;
  }

  private static long cpuOfThisThread() {
    return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Test
  void tellsMemoryFromOtherEndings() throws Exception {
    fixture.memory = DataSize.ofMebibytes(48);
    String program = fixture.compile("fill", Programs.FILL_MEMORY);

    var itself = fixture.execute(program, "200");
    var child = fixture.execute("sh", "-c", program + " 200; exit 0");
    var within = fixture.execute(program, "20");

    assertThat(killed(itself.ending(), Limit.MEMORY).limitValue()).isEqualTo(48L << 20);
    assertThat(itself.evidence().oomKills()).isPositive();
    assertThat(itself.evidence().killedBy()).isEqualTo("kernel");
    killed(child.ending(), Limit.MEMORY);
    assertThat(within.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(value(within.cost().peakMemoryBytes())).isCloseTo(20 << 20, within(2.0 * (1 << 20)));
  }

  @Test
  void takesTheWholeTreeWhenAChildIsKilledForMemory() throws Exception {
    fixture.memory = DataSize.ofMebibytes(48);
    String program = fixture.compile("fill", Programs.FILL_MEMORY);

    var result =
        fixture.execute(
            Duration.ofSeconds(10), LONG, "sh", "-c", program + " 200; sleep 9; exit 0");

    killed(result.ending(), Limit.MEMORY);
    assertThat(result.cost().wallNanos()).isLessThan(3_000_000_000L);
  }

  @Test
  void takesNoPageCacheForMemory() throws Exception {
    var disk = Files.createDirectory(folder.resolve("disk"));
    Linux.changeOwner(disk, fixture.sandbox.programUser(), fixture.sandbox.programUser());
    fixture.restart(Mount.writable(disk, "/disk"));
    fixture.memory = DataSize.ofMebibytes(64);

    var result =
        fixture.execute("sh", "-c", "dd if=/dev/zero of=/disk/file bs=1M count=128 2>/dev/null");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(result.evidence().oomKills()).isZero();
    assertThat(result.cost().peakMemoryBytes()).isLessThan(32L << 20);
  }

  @Test
  void stopsAForkBombAtTheLimit() throws Exception {
    fixture.processes = 20;
    String bomb = fixture.compile("bomb", Programs.FORK_BOMB);

    var result = fixture.execute(Duration.ofMillis(500), LONG, bomb);

    killed(result.ending(), Limit.WALL);
    assertThat(fixture.ending("/bin/true")).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void countsTheTimeOfChildrenThatNobodyWaitsFor() throws Exception {
    String spin = fixture.compile("spin", Programs.SPIN);

    var result = fixture.execute("sh", "-c", "setsid " + spin + " 500 & sleep 2");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(value(result.cost().cpuNanos())).isCloseTo(5e8, within(2.5e7));
  }

  @Test
  void countsAndKillsWhatIsLeftBehind() {
    var result = fixture.execute("sh", "-c", "setsid sleep 100 & setsid sleep 100 & exit 3");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(3));
    assertThat(result.evidence().leftBehind()).isEqualTo(2);
    assertThat(result.cost().wallNanos()).isLessThan(1_000_000_000L);
  }

  @Test
  void endsWithTheProcessAndNotWithThePipe() throws Exception {
    var result = fixture.execute("sh", "-c", "(sleep 100; echo late) & echo early; exit 0");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.logText()).isEqualTo("early\n");
  }

  @Test
  void killsWhatWritesMoreThanItMay() throws Exception {
    var disk = Files.createDirectory(folder.resolve("disk"));
    Linux.mount("tmpfs", disk, "tmpfs", Set.of(), "size=64m,mode=777");
    try {
      fixture.restart(Mount.writable(disk, "/out"));

      var result = fixture.execute(writing(disk, 8, "cat /dev/zero > /out/file"), LONG, LONG);
      Files.delete(disk.resolve("file"));
      var sparse = fixture.execute(writing(disk, 8, "truncate -s 9M /out/file"), LONG, LONG);
      Files.delete(disk.resolve("file"));
      var full = fixture.execute(writing(disk, 500, "cat /dev/zero > /out/file"), LONG, LONG);
      Files.delete(disk.resolve("file"));
      var within = fixture.execute(writing(disk, 8, "truncate -s 8M /out/file"), LONG, LONG);

      assertThat(killed(result.ending(), Limit.OUTPUT).limitValue()).isEqualTo(8L << 20);
      killed(sparse.ending(), Limit.OUTPUT);
      killed(full.ending(), Limit.OUTPUT);
      assertThat(within.ending()).isEqualTo(new Ending.Exited(0));
    } finally {
      fixture.container.close();
      Linux.detach(disk);
    }
  }

  private ProcessSpec writing(Path disk, int mebibytes, String script) {
    var plain = fixture.process(false, List.of("sh", "-c", script));
    return new ProcessSpec(
        plain.command(),
        plain.environment(),
        plain.workingDirectory(),
        plain.memory(),
        plain.processes(),
        plain.scratch(),
        plain.input(),
        plain.output(),
        plain.log(),
        new ProcessSpec.Storage(disk, DataSize.ofMebibytes(mebibytes), Limit.OUTPUT));
  }

  @Test
  void keepsHeadAndTailOfALog() throws Exception {
    fixture.logKept = DataSize.ofBytes(20);

    var result = fixture.execute("sh", "-c", "echo first; seq 1 100000; echo last");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(result.stderr()).isEqualTo(new LogFile("stderr.txt", 588_906, 20, true));
    assertThat(fixture.logText())
        .isEqualTo("first\n1\n2\n\n[... 588886 bytes left out ...]\n0000\nlast\n");
  }

  @Test
  void keepsALogThatTheProgramTriesToTruncateAndReopens() throws Exception {
    var result =
        fixture.execute(
            "sh", "-c", "echo one; : > /dev/stdout; echo two >> /dev/stderr; exec 1>&-; exit 0");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.logText()).isEqualTo("one\ntwo\n");
  }

  @Test
  void samplesMemoryFiveTimesASecond() throws Exception {
    String fill = fixture.compile("fill", Programs.FILL_MEMORY);

    var result = fixture.execute("sh", "-c", fill + " 30 1000");

    assertThat(result.memory()).hasSizeBetween(4, 6);
    // The kernel adds up pages of each processor in batches.
    assertThat(result.memory().getLast().anonymousBytes()).isBetween(29L << 20, 34L << 20);
  }

  @Test
  void reportsWhatItCost() throws Exception {
    String spin = fixture.compile("spin", Programs.SPIN);

    var cost = fixture.execute(spin, "300").cost();

    // What the process used of the 300 ms before it became the program is not in the window.
    assertThat(cost.wallNanos()).isGreaterThan(295_000_000L);
    assertThat(value(cost.cpuNanos())).isCloseTo(3e8, within(1e7));
    assertThat(cost.peakMemoryBytes()).isLessThan(4L << 20);
  }

  @Test
  void runsOneProcessAtATime() {
    try (var first = fixture.container.execute(fixture.process(false, List.of("sleep", "9")))) {
      assertThatThrownBy(() -> fixture.container.execute(fixture.process(false, List.of("true"))))
          .isInstanceOf(IllegalStateException.class);

      assertThat(first.stop("enough").ending()).isEqualTo(new Ending.Stopped("enough"));
    }
    assertThat(fixture.ending("true")).isEqualTo(new Ending.Exited(0));
  }

  private static double value(@Nullable Long counted) {
    return Objects.requireNonNull(counted);
  }

  static Ending.Killed killed(Ending ending, Limit limit) {
    assertThat(ending).isInstanceOf(Ending.Killed.class);
    var killed = (Ending.Killed) ending;
    assertThat(killed.limit()).isEqualTo(limit);
    return killed;
  }
}
