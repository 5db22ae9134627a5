package dev.assay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Images.
@Command(
    name = "image",
    mixinStandardHelpOptions = true,
    description = "Builds images from packages, and publishes them.")
final class ImageCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "build is missing, as in: assay image build images/core.toml");
  }
}
