package dev.assay.cli;

import dev.assay.cli.client.ApiClient;
import dev.assay.platform.queue.RunnerRegistry.CodeRequest;
import dev.assay.platform.queue.RunnerRegistry.RunnerCode;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Makes a registration code for a runner.
@Command(
    name = "runner-code",
    mixinStandardHelpOptions = true,
    description =
        "Makes a code that registers one runner, good for an hour. For operators of the platform.")
final class RunnerCodeCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool that the runner belongs to (default: default).")
  @Nullable String pool;

  @Option(
      names = "--label",
      paramLabel = "LABEL",
      description = "A label that solutions can require. Can be given several times.")
  @Nullable List<String> labels;

  RunnerCodeCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    ApiClient client = platform.client(wiring);
    RunnerCode made =
        client.post("/api/v1/runner-codes", new CodeRequest(pool, labels), RunnerCode.class);
    var out = wiring.terminal().out();
    out.println("On the measuring machine, before %s:".formatted(made.expiresAt()));
    out.println("  assay runner --platform %s --code %s".formatted(client.platform(), made.code()));
    return 0;
  }
}
