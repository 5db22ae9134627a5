package dev.assay.runner.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.game.GameStatus;
import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Suites of shell scripts and C, which print the numbers up to their argument, a line each.
class SuiteIT {
  private static final String RIGHT = "i=0; while [ $i -lt $1 ]; do i=$((i+1)); echo $i; done\n";

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
      version = ["sh", "-c", "echo shell; id -un 2>&1 | head -1"]
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

  @TempDir Path folder;
  private final List<SuiteEntry> measured = new ArrayList<>();

  @BeforeEach
  void writeSuite() throws IOException {
    Files.createDirectories(folder.resolve("suite/programs"));
    Files.createDirectories(folder.resolve("suite/bundle/expected"));
    Files.writeString(folder.resolve("suite/suite.toml"), SUITE);
    var bundle =
        new StringBuilder(
            "[bundle]\nname = \"test/count\"\nversion = \"1.0.0\"\nprotocol = \"program\"\n[program]\nexpected = \"file\"\nrepeats = 2\n");
    for (int n : new int[] {1, 5, 40}) {
      var lines = new StringBuilder();
      for (int i = 1; i <= n; i++) {
        lines.append(i).append('\n');
      }
      Files.writeString(folder.resolve("suite/bundle/expected/%d.txt".formatted(n)), lines);
      bundle.append("[[points]]\nn = %1$d\nexpected = \"expected/%1$d.txt\"\n".formatted(n));
    }
    bundle.append("[limits]\noutput = \"64KiB\"\nmemory = \"256MiB\"\n");
    Files.writeString(folder.resolve("suite/bundle/bundle.toml"), bundle);
  }

  private void program(String name, String text) throws IOException {
    Files.writeString(folder.resolve("suite/programs").resolve(name), text);
  }

  private final class Heard implements SuiteListener {
    private final HomeMachine machine;
    private final int cancelAfter;

    Heard(HomeMachine machine, int cancelAfter) {
      this.machine = machine;
      this.cancelAfter = cancelAfter;
    }

    @Override
    public void found(int programs, int remarks) {}

    @Override
    public void stage(String text) {}

    @Override
    public void measured(SuiteEntry entry) {
      measured.add(entry);
      if (measured.size() == cancelAfter) {
        machine.cancellation().request();
      }
    }

    @Override
    public void through(int done, int of, int failed, double leftSeconds) {}
  }

  private SuiteRunner.Outcome run(boolean resume, MeasuringOrder order, int cancelAfter)
      throws IOException {
    return run(List.of(), resume, order, cancelAfter);
  }

  private SuiteRunner.Outcome run(
      List<String> only, boolean resume, MeasuringOrder order, int cancelAfter) throws IOException {
    measured.clear();
    var request =
        new SuiteRequest(folder.resolve("suite"), folder.resolve("results"), only, resume, order);
    try (var machine = HomeMachine.open(folder.resolve("machine"));
        var runner =
            new SuiteRunner(machine.services(), request, new Heard(machine, cancelAfter))) {
      return runner.execute();
    }
  }

  private static String statuses(List<SuiteEntry> entries) {
    return entries.stream()
        .map(entry ->
            "%s%d:%d:%s"
                .formatted(entry.language(), entry.number(), entry.n(), entry.status().number()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void measuresWhatIsRightAndSaysOfTheRestWhatItIs() throws IOException {
    program("count.sh-1.sh", RIGHT);
    program("count.sh-2.sh", RIGHT + "[ $1 -lt 40 ] || printf x\n");
    program("count.sh-3.sh", "");
    program("count.sh-4.sh", "exit 3\n");
    program("count.gcc-1.c", "int main(void) { retur 0; }\n");
    program("count.nocc-1.c", "int main(void) { return 0; }\n");
    program("count.sh.txt", "x\n");

    var outcome = run(false, MeasuringOrder.SEQUENTIAL, -1);

    assertThat(statuses(outcome.entries()))
        .isEqualTo(
            "sh1:1:0 sh1:5:0 sh1:40:0 sh1:40:0 sh1:40:0 sh2:1:0 sh2:5:0 sh2:40:-10 sh3:1:-12 sh4:1:-2 gcc1:1:-2 nocc1:1:-11");
    assertThat(outcome.remarks()).hasSize(1);
    assertThat(outcome.entries().getFirst().identity().version()).startsWith("shell");
    assertThat(Files.readString(folder.resolve("results/logs/count.gcc-1.build.log")))
        .contains("retur");
    assertThat(folder.resolve("results/alldata.csv.gz")).isNotEmptyFile();
  }

  @Test
  void measuresOnlyWhatIsMissingOrHasChanged() throws IOException {
    program("count.sh-1.sh", RIGHT);
    program("count.sh-2.sh", "# another\n" + RIGHT);
    run(false, MeasuringOrder.INTERLEAVED, -1);
    assertThat(statuses(measured))
        .isEqualTo(
            "sh1:1:0 sh1:5:0 sh1:40:0 sh2:1:0 sh2:5:0 sh2:40:0 sh1:40:0 sh2:40:0 sh1:40:0 sh2:40:0");

    assertThatThrownBy(() -> run(false, MeasuringOrder.SEQUENTIAL, -1))
        .hasMessageContaining("has measurements already");
    run(true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(measured).isEmpty();

    program("count.sh-2.sh", "# changed\n" + RIGHT);
    program("count.sh-3.sh", RIGHT);
    var outcome = run(true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(measured).hasSize(10).allMatch(entry -> entry.number() > 1);
    assertThat(outcome.entries()).hasSize(15).allMatch(entry -> entry.status() == GameStatus.OK);
    assertThat(SuiteResults.open(folder.resolve("results")).entries()).hasSize(20);

    var one = run(List.of("count.sh-1"), true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(one.entries()).hasSize(15);
  }

  @Test
  void goesOnWhereItWasInterrupted() throws IOException {
    program("count.sh-1.sh", RIGHT);

    var interrupted = run(false, MeasuringOrder.SEQUENTIAL, 2);
    assertThat(interrupted.cancelled()).isTrue();
    assertThat(statuses(interrupted.entries())).isEqualTo("sh1:1:0 sh1:5:0");

    var outcome = run(true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(outcome.cancelled()).isFalse();
    assertThat(statuses(measured)).isEqualTo("sh1:40:0 sh1:40:0 sh1:40:0");
    assertThat(outcome.entries()).hasSize(5);
  }
}
