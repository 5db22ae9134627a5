package dev.assay.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Installs what measuring needs.
@Command(
    name = "setup",
    mixinStandardHelpOptions = true,
    description =
        "Says what this machine lacks for measuring, and installs it by apt on Debian and Ubuntu as root; elsewhere says what to type.")
final class SetupCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Option(names = "--check", description = "Only say what is missing.")
  boolean check;

  SetupCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    boolean complete = wiring.setUp(!check);
    if (complete) {
      wiring.terminal().out().println("nothing is missing");
    }
    return complete ? 0 : 1;
  }
}
