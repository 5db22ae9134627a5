package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.RunRequest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The whole chain at home, on the very code that runners use.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description =
        "Freezes a solution at a commit, builds it, runs it at every point and judges it.",
    footer = {
      "",
      "Exit codes: 0 every point passed; 1 done, and something did not pass; 2 used wrongly;",
      "3 the bundle is at fault; 4 the machine is.",
      "",
      "Example: assay run examples/solutions/polymul-transform-cpp --points N16-W30"
    })
final class RunCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      paramLabel = "SOLUTION",
      description =
          "A folder with a solution.toml in a git repository, or the URL of a repository.")
  String solution = "";

  @Mixin SolutionOptions options = new SolutionOptions();
  @Mixin SourceOptions source = new SourceOptions();

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Where the run's folder is made (default: ${DEFAULT-VALUE}).")
  Path runs = Path.of("runs");

  @Option(
      names = "--keep-answers",
      description =
          "Keep every answer in the run's folder, so that assay verify can judge it again.")
  boolean keepAnswers;

  @Option(
      names = "--retry-disturbed",
      paramLabel = "N",
      defaultValue = "0",
      description = {
        "Measure a case again, at most N times (0 to 10; default: ${DEFAULT-VALUE}), when other work took more than 2 %% of its time. A new process measures it, after the warm-up cases. The first attempt that is not ok counts; when all are ok, the first undisturbed one, else the last. All are kept."
      })
  int retryDisturbed;

  @Option(
      names = "--joined",
      description =
          "Run all stages of an encrypted solution in one process, for comparison. Such a run is judged and never ranked.")
  boolean joined;

  @Option(
      names = "--json",
      description = "Print the run with its verdicts as JSON instead of the table.")
  boolean json;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Always refused: runs are not rewritten.")
  @Nullable String resume;

  RunCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    if (resume != null) {
      throw new AssayException(
          ErrorCode.USAGE,
          "The run %s is not resumed: a run is append-only while it is made and never rewritten after. What it measured stays in its folder; start a new run for the rest, as in --points NAMES."
              .formatted(resume));
    }
    var request =
        new RunRequest(source.request(solution), options.bundle, ask(), runs, keepAnswers);
    return new RunPrinter(wiring.terminal()).finish(execute(request), json);
  }

  private JobPlanner.Ask ask() {
    JobPlanner.Ask ask = options.ask().retryingDisturbed(retryDisturbed);
    return joined ? ask.inOneProcess() : ask;
  }

  private JobRunner.Outcome execute(RunRequest request) {
    try (var progress = wiring.progress()) {
      return new JobRunner(wiring.machine()).execute(request, progress);
    }
  }
}
