package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.sandbox.image.BuiltImage;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.image.ImageBuilder;
import dev.assay.sandbox.image.Images;
import dev.assay.sandbox.image.Recipe;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/// One image of a job, by its digest: from this machine, from its registry, or built from its
/// recipe, which must come out the same.
///
/// @param images of this machine
/// @param identity the only one that there is
/// @param recipes files by digest
/// @param progress hears how a build goes
record JobImages(
    Images images,
    ImageIdentity identity,
    ImageBuilder builder,
    Map<String, Path> recipes,
    Consumer<String> progress)
    implements Images {
  @Override
  public Image require(String reference) {
    if (!reference.equals(identity.reference())) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The manifest names the image %s, and the job %s."
              .formatted(reference, identity.reference()));
    }
    return require(identity);
  }

  @Override
  public Image require(ImageIdentity wanted) {
    try {
      return images.require(wanted);
    } catch (AssayException absent) {
      Path recipe = recipes.get(wanted.digest());
      if (absent.code() != ErrorCode.IMAGE_NOT_FOUND || recipe == null) {
        throw absent;
      }
      build(wanted, recipe);
      return images.require(wanted);
    }
  }

  private void build(ImageIdentity wanted, Path recipe) {
    BuiltImage built = builder.build(Recipe.read(recipe), true, progress);
    if (!built.digest().equals(wanted.digest())) {
      throw new AssayException(
          ErrorCode.IMAGE_BUILD_FAILED,
          "The image %s was built from its recipe and came out as %s, where the job names %s; the packages that it is made of have changed since. Publish the image anew."
              .formatted(wanted.reference(), built.digest(), wanted.digest()));
    }
  }
}
