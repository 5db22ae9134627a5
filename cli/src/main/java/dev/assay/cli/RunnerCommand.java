package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.text.SafeText;
import dev.assay.runner.agent.PlatformClient;
import dev.assay.runner.agent.Registration;
import dev.assay.runner.agent.RunnerAgent;
import dev.assay.runner.agent.RunnerOptions;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Takes jobs from a platform and measures them on this machine.
@Command(
    name = "runner",
    mixinStandardHelpOptions = true,
    description =
        "Takes jobs from a platform, one at a time, measures them on this machine and reports.",
    footer = {
      "",
      "The first start needs the --code that the platform's operator got; it is good for one hour and one use. What was measured waits on disk until the platform has it, over ends and starts of this command.",
      "",
      "Ctrl-C or SIGTERM stops the job, reports what was measured and gives it back; a second one ends at once.",
      "",
      "Exit codes: 0 ended as asked; 2 used wrongly; 4 the machine is not fit, or the platform does not take this runner.",
      "",
      "Example: assay runner --platform https://assay.example.org --code 7d0…"
    })
final class RunnerCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Option(
      names = "--platform",
      paramLabel = "URL",
      description = "Address of the platform. Without, ASSAY_PLATFORM.")
  @Nullable String platform;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      description = "Registers this machine as a new runner, and keeps its key in ASSAY_HOME.")
  @Nullable String code;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "How a new runner is called. Without, this machine's host name.")
  @Nullable String name;

  @Option(names = "--once", description = "End after one job, for clusters.")
  boolean once;

  @Option(
      names = "--exit-when-idle",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "End when there was no job for this time, as in 30s, 10m.")
  @Nullable Duration exitWhenIdle;

  RunnerCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    URI address = address();
    var random = new SecureRandom();
    try (var registration = Registration.open(wiring.home(), address)) {
      RunnerRegistration.Accepted runner = runner(registration, address, random);
      var agent =
          new RunnerAgent(
              registration,
              wiring.agentMachine(),
              client(address, runner.key(), random),
              new RunnerOptions(once, exitWhenIdle),
              InstantSource.system(),
              random,
              this::say,
              AssayVersion.current());
      try (var _ = StopSignals.heard(agent::stop)) {
        agent.execute();
      }
      return 0;
    }
  }

  private URI address() {
    String text = platform == null ? wiring.variable("ASSAY_PLATFORM") : platform;
    if (text == null || text.isBlank()) {
      throw new AssayException(
          ErrorCode.USAGE, "Which platform? Give --platform URL, or set ASSAY_PLATFORM.");
    }
    return PlatformClient.parse(text);
  }

  private RunnerRegistration.Accepted runner(
      Registration registration, URI address, SecureRandom random) {
    if (code == null) {
      return registration
          .find()
          .orElseThrow(() ->
              new AssayException(
                  ErrorCode.USAGE,
                  "This machine is no runner of %s yet: ask its operator for a registration code and give it with --code."
                      .formatted(address)));
    }
    var accepted =
        client(address, null, random)
            .register(new RunnerRegistration(code.strip(), name == null ? hostName() : name));
    registration.keep(accepted);
    say("registered as %s in pool %s".formatted(accepted.name(), accepted.pool()));
    return accepted;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      throw new AssayException(
          ErrorCode.USAGE, "This machine's host name cannot be told; give --name.", e);
    }
  }

  private PlatformClient client(URI address, @Nullable String key, SecureRandom random) {
    return new PlatformClient(
        address,
        key,
        random,
        PlatformClient.Pause.SLEEP,
        (failure, wait) ->
            say(
                "%s Trying again in %.1f s."
                    .formatted(failure.getMessage(), wait.toMillis() / 1e3)));
  }

  private void say(String line) {
    synchronized (this) {
      wiring
          .terminal()
          .out()
          .println(
              "%s  %s"
                  .formatted(
                      Instant.now().truncatedTo(ChronoUnit.SECONDS), SafeText.oneLine(line)));
    }
  }
}
