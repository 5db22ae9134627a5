package dev.assay.cli;

import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.run.RunState;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.job.RunRequest;
import dev.assay.runner.source.FolderRepository;
import dev.assay.runner.source.SourceRequest;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Everything on this machine, over the examples.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Sets this machine up where needed, builds the image, and measures and judges the examples.")
final class DemoCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Where the runs' folders are made (default: ${DEFAULT-VALUE}).")
  Path runs = Path.of("runs");

  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Only solutions with this text in their name.")
  String only = "";

  DemoCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    wiring.setUp(true);
    wiring.requireCoreImage();
    Path examples = wiring.root().resolve("examples");
    Path repository = wiring.home().resolve("demo").resolve("examples");
    FolderTree.delete(repository);
    FolderRepository.make(examples.resolve("solutions"), repository);
    var judged = new ArrayList<JudgedRun>();
    var leftOut = new ArrayList<String>();
    var printer = new RunPrinter(wiring.terminal());
    List<Path> solutions = solutions(repository);
    try (var progress = wiring.progress()) {
      for (Path solution : solutions) {
        progress.subject(
            "%d of %d, %s".formatted(judged.size() + 1, solutions.size(), solution.getFileName()));
        var request =
            new RunRequest(
                new SourceRequest(
                    repository.toString(), solution.getFileName().toString(), null, false),
                examples.resolve("bundles"),
                JobPlanner.Ask.EVERYTHING,
                runs,
                false);
        var outcome = execute(request, progress);
        if (outcome.isEmpty()) {
          leftOut.add(solution.getFileName().toString());
          continue;
        }
        judged.add(printer.record(outcome.get()));
        if (outcome.get().run().state() == RunState.CANCELLED) {
          break;
        }
      }
    }
    printer.printTogether(judged, runs);
    if (!leftOut.isEmpty()) {
      wiring
          .terminal()
          .out()
          .println(
              "Left out, since their image is not on this machine (./assay image build images/game.toml): %s."
                  .formatted(String.join(", ", leftOut)));
    }
    wiring
        .terminal()
        .out()
        .println("What fails here is meant to: linear-careless-cpp, and status-… for each status.");
    return judged.stream().anyMatch(run -> run.exitCode() >= 3) ? 4 : 0;
  }

  /// Empty when the solution's image is not here: the demo makes but one of them.
  private Optional<JobRunner.Outcome> execute(RunRequest request, RunListener listener) {
    try {
      return Optional.of(new JobRunner(wiring.machine()).execute(request, listener));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.IMAGE_NOT_FOUND) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private List<Path> solutions(Path repository) {
    try (var folders = Files.list(repository)) {
      List<Path> found =
          folders
              .filter(path -> Files.isRegularFile(path.resolve(SolutionManifest.FILE_NAME)))
              .filter(path -> path.getFileName().toString().contains(only))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new AssayException(
            ErrorCode.USAGE, "No example has '%s' in its name.".formatted(only));
      }
      return found;
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The examples in %s could not be listed: %s".formatted(repository, e), e);
    }
  }
}
