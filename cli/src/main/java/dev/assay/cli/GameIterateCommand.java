package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.iterate.StampWay;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.iterate.IterationRequest;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lets programs of a suite iterate in one process.
@Command(
    name = "iterate",
    mixinStandardHelpOptions = true,
    description = {
      "Starts programs of a suite so that each does its work again and again in one process, takes the stamps that it leaves between iterations, and says of each process whether it is flat, warming up, slowing down or never steady.",
      "A program learns from ASSAY_ITERATIONS how often, and from ASSAY_STAMPS where to leave a stamp before the first iteration and after each: `0`, `1`, … as lines of that file, or as files in that folder. Languages of suite.toml can have a command for that (languages.iterate).",
      "It may be interrupted: what is measured stays, and --resume-missing measures the rest."
    },
    footer = {
      "",
      "Example: assay game iterate examples/game --only nbody.python3-1 --results nbody",
      "",
      "Exit codes: 0 every process did every iteration; 1 done, and some did not, or a remark says what",
      "else is wrong; 2 used wrongly; 4 the machine is at fault; 130 interrupted by Ctrl-C."
    })
final class GameIterateCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Mixin SuiteOptions options = new SuiteOptions();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "200",
      description = "Iterations of each process, 20 to 20000 (default: ${DEFAULT-VALUE}).")
  int iterations = 200;

  @Option(
      names = "--processes",
      paramLabel = "M",
      defaultValue = "10",
      description =
          "Processes of each program (default: ${DEFAULT-VALUE}). An interval takes two at least.")
  int processes = 10;

  @Option(
      names = "--n",
      paramLabel = "N",
      description =
          "The workload of an iteration, as the task's bundle names it (default: its largest).")
  @Nullable Long n;

  @Option(
      names = "--stamps",
      paramLabel = "WAY",
      defaultValue = "pipe",
      description =
          "pipe: lines, stamped as they arrive, to some 0.1 ms. files: modification times, to some milliseconds (default: ${DEFAULT-VALUE}).")
  String stamps = "pipe";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Of each process, as in 30s or 10m (default: the bundle's timeout).")
  @Nullable String timeout;

  GameIterateCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    return new SuiteIterating(wiring)
        .iterate(
            new IterationRequest(
                options.folder(),
                options.into(),
                options.only,
                options.resume,
                options.order(),
                iterations,
                processes,
                stamps(),
                n,
                timeout()));
  }

  private StampWay stamps() {
    return StampWay.find(stamps)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.USAGE,
                "--stamps '%s' is not known; use pipe or files.".formatted(stamps)));
  }

  private @Nullable Duration timeout() {
    String text = timeout;
    return text == null
        ? null
        : DurationText.parse(text)
            .filter(time -> !time.isZero())
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.USAGE,
                    "--timeout '%s' is no duration; use one as in 30s or 10m.".formatted(text)));
  }
}
