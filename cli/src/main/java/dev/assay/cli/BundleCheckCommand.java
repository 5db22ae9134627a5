package dev.assay.cli;

import dev.assay.runner.check.BundleCheck;
import dev.assay.runner.check.Finding;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Proves a bundle.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Proves a bundle before it is published: make is repeatable, the reference passes, wrong answers are refused, its solutions end as they say.")
final class BundleCheckCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "BUNDLE", description = "The bundle's folder, or NAME@VERSION.")
  String bundle = ".";

  @Option(names = "--json", description = "Print the findings as JSON.")
  boolean json;

  BundleCheckCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    var printer = new FindingPrinter(wiring.terminal());
    List<Finding> findings;
    try (var scratch = wiring.scratch();
        var progress = wiring.progress()) {
      var check =
          new BundleCheck(
              wiring.machine(),
              NamedBundle.folder(bundle),
              scratch.path(),
              finding -> {
                if (!json) {
                  progress.pause();
                  printer.print(finding);
                }
              },
              progress::stage);
      findings = check.execute();
    }
    int code = json ? printer.print(findings, true) : printer.sum(findings, false);
    return code == 0 ? 0 : 3;
  }
}
