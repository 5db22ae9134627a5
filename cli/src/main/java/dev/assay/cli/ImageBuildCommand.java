package dev.assay.cli;

import dev.assay.core.wire.JsonCodec;
import dev.assay.sandbox.image.BuiltImage;
import dev.assay.sandbox.image.Recipe;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Builds an image from its recipe.
@Command(
    name = "build",
    mixinStandardHelpOptions = true,
    description =
        "Makes an image from packages of Debian and npm; the same packages give the same digest on any machine.")
final class ImageBuildCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "RECIPE", description = "The recipe, as in images/core.toml.")
  Path recipe = Path.of("images/core.toml");

  @Option(names = "--rebuild", description = "Build even when nothing changed since the last time.")
  boolean rebuild;

  @Option(names = "--json", description = "Print the image with its packages as JSON.")
  boolean json;

  ImageBuildCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    BuiltImage image;
    try (var progress = wiring.progress()) {
      image = wiring.imageBuilder().build(Recipe.read(recipe), rebuild, progress::stage);
    }
    wiring
        .terminal()
        .out()
        .println(
            json
                ? JsonCodec.toJson(image).strip()
                : "%s  %s  %d packages%s"
                    .formatted(
                        image.reference(),
                        image.digest(),
                        image.packages().size(),
                        image.fresh() ? "" : ", unchanged"));
    return 0;
  }
}
