package dev.assay.cli;

import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.bundle.ImageView;
import dev.assay.sandbox.image.BuiltImage;
import dev.assay.sandbox.image.Recipe;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Makes an image known to a platform.
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description =
        "Builds an image from its recipe and publishes digest and recipe, so that solutions can name it and runners can build it.")
final class ImagePublishCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "RECIPE", description = "The recipe, as in images/core.toml.")
  Path recipe = Path.of("images/core.toml");

  @Mixin PlatformOption platform = new PlatformOption();

  ImagePublishCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    var client = platform.client(wiring);
    BuiltImage image;
    try (var progress = wiring.progress()) {
      image = wiring.imageBuilder().build(Recipe.read(recipe), false, progress::stage);
    }
    try (var scratch = wiring.scratch()) {
      ImageView published =
          new Uploads(client, scratch.path())
              .publishImage(new ImageIdentity(image.reference(), image.digest()), recipe);
      wiring
          .terminal()
          .out()
          .println(
              "%s is %s on %s"
                  .formatted(published.reference(), published.digest(), client.platform()));
    }
    return 0;
  }
}
