package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.submission.SubmissionReceipt;
import dev.assay.platform.submission.SubmissionRequest;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.SourceFreezer;
import dev.assay.runner.source.SourceRequest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Submits a commit of a solution.
@Command(
    name = "submit",
    mixinStandardHelpOptions = true,
    description =
        "Submits a solution at a commit: the platform freezes it, plans a job, and a runner measures it.",
    footer = {
      "",
      "Without --points and --seeds the bar's points and sample are measured, and the result can be ranked;",
      "any subset is a free benchmark, measured and not ranked.",
      "Exit codes with --wait: 0 every point passed; 1 done, and something did not pass; 2 used wrongly;",
      "3 the bundle is at fault; 4 the platform is, or the job was cancelled.",
      "",
      "Examples: assay submit --wait",
      "          assay submit ~/words --points small --seeds 1-5",
      "          assay submit --repository https://git.example.org/me/words.git --commit main"
    })
final class SubmitCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      arity = "0..1",
      paramLabel = "SOLUTION",
      defaultValue = ".",
      description =
          "A folder with a solution.toml in a git repository (default: ${DEFAULT-VALUE}). Its commit is uploaded.")
  String solution = ".";

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(
      names = "--commit",
      paramLabel = "REV",
      description =
          "A commit, tag or branch; without, HEAD. It is resolved to a commit, which is recorded.")
  @Nullable String commit;

  @Option(
      names = "--repository",
      paramLabel = "URL",
      description = "Let the platform fetch from there, where its operator allows that.")
  @Nullable String repository;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      defaultValue = ".",
      description = "The solution's folder in the repository, below SOLUTION.")
  String path = ".";

  @Option(
      names = "--bundle",
      paramLabel = "NAME@VERSION",
      description = "What it is measured against. Without, what solution.toml says.")
  @Nullable String bundle;

  @Mixin AskOptions asked = new AskOptions();

  @Option(
      names = "--retry-disturbed",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Measure a case again, at most N times (0 to 10), when other work disturbed it.")
  int retryDisturbed;

  @Option(
      names = "--private",
      negatable = true,
      description = "Only you and operators see the implementation.")
  @Nullable Boolean isPrivate;

  @Option(names = "--wait", description = "Follow the job until its verdicts, as 'watch' does.")
  boolean wait;

  @Option(names = "--json", description = "Print the receipt, or with --wait the job, as JSON.")
  boolean json;

  SubmitCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    var ask = asked.ask().retryingDisturbed(retryDisturbed);
    ApiClient client = platform.client(wiring);
    SubmissionReceipt receipt = repository == null ? pack(client, ask) : fetch(client, ask);
    if (!json) {
      say(receipt);
    } else if (!wait) {
      wiring.terminal().out().print(JsonCodec.toJson(receipt));
      wiring.terminal().out().flush();
    }
    return wait ? WatchCommand.follow(wiring, client, receipt.job(), json) : 0;
  }

  private SubmissionReceipt pack(ApiClient client, JobPlanner.Ask ask) {
    FrozenSource frozen =
        new SourceFreezer(Path.of("")).freeze(new SourceRequest(solution, path, commit, false));
    if (!(frozen instanceof FrozenSource.AtCommit at)) {
      throw new AssayException(
          ErrorCode.SOURCE_NOT_FOUND,
          "%s is at no commit; commit it first.".formatted(frozen.repository()));
    }
    try (var scratch = wiring.scratch()) {
      return new Uploads(client, scratch.path()).submit(at, bundle, ask, isPrivate);
    }
  }

  private SubmissionReceipt fetch(ApiClient client, JobPlanner.Ask ask) {
    var wanted = new SubmissionRequest.RepositoryCommit(String.valueOf(repository), commit, path);
    try (var scratch = wiring.scratch()) {
      return new Uploads(client, scratch.path()).submit(wanted, bundle, ask, isPrivate);
    }
  }

  private void say(SubmissionReceipt receipt) {
    var out = wiring.terminal().out();
    out.println(
        "submitted  %s at %s, against %s"
            .formatted(receipt.name(), receipt.source().commit(), receipt.bundle()));
    out.println(
        "job        %s%s"
            .formatted(
                receipt.job(), receipt.isRanked() ? "" : " (a subset: measured, and not ranked)"));
    receipt.blockers().forEach(blocker -> out.println("blocked    " + blocker));
    if (!wait) {
      out.println("follow it  assay watch %s".formatted(receipt.job()));
    }
    out.flush();
  }
}
