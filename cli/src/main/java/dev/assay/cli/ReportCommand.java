package dev.assay.cli;

import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Shows a run again.
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Shows a run again: its table, and its report.html made anew from run.json.")
final class ReportCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "RUN", description = "A run's folder, its run.json, or its id.")
  String run = "";

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Where runs lie (default: ${DEFAULT-VALUE}).")
  Path runs = Path.of("runs");

  ReportCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    RunFolder folder = RunReader.require(run, runs);
    return new RunPrinter(wiring.terminal()).show(RunReader.read(folder), folder);
  }
}
