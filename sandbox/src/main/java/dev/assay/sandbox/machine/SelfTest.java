package dev.assay.sandbox.machine;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.Sandbox;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.runc.HostRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Executes programs with a known outcome in the sandbox, and compares what it reports with what
/// they did: limits, causes, accounting, and how much the same work varies. Takes some seconds.
///
/// A check that another program may have disturbed is repeated, three times at most, and its
/// finding says so. The noise floor is never repeated: it is what it is.
public final class SelfTest {
  private static final String PROGRAM = "/assay-self-test";
  private static final int ATTEMPTS = 3;

  private static final Duration LOOP_LIMIT = Duration.ofMillis(300);
  private static final Duration OVERSHOOT = Duration.ofMillis(50);
  private static final DataSize OOM_LIMIT = DataSize.ofMebibytes(64);
  private static final int OOM_MEBIBYTES = 256;
  private static final Duration SPIN = Duration.ofMillis(500);
  private static final double SPIN_ERROR = 0.01;
  private static final double UNUSABLE_ERROR = 0.05;
  private static final int THREAD_MILLIS = 250;
  private static final double THREADS_ERROR = 0.1;

  /// Some 50 ms on a processor of 3 GHz: long beside a process start, short beside patience.
  private static final long WORK_STEPS = 20_000_000;

  private static final int REPETITIONS = 30;
  private static final double WIDE_HALF = 0.02;
  private static final double WIDE_RANGE = 0.1;

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String QUIET = "end other programs, and see to the warnings above";

  private final Sandbox sandbox;
  private final Path program;
  private final Path home;
  private final Path folder;
  private final int cores;
  private final Cancellation cancellation;
  private final HostFacts host = new HostFacts(Path.of("/"));
  private int containers;

  /// @param program the file of `NativeProgram.SELF_TEST`
  /// @param home state of Assay on this machine
  /// @param folder an empty folder of the host, for the time of the test
  /// @param cores processors that Assay may use
  /// @param cancellation looked at between processes; the sandbox looks at it while one runs
  public SelfTest(
      Sandbox sandbox, Path program, Path home, Path folder, int cores, Cancellation cancellation) {
    this.sandbox = sandbox;
    this.program = program;
    this.home = home;
    this.folder = folder;
    this.cores = cores;
    this.cancellation = cancellation;
  }

  /// @param findings one for each check
  /// @param noiseFloor absent when it could not be measured
  public record Outcome(List<MachineFinding> findings, @Nullable NoiseFloor noiseFloor) {
    public Outcome {
      findings = List.copyOf(findings);
    }
  }

  /// A check in its container.
  private interface Check {
    MachineFinding in(Container container, String name);
  }

  /// @param progress hears what is being checked
  /// @throws AssayException `CANCELLED` when it was interrupted, or a fault of the machine when no
  ///   container can be started
  public Outcome execute(Consumer<String> progress) {
    var findings = new ArrayList<MachineFinding>();
    progress.accept("self-test: an endless loop");
    findings.add(inContainer(1, (container, _) -> repeated(() -> endlessLoop(container))));
    progress.accept("self-test: an escape");
    findings.add(inContainer(1, this::escape));
    progress.accept("self-test: a child out of memory");
    findings.add(inContainer(1, (container, _) -> childOutOfMemory(container)));
    progress.accept("self-test: two threads");
    findings.add(
        cores < 2
            ? MachineFinding.noted(
                "two threads",
                "not checked: there is one processor only, so threads take turns on it")
            : inContainer(2, (container, _) -> repeated(() -> twoThreads(container))));
    progress.accept("self-test: a known spin");
    findings.add(inContainer(1, (container, _) -> repeated(() -> knownSpin(container))));
    progress.accept("self-test: noise floor, %d processes".formatted(REPETITIONS));
    var floors = new ArrayList<NoiseFloor>();
    findings.add(inContainer(1, (container, _) -> noiseFloor(container, floors::add)));
    return new Outcome(findings, floors.isEmpty() ? null : floors.getFirst());
  }

  private MachineFinding inContainer(int wanted, Check check) {
    Cores divided = Cores.divide(wanted);
    String name = "doctor-%d-%d".formatted(ProcessHandle.current().pid(), ++containers);
    try (var _ = divided.reserve();
        Container container = sandbox.start(spec(name, divided.measured()))) {
      return check.in(container, name);
    }
  }

  private ContainerSpec spec(String name, List<Integer> cpus) {
    try {
      Path empty = Files.createDirectories(folder.resolve("empty"));
      var mounts = new ArrayList<>(HostRoot.mounts(home, empty));
      mounts.add(Mount.readOnly(program, PROGRAM));
      return new ContainerSpec(
          name,
          Files.createDirectory(folder.resolve(name)),
          HostRoot.image(),
          mounts,
          cpus,
          false,
          "assay");
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "the folder %s could not be used for the self-test: %s".formatted(folder, e),
          e);
    }
  }

  /// The first finding that is fine, or the last one.
  private static MachineFinding repeated(Supplier<MachineFinding> check) {
    MachineFinding finding = check.get();
    int attempt = 1;
    while (finding.level() != MachineFinding.Level.FINE && attempt < ATTEMPTS) {
      finding = check.get();
      attempt++;
    }
    return attempt == 1
        ? finding
        : new MachineFinding(
            finding.level(),
            finding.subject(),
            "%s (attempt %d)".formatted(finding.text(), attempt),
            finding.advice());
  }

  /// @param otherCpuNanos CPU time of everything else on the same processors; 0 where it is not
  ///   told
  private record Seen(ProcessResult result, long otherCpuNanos) {
    Ending ending() {
      return result.ending();
    }

    long cpuNanos() {
      Long cpu = result.cost().cpuNanos();
      return cpu == null ? 0 : cpu;
    }

    String others() {
      return "other programs used %s of the same processors meanwhile"
          .formatted(DurationText.ofSeconds(otherCpuNanos / 1e9));
    }
  }

  private Seen execute(Container container, DataSize memory, Duration wall, Object... arguments) {
    var command = new ArrayList<>(List.of(PROGRAM));
    for (Object argument : arguments) {
      command.add(String.valueOf(argument));
    }
    var spec =
        new ProcessSpec(
            command,
            Map.of(),
            "/",
            memory,
            64,
            DataSize.ofMebibytes(1),
            null,
            new StandardOutput.Discarded(),
            new ProcessSpec.Log(
                folder.resolve("stderr.txt"), "stderr.txt", DataSize.ofKibibytes(64)),
            null);
    stopWhenCancelled(cancellation.isRequested());
    try (MeasuredProcess process = container.execute(spec)) {
      var allowance = Allowance.fromNow(Limit.WALL, wall, 0, LONG);
      MeterReading before = process.read();
      process.awaitEnd(allowance);
      Long others = process.read().since(before).otherCpuNanos();
      ProcessResult result = process.finish(allowance);
      stopWhenCancelled(
          result.ending() instanceof Ending.Stopped(String reason)
              && reason.equals(Cancellation.REASON));
      return new Seen(result, others == null ? 0 : others);
    }
  }

  private static void stopWhenCancelled(boolean cancelled) {
    if (cancelled) {
      throw new AssayException(ErrorCode.CANCELLED, "the self-test was cancelled");
    }
  }

  private MachineFinding endlessLoop(Container container) {
    String subject = "endless loop";
    Seen seen = execute(container, DataSize.ofMebibytes(64), LOOP_LIMIT, "loop");
    if (!(seen.ending() instanceof Ending.Killed(Limit limit, long value, long reached))
        || limit != Limit.WALL) {
      return MachineFinding.unfit(
          subject,
          "expected to be killed at %s, seen: %s"
              .formatted(DurationText.of(LOOP_LIMIT), seen.ending()),
          "report it with the output of assay doctor --json");
    }
    String text =
        "killed at its limit of %s, overshot by %s"
            .formatted(
                DurationText.of(LOOP_LIMIT), DurationText.ofSeconds((reached - value) / 1e9));
    return reached - value <= OVERSHOOT.toNanos()
        ? MachineFinding.fine(subject, text)
        : MachineFinding.warning(
            subject,
            "%s; expected at most %s; %s"
                .formatted(text, DurationText.of(OVERSHOOT), seen.others()),
            QUIET);
  }

  private MachineFinding escape(Container container, String name) {
    String subject = "escape";
    Seen seen = execute(container, DataSize.ofMebibytes(64), LONG, "escape");
    List<String> alive = alive(name);
    int found = seen.result().evidence().leftBehind();
    if (!alive.isEmpty() || !seen.ending().equals(new Ending.Exited(0)) || found == 0) {
      return MachineFinding.unfit(
          subject,
          "a program left a process of its own session behind; expected that it is found and killed, seen: %s, %d found, still alive: %s"
              .formatted(seen.ending(), found, alive.isEmpty() ? "none" : String.join(", ", alive)),
          "report it with the output of assay doctor --json");
    }
    return MachineFinding.fine(
        subject,
        "a process that had left its session and ignored signals was found and killed; nothing is left");
  }

  /// Processes in a container's control groups besides its launcher, as the host sees them.
  private List<String> alive(String name) {
    String group = "/assay/%s/".formatted(name);
    return host.names("proc").stream()
        .filter(pid -> pid.matches("\\d+"))
        .filter(pid ->
            host.find("proc/%s/cgroup".formatted(pid)).stream()
                .flatMap(String::lines)
                .anyMatch(line -> line.contains(group) && !line.contains(group + "launcher")))
        .map(pid -> "pid " + pid)
        .toList();
  }

  private MachineFinding childOutOfMemory(Container container) {
    String subject = "child out of memory";
    Seen seen = execute(container, OOM_LIMIT, LONG, "child-oom", OOM_MEBIBYTES);
    Long kills = seen.result().evidence().oomKills();
    if (seen.ending() instanceof Ending.Killed(Limit limit, long _, long _)
        && limit == Limit.MEMORY
        && kills != null
        && kills > 0) {
      return MachineFinding.fine(
          subject,
          "a child took more than its %s and was killed, its parent ended well: seen as out of memory"
              .formatted(OOM_LIMIT));
    }
    return MachineFinding.unfit(
        subject,
        "a child took %d MiB under a limit of %s; expected out of memory with the kernel's count of kills, seen: %s, kills: %s"
            .formatted(
                OOM_MEBIBYTES, OOM_LIMIT, seen.ending(), kills == null ? "not counted" : kills),
        "use a kernel since 4.13, with the memory controller and without swap");
  }

  private MachineFinding twoThreads(Container container) {
    String subject = "two threads";
    Seen seen = execute(container, DataSize.ofMebibytes(64), LONG, "threads", 2, THREAD_MILLIS);
    Optional<MachineFinding> broken = broken(subject, seen);
    if (broken.isPresent()) {
      return broken.get();
    }
    double ratio = seen.cpuNanos() / (double) seen.result().cost().wallNanos();
    String text =
        "two threads on two cores used %.2f times as much CPU as wall time".formatted(ratio);
    return Math.abs(ratio / 2 - 1) <= THREADS_ERROR
        ? MachineFinding.fine(subject, text)
        : MachineFinding.warning(
            subject,
            "%s; expected 2.0 within %.0f %%; %s"
                .formatted(text, THREADS_ERROR * 100, seen.others()),
            QUIET + "; if nothing else runs, two processors may be one core (smt siblings)");
  }

  private MachineFinding knownSpin(Container container) {
    String subject = "known spin";
    Seen seen = execute(container, DataSize.ofMebibytes(64), LONG, "spin", SPIN.toMillis());
    Optional<MachineFinding> broken = broken(subject, seen);
    if (broken.isPresent()) {
      return broken.get();
    }
    double error = seen.cpuNanos() / (double) SPIN.toNanos() - 1;
    String text =
        "%.1f ms of CPU time were measured as %.1f ms (%+.2f %%)"
            .formatted(SPIN.toNanos() / 1e6, seen.cpuNanos() / 1e6, error * 100);
    if (Math.abs(error) <= SPIN_ERROR) {
      return MachineFinding.fine(subject, text);
    }
    String expected =
        "%s; expected within %.0f %%; %s".formatted(text, SPIN_ERROR * 100, seen.others());
    return Math.abs(error) <= UNUSABLE_ERROR
        ? MachineFinding.warning(subject, expected, QUIET)
        : MachineFinding.unfit(
            subject, expected, "report it with the output of assay doctor --json");
  }

  /// What is wrong with a program that should have ended well.
  private static Optional<MachineFinding> broken(String subject, Seen seen) {
    return seen.ending().equals(new Ending.Exited(0))
        ? Optional.empty()
        : Optional.of(
            MachineFinding.unfit(
                subject,
                "expected exit code 0, seen: %s".formatted(seen.ending()),
                "report it with the output of assay doctor --json"));
  }

  private MachineFinding noiseFloor(Container container, Consumer<NoiseFloor> into) {
    String subject = "noise floor";
    var times = new ArrayList<Long>();
    long others = 0;
    for (int repetition = 0; repetition < REPETITIONS; repetition++) {
      Seen seen = execute(container, DataSize.ofMebibytes(64), LONG, "work", WORK_STEPS);
      Optional<MachineFinding> broken = broken(subject, seen);
      if (broken.isPresent()) {
        return broken.get();
      }
      times.add(seen.result().cost().wallNanos());
      others += seen.otherCpuNanos();
    }
    var floor = new NoiseFloor(times, others);
    into.accept(floor);
    return judge(floor);
  }

  /// What a noise floor is worth.
  static MachineFinding judge(NoiseFloor floor) {
    String text =
        "the same loop took %s at the median of %d; the middle half lies within %.2f %%, all within %.1f %%"
            .formatted(
                DurationText.ofSeconds(floor.medianNanos() / 1e9),
                floor.wallNanos().size(),
                floor.middleHalf() * 100,
                floor.range() * 100);
    return floor.middleHalf() <= WIDE_HALF && floor.range() <= WIDE_RANGE
        ? MachineFinding.fine("noise floor", text)
        : MachineFinding.warning(
            "noise floor",
            "%s; expected within %.0f %% and %.0f %%; other programs used %s of the same processor meanwhile"
                .formatted(
                    text,
                    WIDE_HALF * 100,
                    WIDE_RANGE * 100,
                    DurationText.ofSeconds(floor.otherCpuNanos() / 1e9)),
            QUIET + "; differences smaller than that take many seeds to see");
  }
}
