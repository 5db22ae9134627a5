package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.cli.view.ProgressLine;
import dev.assay.platform.queue.JobView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Follows a job on a platform.
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description =
        "Follows a job on a platform until its verdicts: its place in the queue, stages, points and cases.",
    footer = {
      "",
      "Ctrl-C ends the watching, not the job.",
      "Exit codes: 0 every point passed; 1 done, and something did not pass; 2 used wrongly;",
      "3 the bundle is at fault; 4 the platform is, or the job was cancelled."
    })
final class WatchCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "RUN|JOB", description = "Id of a job, or of one of its runs.")
  String job = "";

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(names = "--json", description = "Print the job with its verdicts as JSON.")
  boolean json;

  WatchCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    return follow(wiring, platform.client(wiring), JobWatch.jobOf(job), json);
  }

  /// Follows a job to its end, and shows what came of it.
  static int follow(Wiring wiring, ApiClient client, String job, boolean json) {
    Terminal terminal = wiring.terminal();
    JobView ended;
    try (var line = ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width())) {
      ended = new JobWatch(client, line).untilEnd(job);
    }
    return new WatchedJob(client, terminal).print(ended, json);
  }
}
