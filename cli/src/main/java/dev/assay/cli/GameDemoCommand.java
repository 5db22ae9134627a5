package dev.assay.cli;

import dev.assay.core.game.MeasuringOrder;
import dev.assay.runner.suite.SuiteRequest;
import dev.assay.sandbox.image.Recipe;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Measures the example suite.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Measures five tasks in C, C++, Java, JavaScript, Perl and Python at small sizes, in about three minutes.",
      "The first time it builds the image with their compilers, which takes some minutes more."
    })
final class GameDemoCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "game-demo",
      description =
          "Where measurements, data files, logs and the report go; what is there already stays and is not measured again (default: ${DEFAULT-VALUE}).")
  Path results = Path.of("game-demo");

  GameDemoCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    Path root = wiring.root();
    wiring.requireCoreImage();
    requireImage(root.resolve("images/game.toml"));
    Path into = results.toAbsolutePath().normalize();
    return new SuiteMeasuring(wiring)
        .measure(
            new SuiteRequest(
                root.resolve("examples/game"), into, List.of(), true, MeasuringOrder.SEQUENTIAL));
  }

  private void requireImage(Path recipe) {
    try (var progress = wiring.progress()) {
      progress.stage("image localhost/assay/game (some minutes the first time)");
      wiring.imageBuilder().build(Recipe.read(recipe), false, progress::stage);
    }
  }
}
