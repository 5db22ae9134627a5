package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.LogFile;
import dev.assay.runner.testkit.Attack;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.FaultyFixture;
import dev.assay.runner.testkit.Folders;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A solution whose `run` tries to get out, to learn what it must not, and to leave something to
/// the next point. It compiles its tools in its own build.
class IsolatedSolutionIT {
  private static final String PYTHON =
      """
      import os
      import subprocess
      import sys

      NAMES = open("names.txt", encoding="utf-8").read().split()


      def init(point):
          return NAMES[point.n].partition(".")[0]


      def run(name, inputs):
          if name == "reaches":
              attack("reach", "SECRET", "/work/expected/000000/y.bin", "/work/cases/000002/x.bin", "PATH")
          else:
              attack("find")
              attack("leave")
          return 2 * inputs.x


      def attack(*words):
          if not os.path.exists("/tmp/once-" + words[0]):
              open("/tmp/once-" + words[0], "w").close()
              subprocess.run(["./attack", *words], stdout=sys.stderr, check=True)
      """;

  @Test
  void letsNothingOutAndLeavesNothing(@TempDir Path folder) throws IOException {
    try (var machine = HomeMachine.open(folder)) {
      var points = List.of("leaves.1", "reaches", "leaves.2");
      Path secret = Files.writeString(folder.resolve(Attack.SECRET), "x");
      Path bundle = FaultyFixture.bundle(folder, points, "[limits]\nprocesses = 24\n");
      Path solution = FaultyFixture.harnessed(folder, "python", points);
      Folders.write(
          solution,
          "attack.c",
          Files.readString(Folders.repository().resolve(Attack.SOURCE)),
          "solution.py",
          PYTHON.replace("SECRET", Attack.SECRET).replace("PATH", secret.toString()),
          "solution.toml",
          Files.readString(solution.resolve("solution.toml"))
              + "\n[build]\ncommand = \"gcc -O1 -o attack attack.c\"\n");

      var run = new MeasuredRun(machine.measure(solution, bundle));

      for (String point : points) {
        assertThat(run.statuses(point)).as(point).isEqualTo("ok ok ok");
      }
      Attack.assertRefused(log(run, "reaches"));
      Attack.assertNothingFound(log(run, "leaves.1"));
      Attack.assertNothingFound(log(run, "leaves.2"));
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
    }
  }

  private static List<String> log(MeasuredRun run, String point) throws IOException {
    LogFile log =
        Objects.requireNonNull(Objects.requireNonNull(run.point(point).process()).stderr());
    return Files.readAllLines(run.folder().path().resolve(log.file()));
  }
}
