package dev.assay.sandbox.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.ProcessorUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorCountersTest {
  @TempDir Path proc;

  private ProcessorCounters read(String stat) throws IOException {
    Files.writeString(proc.resolve("stat"), stat);
    return ProcessorCounters.read(proc);
  }

  @Test
  void countsWorkOfEachProcessorInSteps() throws IOException {
    var before =
        read(
            """
            cpu  300 0 0 0 0 0 0 0 0 0
            cpu0 100 1 10 1000 5 1 1 7 50 0
            cpu1 200 0 20 2000 0 0 0 0 0 0
            intr 5
            """);
    var after =
        read(
            """
            cpu  300 0 0 0 0 0 0 0 0 0
            cpu0 110 2 12 1030 10 2 3 9 60 0
            cpu1 200 0 20 1999 0 0 0 0 0 0
            cpu2 1 1 1 1 1 1 1 1 1 1
            """);

    assertThat(after.since(before))
        .containsExactly(new ProcessorUse(0, 160_000_000, 350_000_000), new ProcessorUse(1, 0, 0));
    assertThat(after.since(before).getFirst().percent()).isEqualTo(31);
    assertThat(after.since(before).getLast().percent()).isZero();
  }

  @Test
  void knowsNothingWhereTheKernelDoesNotSay() {
    var nothing = ProcessorCounters.read(proc.resolve("nowhere"));

    assertThat(nothing.since(nothing)).isEmpty();
  }
}
