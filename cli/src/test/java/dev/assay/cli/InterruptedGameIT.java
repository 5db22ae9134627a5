package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.runner.testkit.Folders;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands of the Benchmarks Game's way as processes of their own, which are interrupted.
class InterruptedGameIT {
  private static final int INTERRUPTED = 130;

  private static final String SUITE =
      """
      [suite]
      name = "test"
      [[tasks]]
      name = "count"
      bundle = "bundle"
      [[languages]]
      name = "sh"
      extension = "sh"
      run = ["sh", "{source}"]
      version = ["sh", "-c", "echo shell"]
      [[languages]]
      name = "slow"
      extension = "sh"
      build = ["sh", "-c", "echo building >&2; sleep 60"]
      run = ["sh", "{source}"]
      version = ["sh", "-c", "echo shell"]
      """;

  private static final String STAMPED =
      """
      exec 4>${ASSAY_STAMPS:-/dev/null}; echo 0 >&4
      for k in $(seq ${ASSAY_ITERATIONS:-1}); do
        i=0; while [ $i -lt $1 ]; do i=$((i+1)); echo $i; done; sleep 0.06; echo $k >&4
      done
      """;

  @TempDir private Path folder;
  private CommandFixture command;
  private Path suite;
  private Path results;
  private @Nullable Process process;

  @BeforeEach
  void open() throws IOException {
    command = CommandFixture.open(folder);
    suite = folder.resolve("suite");
    results = folder.resolve("results");
    Folders.write(suite, "suite.toml", SUITE);
    Folders.write(suite, "bundle/expected/3.txt", "1\n2\n3\n");
    Folders.write(
        suite,
        "bundle/bundle.toml",
        "[bundle]\nname = \"test/count\"\nversion = \"1.0.0\"\nprotocol = \"program\"\n[program]\nexpected = \"file\"\nrepeats = 20\n[[points]]\nn = 3\nexpected = \"expected/3.txt\"\n[limits]\noutput = \"64KiB\"\nmemory = \"256MiB\"\n");
    Folders.write(suite, "programs/count.sh-1.sh", STAMPED);
  }

  @AfterEach
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void keepsWhatIsMeasuredAndGoesOnWithTheRest() throws Exception {
    start("game", "run", suite, "--results", results);
    await(() -> lines("measurements.jsonl").size() >= 3);

    interrupt();

    List<String> kept = lines("measurements.jsonl");
    assertThat(kept).hasSizeBetween(3, 20);
    assertThat(results.resolve("alldata.csv.gz")).isNotEmptyFile();
    assertThat(results.resolve("report.html")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("log")))
        .contains("--resume-missing measures the rest");
    assertThat(command.census()).isEmpty();
    var resumed = command.assay("game", "run", suite, "--results", results, "--resume-missing");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(lines("measurements.jsonl")).hasSize(21).startsWith(kept.toArray(String[]::new));
  }

  @Test
  void leavesNothingWhenInterruptedInABuild() throws Exception {
    Folders.write(suite, "programs/count.slow-2.sh", STAMPED);
    start("game", "run", suite, "--results", results, "--only", "count.slow-2");
    Path log = results.resolve("logs/count.slow-2.build.log");
    await(() -> Files.exists(log) && Files.readString(log).contains("building"));

    interrupt();

    assertThat(lines("measurements.jsonl")).isEmpty();
    assertThat(results.resolve("report.html")).isNotEmptyFile();
    assertThat(command.census()).isEmpty();
  }

  @Test
  void keepsProcessesThatIterated() throws Exception {
    start("game", "iterate", suite, "--results", results, "--iterations", "20", "--processes", "5");
    await(() -> lines("iterations.jsonl").size() >= 2);

    interrupt();

    List<String> kept = lines("iterations.jsonl");
    assertThat(kept).hasSizeBetween(2, 5);
    assertThat(results.resolve("iterations.html")).isNotEmptyFile();
    assertThat(command.census()).isEmpty();
    var resumed =
        command.assay(
            "game",
            "iterate",
            suite,
            "--results",
            results,
            "--iterations",
            "20",
            "--processes",
            "5",
            "--resume-missing");
    assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
    assertThat(resumed.out()).contains("count.sh-1").contains("99 % interval");
    assertThat(lines("iterations.jsonl")).hasSize(6).startsWith(kept.toArray(String[]::new));
    assertThat(results.resolve("iterations.html")).content().doesNotContain("report.html");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void reportAndIterationsLeadToEachOtherInWhicheverOrderTheyAreMade(boolean reportFirst)
      throws Exception {
    var run = List.<Object>of("game", "run", suite, "--results", results);
    var iterate =
        List.<Object>of(
            "game", "iterate", suite, "--results", results, "--iterations", "20", "--processes", 1);

    for (List<Object> words : reportFirst ? List.of(run, iterate) : List.of(iterate, run)) {
      var done = command.assay(words.toArray());
      assertThat(done.code()).as(done.err()).isZero();
    }

    assertThat(results.resolve("report.html")).content().contains("href=\"iterations.html\"");
    assertThat(results.resolve("iterations.html")).content().contains("href=\"report.html\"");
  }

  /// With packages from Debian's archive.
  @Test
  void leavesNoMountsWhenAnImageBuildIsInterrupted() throws Exception {
    assumeTrue(new LocalPrograms().find("mmdebstrap").isPresent(), "mmdebstrap");
    Folders.write(
        folder,
        "recipe.toml",
        "name = \"localhost/assay/interrupted\"\nsuite = \"bookworm\"\npackages = [\"python3\"]\n");
    Path work = command.home().resolve("images");
    start("image", "build", folder.resolve("recipe.toml"));
    for (int i = 0; i < 3_000 && !isMounted(work); i++) {
      assumeTrue(Objects.requireNonNull(process).isAlive(), "packages of Debian");
      Thread.sleep(20);
    }
    assertThat(isMounted(work)).isTrue();

    interrupt();

    assertThat(isMounted(work)).isFalse();
    assertThat(work).isEmptyDirectory();
  }

  private static boolean isMounted(Path work) throws IOException {
    return Files.readString(Path.of("/proc/self/mountinfo")).contains(work + "/build.");
  }

  private void start(Object... arguments) throws IOException {
    process = command.start(folder.resolve("log"), arguments);
  }

  private void interrupt() throws Exception {
    Process running = Objects.requireNonNull(process);
    new ProcessBuilder("kill", "-INT", Long.toString(running.pid())).start().waitFor();
    assertThat(running.waitFor(25, TimeUnit.SECONDS))
        .as(Files.readString(folder.resolve("log")))
        .isTrue();
    assertThat(running.exitValue()).isEqualTo(INTERRUPTED);
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private void await(Condition condition) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (!condition.holds()) {
      assertThat(Objects.requireNonNull(process).isAlive() && System.nanoTime() < end)
          .as(Files.readString(folder.resolve("log")))
          .isTrue();
      Thread.sleep(20);
    }
  }

  private List<String> lines(String name) throws IOException {
    Path file = results.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
