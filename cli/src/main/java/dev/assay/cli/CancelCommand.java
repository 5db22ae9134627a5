package dev.assay.cli;

import dev.assay.platform.queue.JobView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Cancels a job on a platform.
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description =
        "Cancels a job on a platform. One that is running stops within seconds; what it measured is kept.")
final class CancelCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "JOB", description = "Id of the job, or of one of its runs.")
  String job = "";

  @Mixin PlatformOption platform = new PlatformOption();

  CancelCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// Nothing to say.
  record Nothing() {}

  @Override
  public Integer call() {
    String id = JobWatch.jobOf(job);
    JobView view =
        platform
            .client(wiring)
            .post("/api/v1/jobs/%s/cancel".formatted(id), new Nothing(), JobView.class);
    wiring
        .terminal()
        .out()
        .println(
            view.job().state().isFinal()
                ? "Job %s is cancelled.".formatted(id)
                : "Job %s is being cancelled; 'assay watch %s' shows when it has stopped."
                    .formatted(id, id));
    return 0;
  }
}
