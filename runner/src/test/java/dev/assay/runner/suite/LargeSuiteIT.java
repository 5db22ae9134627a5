package dev.assay.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.game.GameStatus;
import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Suites of many programs, of which some fail in every way that there is.
class LargeSuiteIT {
  private static final String RIGHT = "i=0; while [ $i -lt $1 ]; do i=$((i+1)); echo $i; done\n";

  private static final String SUITE =
      """
      [suite]
      name = "large"
      [[tasks]]
      name = "count"
      bundle = "count"
      [[tasks]]
      name = "lost"
      bundle = "lost"
      [[languages]]
      name = "sh"
      extension = "sh"
      run = ["sh", "{source}"]
      version = ["sh", "-c", "echo shell"]
      [[languages]]
      name = "gcc"
      extension = "c"
      build = ["gcc", "-o", "program", "{source}"]
      run = ["./program"]
      version = ["gcc", "--version"]
      [[languages]]
      name = "nocc"
      extension = "c"
      build = ["nocc", "{source}"]
      run = ["./program"]
      version = ["nocc", "--version"]
      """;

  /// Programs that fail, and their status.
  private static final Map<String, GameStatus> FAILING =
      Map.ofEntries(
          Map.entry("[ $1 -lt 40 ] || printf x\n", GameStatus.BAD_OUTPUT),
          Map.entry("[ $1 -lt 40 ] || exec yes\n", GameStatus.BAD_OUTPUT),
          Map.entry("[ $1 -lt 40 ] || exec head -c 10G /dev/zero\n", GameStatus.BAD_OUTPUT),
          Map.entry("echo wrong\n", GameStatus.BAD_OUTPUT),
          Map.entry("read line || exit 1\n", GameStatus.ERROR),
          Map.entry("kill -9 $$\n", GameStatus.ERROR),
          Map.entry("tail /dev/zero\n", GameStatus.ERROR),
          Map.entry("[ $1 -lt 40 ] || exec sleep 100\n", GameStatus.TIMED_OUT));

  @TempDir Path folder;
  private final Map<GameStatus, Integer> expected = new EnumMap<>(GameStatus.class);
  private int number;
  private int files;

  private void write() throws IOException {
    Files.createDirectories(folder.resolve("suite/programs/other"));
    Files.writeString(folder.resolve("suite/suite.toml"), SUITE);
    for (String bundle : List.of("count", "lost")) {
      Path into = Files.createDirectories(folder.resolve("suite").resolve(bundle));
      Files.writeString(
          into.resolve("bundle.toml"),
          """
          [bundle]
          name = "test/%s"
          version = "1.0.0"
          protocol = "program"
          [program]
          expected = "file"
          repeats = 1
          timeout = "2s"
          cutoff = "1s"
          [[points]]
          n = 5
          expected = "5.txt"
          [[points]]
          n = 40
          expected = "40.txt"
          [limits]
          output = "1MiB"
          memory = "64MiB"
          """
              .formatted(bundle));
    }
    for (int n : new int[] {5, 40}) {
      var lines = new StringBuilder();
      for (int i = 1; i <= n; i++) {
        lines.append(i).append('\n');
      }
      Files.writeString(folder.resolve("suite/count/%d.txt".formatted(n)), lines);
    }
  }

  private void program(String name, String text, GameStatus status) throws IOException {
    file(name, text);
    expected.merge(status, 1, Integer::sum);
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(folder.resolve("suite/programs").resolve(name), text);
    files++;
  }

  private String next(String language, String extension) {
    return "count.%s-%d.%s".formatted(language, ++number, extension);
  }

  /// Twelve programs that fail, one of them of a doubtful size, and three files that are none.
  private void addFailing() throws IOException {
    for (Map.Entry<String, GameStatus> one : FAILING.entrySet()) {
      program(next("sh", "sh"), RIGHT + one.getKey(), one.getValue());
    }
    program(next("sh", "sh"), "", GameStatus.EMPTY);
    program(next("gcc", "c"), "int main(void) { retur 0; }\n", GameStatus.ERROR);
    program(next("nocc", "c"), "int main(void) { return 0; }\n", GameStatus.MISSING);
    program(next("sh", "sh"), ": " + "x".repeat(1 << 20) + " '\n", GameStatus.ERROR);
    file("lost.sh-%d.sh".formatted(++number), RIGHT);
    file("other/count.sh-%d.sh".formatted(number - 12), RIGHT);
    file("count.sh." + number, RIGHT);
  }

  private SuiteRunner.Outcome measure(int programs, int rounds) throws IOException {
    write();
    for (int i = 0; i < rounds; i++) {
      addFailing();
    }
    while (files < programs) {
      program(next("sh", "sh"), ": " + "y".repeat(files % 100) + "\n" + RIGHT, GameStatus.OK);
    }
    var request =
        new SuiteRequest(
            folder.resolve("suite"),
            folder.resolve("results"),
            List.of(),
            false,
            MeasuringOrder.SEQUENTIAL);
    Path home;
    SuiteRunner.Outcome outcome;
    long start = System.nanoTime();
    try (var machine = HomeMachine.open(folder.resolve("machine"))) {
      home = machine.home();
      try (var runner = new SuiteRunner(machine.services(), request, new Silent())) {
        outcome = runner.execute();
      }
    }
    System.out.printf(
        "%d programs of which %d fail: %s%n",
        files,
        files - expected.getOrDefault(GameStatus.OK, 0),
        Duration.ofNanos(System.nanoTime() - start));
    assertThat(Census.of(home, folder.resolve("results"))).isEmpty();
    return outcome;
  }

  private static final class Silent implements SuiteListener {
    @Override
    public void found(int programs, int remarks) {}

    @Override
    public void stage(String text) {}

    @Override
    public void measured(SuiteEntry entry) {}

    @Override
    public void through(int done, int of, int failed, double leftSeconds) {}
  }

  private void requireAll(SuiteRunner.Outcome outcome, int rounds) {
    var last = new HashMap<Integer, GameStatus>();
    var times = new HashMap<Integer, Integer>();
    outcome
        .entries()
        .forEach(entry -> {
          last.merge(
              entry.number(), entry.status(), (one, other) -> one == GameStatus.OK ? other : one);
          times.merge(entry.number(), 1, Integer::sum);
        });
    var counts = new EnumMap<GameStatus, Integer>(GameStatus.class);
    last.values().forEach(status -> counts.merge(status, 1, Integer::sum));
    // A program that took too long at the largest workload is measured again at one before.
    assertThat(counts).isEqualTo(expected);
    assertThat(last.entrySet())
        .filteredOn(one -> one.getValue() == GameStatus.OK)
        .allMatch(one -> Integer.valueOf(3).equals(times.get(one.getKey())));
    assertThat(outcome.remarks()).hasSize(4 * rounds);
    assertThat(outcome.cancelled()).isFalse();
    assertThat(SuiteResults.open(folder.resolve("results")).entries())
        .hasSize(outcome.entries().size());
  }

  @Test
  void measuresTheRestWhereAFifthFails() throws IOException {
    requireAll(measure(60, 1), 1);
  }

  /// Takes minutes.
  @Test
  @Tag("soak")
  void measuresAThousandProgramsOfWhichAHundredFail() throws IOException {
    requireAll(measure(1_000, 7), 7);
  }
}
