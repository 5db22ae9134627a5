package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.MeasuringOrder;
import dev.assay.runner.suite.SuiteRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Measures a suite of programs.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the programs of a suite: builds each, measures it smallest workload first, verifies every output, and measures the largest again.",
      "It may be interrupted: what is measured stays, and --resume-missing measures the rest.",
      "The report is report.html in the results: languages, tasks, programs with their sources and every measurement."
    },
    footer = {
      "",
      "Exit codes: 0 every program did every workload; 1 done, and some did not; 2 used wrongly;",
      "3 a bundle is at fault; 4 the machine is; 130 interrupted by Ctrl-C."
    })
final class GameRunCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "SUITE", description = "A folder with a suite.toml.")
  Path suite = Path.of("");

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "Where measurements, data files, logs and the report go (default: SUITE/results).")
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
          "Keep what is measured, and measure only programs that are missing or have changed: their source, commands, compiler, image, bundle or machine.")
  boolean resume;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      defaultValue = "sequential",
      description =
          "sequential: program by program. interleaved: each program at each workload first, then the repetitions in rounds (default: ${DEFAULT-VALUE}).")
  String order = "sequential";

  GameRunCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    Path folder = suite.toAbsolutePath().normalize();
    Path into = results == null ? folder.resolve("results") : results.toAbsolutePath().normalize();
    return new SuiteMeasuring(wiring)
        .measure(new SuiteRequest(folder, into, only, resume, order()));
  }

  private MeasuringOrder order() {
    for (MeasuringOrder one : MeasuringOrder.values()) {
      if (one.text().equals(order)) {
        return one;
      }
    }
    throw new AssayException(
        ErrorCode.USAGE,
        "There is no order '%s'; use --order sequential or --order interleaved.".formatted(order));
  }
}
