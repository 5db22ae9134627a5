package dev.assay.runner.iterate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.game.SeriesFile;
import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.core.iterate.StampWay;
import dev.assay.core.run.Ending;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shell scripts that print the numbers up to their argument, again and again, and programs that
/// leave stamps in every wrong way.
class IterationIT {
  private static final int ITERATIONS = 20;

  private static final String STAMPS =
      """
      if [ -d "$ASSAY_STAMPS" ]; then stamp() { echo > "$ASSAY_STAMPS/$1"; }
      else exec 4>"$ASSAY_STAMPS"; stamp() { echo "$1" >&4; }; fi
      work() { i=0; while [ $i -lt $1 ]; do i=$((i+1)); echo $i; done; sleep 0.005; }
      """;

  private static final String RIGHT =
      STAMPS + "stamp 0; for k in $(seq $ASSAY_ITERATIONS); do work $1; stamp $k; done\n";

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
      name = "plain"
      extension = "sh"
      run = ["sh", "{source}"]
      version = ["sh", "-c", "echo shell"]
      [languages.iterate]
      files = ["iterate/again.sh"]
      run = ["sh", "again.sh", "{source}"]
      """;

  @TempDir Path folder;
  private final List<IterationEntry> executed = new ArrayList<>();

  @BeforeEach
  void writeSuite() throws IOException {
    Files.createDirectories(folder.resolve("suite/programs"));
    Files.createDirectories(folder.resolve("suite/iterate"));
    Files.createDirectories(folder.resolve("suite/bundle/expected"));
    Files.writeString(folder.resolve("suite/suite.toml"), SUITE);
    Files.writeString(
        folder.resolve("suite/iterate/again.sh"),
        STAMPS
            + "source=$1; shift; stamp 0; for k in $(seq $ASSAY_ITERATIONS); do (. ./$source); sleep 0.03; stamp $k; done\n");
    Files.writeString(folder.resolve("suite/bundle/expected/2.txt"), "1\n2\n");
    Files.writeString(folder.resolve("suite/bundle/expected/3.txt"), "1\n2\n3\n");
    Files.writeString(
        folder.resolve("suite/bundle/bundle.toml"),
        """
        [bundle]
        name = "test/count"
        version = "1.0.0"
        protocol = "program"
        [program]
        expected = "file"
        [[points]]
        n = 2
        expected = "expected/2.txt"
        [[points]]
        n = 3
        expected = "expected/3.txt"
        [limits]
        output = "64KiB"
        memory = "256MiB"
        """);
  }

  private void program(int number, String text) throws IOException {
    Files.writeString(folder.resolve("suite/programs/count.sh-%d.sh".formatted(number)), text);
  }

  private IterationRunner.Outcome run(
      StampWay way, int processes, boolean resume, MeasuringOrder order, int cancelAfter)
      throws IOException {
    return run(way, processes, resume, order, cancelAfter, null);
  }

  private IterationRunner.Outcome run(
      StampWay way,
      int processes,
      boolean resume,
      MeasuringOrder order,
      int cancelAfter,
      @Nullable Long n)
      throws IOException {
    executed.clear();
    var request =
        new IterationRequest(
            folder.resolve("suite"),
            folder.resolve("results"),
            List.of(),
            resume,
            order,
            ITERATIONS,
            processes,
            way,
            n,
            Duration.ofSeconds(3));
    try (var machine = HomeMachine.open(folder.resolve("machine"));
        var runner =
            new IterationRunner(machine.services(), request, new Heard(machine, cancelAfter))) {
      return runner.execute();
    }
  }

  private final class Heard implements IterationListener {
    private final HomeMachine machine;
    private final int cancelAfter;

    Heard(HomeMachine machine, int cancelAfter) {
      this.machine = machine;
      this.cancelAfter = cancelAfter;
    }

    @Override
    public void stage(String text) {}

    @Override
    public void executed(IterationEntry entry) {
      executed.add(entry);
      if (executed.size() == cancelAfter) {
        machine.cancellation().request();
      }
    }

    @Override
    public void through(int done, int of) {}
  }

  private static IntFunction<IterationEntry> last(IterationRunner.Outcome outcome) {
    var last = new HashMap<Integer, IterationEntry>();
    for (IteratedProgram one : outcome.programs()) {
      last.put(
          one.of().number(),
          one.processes().isEmpty() ? one.proof().orElseThrow() : one.processes().getLast());
    }
    return number -> Objects.requireNonNull(last.get(number));
  }

  private static void assertBad(IterationEntry entry, String words, int stamps) {
    assertThat(entry.status()).as(words).isEqualTo(IterationStatus.BAD_STAMPS);
    assertThat(entry.remark()).contains(words);
    assertThat(entry.stampNanos()).as(words).hasSize(stamps);
  }

  @Test
  void namesTheWorkloadsWhenTheOneAskedForIsNone() throws IOException {
    program(1, RIGHT);

    assertThatThrownBy(() -> run(StampWay.PIPE, 1, false, MeasuringOrder.SEQUENTIAL, -1, 4_711L))
        .isInstanceOf(AssayException.class)
        .hasMessageMatching(
            "count.sh-1: there is no workload n = 4711; there are [\\d, ]+\\. .*--n.*");
    assertThat(executed).isEmpty();
  }

  @Test
  void takesLinesFromAPipeAndSaysOfTheRestWhatIsWrong() throws IOException {
    String loop = STAMPS + "stamp 0; for k in $(seq $ASSAY_ITERATIONS); do work $1; ";
    String many = "[ $ASSAY_ITERATIONS = 1 ] || ";
    program(1, RIGHT.replace("0.005", "0.03"));
    program(2, loop + "[ $k -gt 5 ] || stamp $k; done\n");
    program(3, RIGHT + many + "stamp 21\n");
    program(4, loop + "if [ $k = 6 ]; then stamp 7; else stamp $k; fi; done\n");
    program(5, loop + "if [ $k = 9 ]; then stamp '\\033[31m neun'; else stamp $k; fi; done\n");
    program(6, RIGHT + many + "sleep 100\n");
    program(7, STAMPS + "stamp 0; work $1; " + many + "exec yes >&4\n");
    program(8, loop + "stamp $k; [ $k != 7 ] || exit 3; done\n");
    program(9, RIGHT + "echo more\n");
    program(10, STAMPS + "work $1\n");
    program(11, "");
    program(12, STAMPS + "stamp 0; work $1; " + many + "head -c 1000000 /dev/zero >&4\n");
    program(13, STAMPS + "work $1; " + many + "seq 0 20 >&4\n");
    program(14, loop + "stamp $k; [ $k != 3 ] || kill -9 $$; done\n");

    var outcome = run(StampWay.PIPE, 1, false, MeasuringOrder.SEQUENTIAL, -1);

    IntFunction<IterationEntry> last = last(outcome);
    IterationEntry right = last.apply(1);
    assertThat(right.status()).isEqualTo(IterationStatus.OK);
    assertThat(right.stampNanos()).hasSize(ITERATIONS + 1).isSorted();
    assertThat(right.seconds()).allMatch(seconds -> seconds > 0.003 && seconds < 1);
    assertBad(last.apply(2), "are 6, and 21 were due", 6);
    assertBad(last.apply(3), "are more than the 21 that were due", 21);
    assertBad(last.apply(4), "are out of order: 7 came where 6 was due", 6);
    assertBad(last.apply(5), "neun' where 9 was due", 9);
    assertThat(last.apply(6).status()).isEqualTo(IterationStatus.TIMED_OUT);
    assertThat(last.apply(6).stampNanos()).hasSize(21);
    assertBad(last.apply(7), "have the line 'y' where 1 was due", 1);
    assertThat(last.apply(8).status()).isEqualTo(IterationStatus.ERROR);
    assertThat(last.apply(8).remark()).contains("after 7 of 20 iterations: exited with 3");
    assertThat(last.apply(8).stampNanos()).hasSize(8);
    assertThat(last.apply(9).isProof()).isTrue();
    assertThat(last.apply(9).status()).isEqualTo(IterationStatus.BAD_OUTPUT);
    assertBad(last.apply(10), "are 0, and 21 were due", 0);
    assertThat(last.apply(11).status()).isEqualTo(IterationStatus.EMPTY);
    assertBad(last.apply(12), "without a line feed", 1);
    assertThat(last.apply(13).remark()).contains("arrived together");
    assertThat(Objects.requireNonNull(last.apply(14).measurement()).process().ending())
        .isEqualTo(new Ending.Signaled(9));
    assertThat(outcome.programs()).hasSize(14);
    assertThat(IterationResults.open(folder.resolve("results")).entries()).hasSize(26);
  }

  @Test
  void takesTimesOfFilesAndSaysOfTheRestWhatIsWrong() throws IOException {
    String many = "[ $ASSAY_ITERATIONS = 1 ] || ";
    program(1, RIGHT.replace("0.005", "0.02"));
    program(2, RIGHT + many + "rm \"$ASSAY_STAMPS/7\"\n");
    program(3, RIGHT + many + "touch -d 2020-01-01 \"$ASSAY_STAMPS/7\"\n");
    program(4, RIGHT.replace("0.005", "0.02") + many + "touch \"$ASSAY_STAMPS/7\"\n");
    program(5, RIGHT + many + "echo > \"$ASSAY_STAMPS/x\"\n");
    program(6, RIGHT + many + "{ cd $ASSAY_STAMPS; rm 7; mkfifo 7; }\n");
    program(7, RIGHT + many + "{ cd $ASSAY_STAMPS; rm 7; ln -s /etc/passwd 7; }\n");
    program(8, RIGHT + many + "{ cd $ASSAY_STAMPS/..; rm -r stamps; ln -s /etc stamps; }\n");
    program(9, STAMPS + "work $1; " + many + "{ cd $ASSAY_STAMPS; touch $(seq 0 20); }\n");
    program(10, RIGHT + many + "exit 4\n");
    program(11, RIGHT + many + "head -c 100M /dev/zero > $ASSAY_STAMPS/20\n");

    var outcome = run(StampWay.FILES, 1, false, MeasuringOrder.SEQUENTIAL, -1);

    IntFunction<IterationEntry> last = last(outcome);
    assertThat(last.apply(1).remark()).isNull();
    assertThat(last.apply(1).seconds()).hasSize(20).allMatch(seconds -> seconds > 0.01);
    assertBad(last.apply(2), "are 20, and 21 were due; 7 is missing", 7);
    assertBad(last.apply(3), "have the file '7', whose modification time was set by hand", 7);
    assertBad(last.apply(4), "are out of order: 8 is older than 7", 8);
    assertThat(last.apply(5).remark()).contains("have the file 'x', and those from 0 to 20");
    assertBad(last.apply(6), "have '7', which is no plain file", 7);
    assertBad(last.apply(7), "have '7', which is no plain file", 7);
    assertThat(last.apply(8).remark()).contains("have the file 'etc'");
    assertThat(last.apply(9).remark()).contains("have one time");
    assertThat(last.apply(10).status()).isEqualTo(IterationStatus.ERROR);
    assertThat(last.apply(11).status()).isEqualTo(IterationStatus.ERROR);
    assertThat(outcome.programs()).hasSize(11);
  }

  @Test
  void goesOnWhereItWasInterruptedAndWritesSeries() throws IOException {
    program(1, RIGHT.replace("0.005", "0.03"));
    Files.writeString(
        folder.resolve("suite/programs/count.plain-2.sh"),
        "i=0; while [ $i -lt $1 ]; do i=$((i+1)); echo $i; done\n");

    var interrupted = run(StampWay.PIPE, 2, false, MeasuringOrder.INTERLEAVED, 3);
    assertThat(interrupted.cancelled()).isTrue();
    assertThat(executed).extracting(IterationEntry::process).containsExactly(-1, -1, 0);
    assertThatThrownBy(() -> run(StampWay.PIPE, 2, false, MeasuringOrder.SEQUENTIAL, -1))
        .hasMessageContaining("has iterations already");

    var outcome = run(StampWay.PIPE, 2, true, MeasuringOrder.INTERLEAVED, -1);
    assertThat(executed).extracting(IterationEntry::process).containsExactly(0, 1, 1);
    assertThat(outcome.programs())
        .allMatch(one -> one.shapes().size() == 2 && one.failed().isEmpty());
    Path series = folder.resolve("results/iterations/count.plain-2.3.20.pipe.csv");
    assertThat(SeriesFile.parse(Files.readString(series), "series"))
        .hasSize(2)
        .allMatch(one -> one.size() == ITERATIONS);

    program(1, "# changed\n" + RIGHT.replace("0.005", "0.03"));
    run(StampWay.PIPE, 2, true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(executed).hasSize(3).allMatch(one -> one.number() == 1);
    Files.writeString(folder.resolve("suite/iterate/again.sh"), "exit 9\n");
    run(StampWay.PIPE, 2, true, MeasuringOrder.SEQUENTIAL, -1);
    assertThat(executed).hasSize(1).allMatch(one -> one.status() == IterationStatus.ERROR);
  }
}
