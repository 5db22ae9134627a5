package dev.assay.cli;

import dev.assay.runner.suite.SuiteRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
      "Example: assay game run examples/game --only 'nbody.*' --results nbody",
      "",
      "Exit codes: 0 every program did every workload; 1 done, and some did not, or a remark says what",
      "else is wrong; 2 used wrongly; 4 the machine is at fault; 130 interrupted by Ctrl-C."
    })
final class GameRunCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Mixin SuiteOptions options = new SuiteOptions();

  GameRunCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    return new SuiteMeasuring(wiring)
        .measure(
            new SuiteRequest(
                options.folder(), options.into(), options.only, options.resume, options.order()));
  }
}
