package dev.assay.runner.agent;

import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.testkit.FakePlatform;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.ImageBuilder;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.machine.Demand;
import dev.assay.sandbox.machine.Preflight;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A runner in this JVM, on the real sandbox, with a fake platform.
final class AgentFixture {
  private final HomeMachine machine;
  private final FakePlatform platform;
  final List<String> said = new CopyOnWriteArrayList<>();

  AgentFixture(HomeMachine machine, FakePlatform platform) {
    this.machine = machine;
    this.platform = platform;
  }

  Registration register() {
    var registration = Registration.open(machine.home(), platform.address());
    registration.keep(new RunnerRegistration.Accepted("r1", "runner", "main", FakePlatform.KEY));
    return registration;
  }

  RunnerAgent agent(Registration registration, RunnerOptions options) {
    var programs = new LocalPrograms();
    var random = new SecureRandom();
    var host =
        new HostAgentMachine(
            machine.services(),
            machine.sandbox(),
            machine.images(),
            new ImageBuilder(programs, machine.home().resolve("images")),
            new Preflight(
                Path.of("/"), programs, InstantSource.system(), Linux.effectiveUser() == 0),
            new Demand(machine.home(), DataSize.ofMebibytes(64), DataSize.ofMebibytes(64)));
    return new RunnerAgent(
        registration,
        host,
        new PlatformClient(
            platform.address(),
            FakePlatform.KEY,
            random,
            PlatformClient.Pause.SLEEP,
            (failure, wait) -> said.add(failure.getMessage())),
        options,
        InstantSource.system(),
        random,
        said::add,
        "test");
  }

  /// Takes one job and ends.
  void once() {
    try (var registration = register()) {
      agent(registration, new RunnerOptions(true, Duration.ofSeconds(20))).execute();
    }
  }
}
