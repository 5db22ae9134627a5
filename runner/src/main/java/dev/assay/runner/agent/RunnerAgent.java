package dev.assay.runner.agent;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.MachineFinding;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.disk.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Takes jobs from a platform, one at a time: describes the machine, sends what an earlier process
/// left, and then claims, measures and reports until it is stopped. One thread executes it; `stop`
/// may be called from any.
public final class RunnerAgent {
  private static final Duration CLAIM_WAIT = Duration.ofSeconds(20);
  private static final Duration WHILE_UNFIT = Duration.ofSeconds(20);

  /// How long the rest of a report may take when this process is to end; what is left waits on
  /// disk.
  private static final Duration FAREWELL = Duration.ofSeconds(30);

  private final Registration registration;
  private final AgentMachine machine;
  private final PlatformClient client;
  private final BundleCache bundles;
  private final RunnerOptions options;
  private final InstantSource clock;
  private final AgentListener listener;
  private final String instance;
  private final String machineId;
  private final String version;
  private volatile boolean stopping;
  private volatile @Nullable LeaseKeeper current;
  private volatile @Nullable Thread waiting;
  private ClockOffset offset = new ClockOffset(Duration.ZERO);
  private List<ImageIdentity> told = List.of();

  /// @param client with the key of this runner
  /// @param version of Assay
  public RunnerAgent(
      Registration registration,
      AgentMachine machine,
      PlatformClient client,
      RunnerOptions options,
      InstantSource clock,
      SecureRandom random,
      AgentListener listener,
      String version) {
    this.registration = registration;
    this.machine = machine;
    this.client = client;
    this.options = options;
    this.clock = clock;
    this.listener = listener;
    this.version = version;
    this.bundles = new BundleCache(registration.bundles(), clock);
    this.instance = Registration.randomText(random);
    this.machineId = registration.machineId(Path.of("/"), random);
  }

  /// Works until it is stopped or its options end it.
  ///
  /// @throws AssayException when the platform does not want this runner: `MACHINE_UNFIT`, or
  ///   `PROTOCOL_MISMATCH`
  public void execute() {
    try {
      waiting = Thread.currentThread();
      hello();
      resend();
      work();
    } catch (AssayException e) {
      if (!(stopping && e.code() == ErrorCode.CANCELLED)) {
        throw unwanted(e);
      }
    } finally {
      waiting = null;
      // The wish to stop has been heard.
      boolean ignored = Thread.interrupted();
    }
    listener.says("stopped");
  }

  private static AssayException unwanted(AssayException e) {
    return switch (e.code()) {
      case CONFLICT ->
          new AssayException(
              ErrorCode.MACHINE_UNFIT,
              "The platform does not take this runner: %s".formatted(e.getMessage()),
              e);
      case NOT_AUTHENTICATED, NOT_ALLOWED ->
          new AssayException(
              ErrorCode.MACHINE_UNFIT,
              "The platform does not know this runner's key (any more): %s Register it again with --code."
                  .formatted(e.getMessage()),
              e);
      default -> e;
    };
  }

  /// Ends as soon as it can: a job that is being measured is stopped, reported and given back.
  public void stop() {
    stopping = true;
    LeaseKeeper keeper = current;
    if (keeper != null) {
      listener.says("stopping the job; what was measured is reported");
      keeper.stop(LeaseKeeper.Stop.SHUTDOWN);
    }
    Thread thread = waiting;
    if (thread != null) {
      thread.interrupt();
    }
  }

  private boolean goesOn() {
    return !stopping;
  }

  private void hello() {
    told = machine.images();
    Machine described = described();
    // Describing takes a while, and the clock is compared with that of the answer.
    Instant before = clock.instant();
    var welcome =
        client.hello(
            new RunnerHello(
                RunnerProtocol.VERSION,
                version,
                instance,
                machineId,
                described,
                machine.cores(),
                machine.memoryBytes(),
                machine.gpus(),
                told,
                before),
            this::goesOn);
    offset = ClockOffset.of(before, clock.instant(), welcome.clock());
    listener.says(
        "runner %s (%s) of pool %s, Assay %s on the platform's side%s"
            .formatted(
                welcome.name(),
                welcome.runner(),
                welcome.pool(),
                welcome.version(),
                welcome.state().equals("active")
                    ? ""
                    : "; it is %s: %s".formatted(welcome.state(), welcome.stateReason())));
    if (offset.finding().level() != MachineFinding.Level.FINE) {
      listener.says(offset.finding().text());
    }
  }

  private Machine described() {
    Machine plain = machine.describe();
    var findings = new ArrayList<>(plain.findings());
    findings.add(offset.finding());
    return new Machine(
        plain.hostName(),
        plain.arch(),
        plain.cpuModel(),
        plain.cores(),
        plain.memoryBytes(),
        plain.hypervisor(),
        plain.kernel(),
        plain.operatingSystem(),
        plain.facts(),
        findings);
  }

  /// Sends what earlier processes left, oldest first.
  private void resend() {
    for (Path folder : leftBehind()) {
      if (!Spool.isSpool(folder)) {
        FolderTree.delete(folder);
        continue;
      }
      Spool spool = Spool.reopen(folder);
      listener.says(
          "run %s of an earlier process: sending what the platform does not have"
              .formatted(spool.lease().runId()));
      boolean whole = spool.isClosed();
      var outcome = drained(spool);
      if (!whole && !(outcome instanceof Uploader.Outcome.Abandoned)) {
        surrender(spool.lease(), "the runner was killed");
      }
      settle(spool, outcome);
    }
  }

  /// Sending may take longer than a lease does, so the lease is kept meanwhile where there still is
  /// one.
  private Uploader.Outcome drained(Spool spool) {
    try (var keeper =
        new LeaseKeeper(spool.lease(), instance, client, new Cancellation(), listener)) {
      keeper.done();
      keeper.start();
      return new Uploader(spool, instance, client).drain();
    }
  }

  private List<Path> leftBehind() {
    try (Stream<Path> folders = Files.list(registration.spool())) {
      return folders.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s cannot be listed: %s".formatted(registration.spool(), e), e);
    }
  }

  private void settle(Spool spool, Uploader.Outcome outcome) {
    String run = spool.lease().runId();
    switch (outcome) {
      case Uploader.Outcome.Acknowledged() -> {
        listener.says("run %s: the platform has everything".formatted(run));
        spool.delete();
      }
      case Uploader.Outcome.Late() -> {
        listener.says("run %s: late; the platform keeps it for its operator".formatted(run));
        spool.delete();
      }
      case Uploader.Outcome.Refused(String reason) -> {
        listener.says(
            "run %s: the platform refuses its report (%s); it is kept in %s"
                .formatted(run, reason, registration.refused()));
        spool.setAside(registration.refused(), reason);
      }
      case Uploader.Outcome.Abandoned() -> {
        listener.says("run %s: the rest is sent at the next start".formatted(run));
        spool.close();
      }
    }
  }

  private void work() {
    Instant idleSince = clock.instant();
    while (!stopping) {
      Optional<Lease> lease = claim();
      if (lease.isPresent()) {
        carryOut(lease.get());
        if (options.once()) {
          return;
        }
        idleSince = clock.instant();
        tellChanges();
      } else if (options.exitWhenIdle() != null
          && Duration.between(idleSince, clock.instant()).compareTo(options.exitWhenIdle()) >= 0) {
        listener.says("no job came in time");
        return;
      }
    }
  }

  private void tellChanges() {
    if (!stopping && !machine.images().equals(told)) {
      hello();
    }
  }

  private Optional<Lease> claim() {
    String unfit = unfit();
    if (unfit == null) {
      return client.claim(new Claim(instance, claimWait().toMillis(), null), this::goesOn);
    }
    listener.says("takes no job: " + unfit);
    var _ = client.claim(new Claim(instance, 0, unfit), this::goesOn);
    pause(WHILE_UNFIT.compareTo(claimWait()) < 0 ? WHILE_UNFIT : claimWait());
    return Optional.empty();
  }

  private Duration claimWait() {
    Duration idle = options.exitWhenIdle();
    return idle == null || idle.compareTo(CLAIM_WAIT) > 0 ? CLAIM_WAIT : idle;
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "Interrupted.", e);
    }
  }

  private @Nullable String unfit() {
    String reasons =
        Stream.concat(machine.preflight().stream(), Stream.of(offset.finding()))
            .filter(finding -> finding.level() == MachineFinding.Level.UNFIT)
            .map(finding -> "%s (%s)".formatted(finding.text(), finding.advice()))
            .collect(Collectors.joining("; "));
    return reasons.isEmpty() ? null : reasons;
  }

  private void carryOut(Lease lease) {
    // From here on a wish to stop is heard by the keeper, and the report is to be finished.
    waiting = null;
    listener.says(
        "job %s, attempt %d: %s against %s@%s"
            .formatted(
                lease.jobId(),
                lease.attempt(),
                lease.job().implementation(),
                lease.job().bundleName(),
                lease.job().bundleVersion()));
    var wish = new Cancellation();
    try (var keeper = new LeaseKeeper(lease, instance, client, wish, listener)) {
      keeper.start();
      current = keeper;
      if (stopping) {
        keeper.stop(LeaseKeeper.Stop.SHUTDOWN);
      }
      boolean ignored = Thread.interrupted();
      carryOut(lease, keeper, wish);
    } finally {
      current = null;
      waiting = Thread.currentThread();
    }
    if (stopping) {
      throw new AssayException(ErrorCode.CANCELLED, "Stopped.");
    }
  }

  private void carryOut(Lease lease, LeaseKeeper keeper, Cancellation wish) {
    Spool spool;
    try {
      spool = Spool.create(registration.spool(), lease);
    } catch (AssayException e) {
      surrender(lease, SpoolRecorder.reason(e));
      return;
    }
    var uploader = new Uploader(spool, instance, client);
    uploader.start();
    @Nullable String failure = null;
    try {
      new JobWork(spool, machine.services(wish), machine, client, bundles, keeper, listener)
          .execute();
    } catch (AssayException e) {
      failure =
          keeper.stopped().map(RunnerAgent::sentence).orElseGet(() -> SpoolRecorder.reason(e));
    } catch (RuntimeException e) {
      failure = "this should not have happened, and is a fault of Assay: " + e;
    }
    keeper.done();
    var outcome = uploader.finish(this::goesOn, FAREWELL);
    if (failure != null) {
      listener.says("job %s: given back: %s".formatted(lease.jobId(), failure));
      if (keeper.stopped().filter(LeaseKeeper.Stop.LEASE_LOST::equals).isEmpty()) {
        surrender(lease, failure);
      }
    }
    settle(spool, outcome);
  }

  private static String sentence(LeaseKeeper.Stop stop) {
    return switch (stop) {
      case CANCELLED -> "cancelled before it was measured";
      case LEASE_LOST -> "the lease was lost";
      case SHUTDOWN -> "the runner was stopped";
    };
  }

  /// Once and without patience where it does not matter: the lease ends by itself.
  private void surrender(Lease lease, String reason) {
    try {
      client.surrender(
          new Surrender(instance, lease.jobId(), lease.attempt(), reason), this::goesOn);
    } catch (AssayException e) {
      listener.says(
          "job %s: could not be given back (%s); its lease ends by itself"
              .formatted(lease.jobId(), e.getMessage()));
    }
  }
}
