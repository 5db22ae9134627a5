package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.MeasuringOrder;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Which programs of which suite, in what order, and where to: what commands on suites share.
final class SuiteOptions {
  @Parameters(
      paramLabel = "SUITE",
      description =
          "A folder with a suite.toml, which names tasks, languages and the folder of programs. One to copy is examples/game.")
  Path suite = Path.of("");

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "Where what is measured, data files, logs and the report go (default: SUITE/results).")
  @Nullable Path results;

  @Option(
      names = "--only",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Only programs with these names, as in nbody.gcc-2; * stands for anything, as in 'nbody.*'.")
  List<String> only = List.of();

  @Option(
      names = "--resume-missing",
      description =
          "Keep what is measured in the results, and measure only what is missing there, or belongs to a program whose source, commands, compiler, image, bundle or class of machine has changed.")
  boolean resume;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "sequential",
      description =
          "sequential: one program after the other. interleaved: programs take turns, so that what changes in the machine over hours does not meet one of them alone (default: ${DEFAULT-VALUE}).")
  String order = "sequential";

  Path folder() {
    return suite.toAbsolutePath().normalize();
  }

  Path into() {
    return results == null ? folder().resolve("results") : results.toAbsolutePath().normalize();
  }

  MeasuringOrder order() {
    return MeasuringOrder.find(order)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "--order '%s' is not known; use sequential or interleaved.".formatted(order)));
  }
}
