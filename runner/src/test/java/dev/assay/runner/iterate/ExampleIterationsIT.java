package dev.assay.runner.iterate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.core.game.MeasuringOrder;
import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.StampWay;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example suite, as people copy it, in its image.
class ExampleIterationsIT {
  private static final String IMAGE = "localhost/assay/game";
  private static final int ITERATIONS = 20;

  @TempDir Path folder;

  @Test
  void iterateTheVeryProgramsThatAreMeasuredAsAWhole() throws IOException {
    var request =
        new IterationRequest(
            Path.of("../examples/game").toAbsolutePath().normalize(),
            folder.resolve("results"),
            List.of("nbody.python3-1", "nbody.java-1", "nbody.node-1"),
            false,
            MeasuringOrder.SEQUENTIAL,
            ITERATIONS,
            1,
            StampWay.PIPE,
            5_000L,
            Duration.ofMinutes(1));

    IterationRunner.Outcome outcome = execute(request);

    assertThat(outcome.programs()).hasSize(3);
    assertThat(outcome.programs())
        .allSatisfy(one ->
            assertThat(one.proof())
                .hasValueSatisfying(proof -> assertThat(proof.isOk()).as(proof.remark()).isTrue()));
    assertThat(outcome.programs())
        .flatExtracting(IteratedProgram::processes)
        .allSatisfy(ExampleIterationsIT::requireEveryStamp);
  }

  private IterationRunner.Outcome execute(IterationRequest request) throws IOException {
    try (var machine = HomeMachine.open(folder.resolve("machine"))) {
      assumeTrue(
          new LocalPrograms()
              .execute(HostCommand.of("podman", "image", "exists", IMAGE))
              .succeeded(),
          "no image %s: ./assay image build images/game.toml".formatted(IMAGE));
      try (var runner = new IterationRunner(machine.services(), request, new Silent())) {
        return runner.execute();
      }
    }
  }

  /// On a busy machine short iterations arrive together, which is said, and no stamp is lost.
  private static void requireEveryStamp(IterationEntry entry) {
    assertThat(entry.stampNanos()).as(entry.remark()).hasSize(ITERATIONS + 1).isSorted();
    if (!entry.isOk()) {
      assertThat(entry.remark()).contains("arrived together");
    }
  }

  private static final class Silent implements IterationListener {
    @Override
    public void stage(String text) {}

    @Override
    public void executed(IterationEntry entry) {}

    @Override
    public void through(int done, int of) {}
  }
}
