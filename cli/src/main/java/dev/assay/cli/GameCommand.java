package dev.assay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The Benchmarks Game's way.
@Command(
    name = "game",
    mixinStandardHelpOptions = true,
    description =
        "Measures whole programs as the Computer Language Benchmarks Game does, and reads its files.")
final class GameCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
