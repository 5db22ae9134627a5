package dev.assay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The Benchmarks Game's way.
@Command(
    name = "game",
    mixinStandardHelpOptions = true,
    description = "Reads and folds data files of the Computer Language Benchmarks Game.")
final class GameCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "the command fold is missing");
  }
}
