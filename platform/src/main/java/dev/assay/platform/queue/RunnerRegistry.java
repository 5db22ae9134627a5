package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.run.MachineClass;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Page;
import dev.assay.platform.queue.RunnerRepository.LockedRunner;
import dev.assay.platform.queue.RunnerRepository.Place;
import dev.assay.platform.store.PublicId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Which runners there are: codes, registration, handshake, and what operators decide.
public final class RunnerRegistry {
  /// Counting what waits goes no further.
  public static final int MOST_COUNTED = 1000;

  private static final Duration CODE_VALID = Duration.ofHours(1);
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final int MOST_LABELS = 32;
  private static final int MOST_IMAGES = 2_000;

  private final Jdbi jdbi;
  private final PublicId ids;
  private final Secrets secrets;
  private final Leases leases;
  private final AuditTrail audit;
  private final String version;
  private final RunnerRepository runners = new RunnerRepository();
  private final JobRepository jobs = new JobRepository();

  /// @param random for codes and keys
  /// @param version of Assay
  public RunnerRegistry(
      Jdbi jdbi, SecureRandom random, Leases leases, AuditTrail audit, String version) {
    this.jdbi = jdbi;
    this.ids = new PublicId(random);
    this.secrets = new Secrets(random);
    this.leases = leases;
    this.audit = audit;
    this.version = version;
  }

  /// Where an operator wants a runner to be.
  ///
  /// @param pool absent for `default`
  public record CodeRequest(@Nullable String pool, @Nullable List<String> labels) {}

  /// A registration code, shown once.
  public record RunnerCode(String code, String pool, List<String> labels, Instant expiresAt) {
    public RunnerCode {
      labels = List.copyOf(labels);
    }
  }

  /// Makes a code that is good for one hour and one use.
  public RunnerCode makeCode(Caller caller, CodeRequest request) {
    Place place = placeOf(request);
    String code = secrets.next("assaycode_");
    Instant expiresAt =
        jdbi.inTransaction(handle -> {
          audit.record(
              handle, caller, "runner-code.make", place.pool(), "labels " + place.labels());
          return runners.insertCode(
              handle, Secrets.hash(code), place, caller.accountKey(), CODE_VALID);
        });
    return new RunnerCode(code, place.pool(), place.labels(), expiresAt);
  }

  private static Place placeOf(CodeRequest request) {
    String pool = request.pool() == null ? "default" : request.pool();
    List<String> labels = request.labels() == null ? List.of() : request.labels();
    requireName("pool", pool);
    labels.forEach(label -> requireName("label", label));
    if (labels.size() > MOST_LABELS) {
      throw invalid("%d labels, where %d are the most.".formatted(labels.size(), MOST_LABELS));
    }
    return new Place(pool, labels.stream().distinct().sorted().toList());
  }

  private static void requireName(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw invalid(
          "The %s '%s' cannot be used: 1 to 63 letters, digits, '.', '_' and '-', the first a letter or digit."
              .formatted(what, SafeText.shown(name)));
    }
  }

  private static AssayException invalid(String message) {
    return new AssayException(ErrorCode.REQUEST_INVALID, message);
  }

  /// Turns a code into a runner with a key of its own.
  ///
  /// @throws AssayException `NOT_AUTHENTICATED` for a code that is not good, `CONFLICT` for a name
  ///   that is taken; the code then is still good
  public RunnerRegistration.Accepted register(RunnerRegistration registration) {
    requireName("runner's name", registration.name());
    String key = secrets.next("assayrunner_");
    String id = ids.next();
    return jdbi.inTransaction(handle -> {
      Place place =
          runners
              .useCode(handle, Secrets.hash(registration.code()))
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.NOT_AUTHENTICATED,
                      "The registration code is not good: it is unknown, was used, or is older than an hour. Ask an operator for a new one."));
      if (runners.insert(handle, id, registration.name(), place, Secrets.hash(key)).isEmpty()) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "There is a runner '%s' already; choose another name. The code is still good."
                .formatted(registration.name()));
      }
      return new RunnerRegistration.Accepted(id, registration.name(), place.pool(), key);
    });
  }

  /// The handshake. The newest process of a runner takes over from one before on the same machine
  /// at once; from one on another machine only when that has not been heard for a minute.
  ///
  /// @throws AssayException `PROTOCOL_MISMATCH`; `CONFLICT` when another process is at work with
  ///   the key; `NOT_ALLOWED` when the runner is retired
  public RunnerHello.Welcome welcome(long runnerKey, RunnerHello hello) {
    requireProtocol(hello.protocol());
    requireSound(hello);
    LockedRunner runner =
        jdbi.inTransaction(handle -> {
          LockedRunner locked = runners.lock(handle, runnerKey);
          takeOver(handle, runnerKey, locked, hello);
          runners.describe(handle, runnerKey, hello);
          jobs.notifyQueue(handle);
          return locked;
        });
    LockedRunner now = jdbi.inTransaction(handle -> runners.lock(handle, runnerKey));
    return new RunnerHello.Welcome(
        RunnerProtocol.VERSION,
        version,
        runner.id(),
        runner.name(),
        runner.pool(),
        now.clock(),
        now.state(),
        now.stateReason() == null ? "" : now.stateReason());
  }

  /// @throws AssayException `PROTOCOL_MISMATCH` with both numbers and what to do
  static void requireProtocol(int protocol) {
    if (protocol != RunnerProtocol.VERSION) {
      throw new AssayException(
          ErrorCode.PROTOCOL_MISMATCH,
          "This runner speaks protocol %d, the platform speaks %d: install the version of Assay on the %s that the other one has."
              .formatted(
                  protocol,
                  RunnerProtocol.VERSION,
                  protocol < RunnerProtocol.VERSION ? "runner" : "platform"));
    }
  }

  private static void requireSound(RunnerHello hello) {
    if (hello.cores() < 1 || hello.memoryBytes() < 1 || hello.gpu() < 0) {
      throw invalid(
          "A runner that grants %d cores, %d B and %d GPUs: at least one core and one byte are needed."
              .formatted(hello.cores(), hello.memoryBytes(), hello.gpu()));
    }
    if (hello.images().size() > MOST_IMAGES) {
      throw invalid(
          "%d images, where %d are the most; leave out those that no job can ask for."
              .formatted(hello.images().size(), MOST_IMAGES));
    }
    requireName("instance", hello.instance());
    requireName("machine's id", hello.machineId());
  }

  private void takeOver(Handle handle, long key, LockedRunner runner, RunnerHello hello) {
    if (runner.state().equals("retired")) {
      throw retired(runner.name());
    }
    if (hello.instance().equals(runner.instance())) {
      return;
    }
    if (runners.wasHere(handle, key, hello.instance())) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Another process of runner %s has taken over from this one, which has to stop."
              .formatted(runner.name()));
    }
    if (runner.isHeard() && !hello.machineId().equals(runner.machineId())) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "Runner %s is already at work as another process on machine %s; give this machine its own code."
              .formatted(runner.name(), runner.machineId()));
    }
    runners.insertInstance(handle, key, hello.instance(), hello.machineId());
  }

  static AssayException retired(String name) {
    return new AssayException(
        ErrorCode.NOT_ALLOWED,
        "Runner %s was retired by an operator; register this machine anew with a new code."
            .formatted(name));
  }

  /// Takes a runner out of work until it is activated. What it is at work on it may end.
  public RunnerView setAside(Caller caller, String id, String reason) {
    return change(caller, id, "set-aside", SafeText.oneLine(reason, Leases.MOST_REASON));
  }

  /// Puts a runner (back) to work; its faults are forgotten.
  public RunnerView activate(Caller caller, String id) {
    return change(caller, id, "active", null);
  }

  /// Takes a runner out of work for ever. What it is at work on is given to another.
  public RunnerView retire(Caller caller, String id, String reason) {
    RunnerView view = change(caller, id, "retired", SafeText.oneLine(reason, Leases.MOST_REASON));
    jdbi.useTransaction(handle ->
        leases.endHeldBy(handle, runners.key(handle, id), null, "the runner was retired", false));
    return view;
  }

  private RunnerView change(Caller caller, String id, String state, @Nullable String reason) {
    return jdbi.inTransaction(handle -> {
      if (runners.setState(handle, id, state, reason).isEmpty()) {
        throw refusal(handle, id);
      }
      audit.record(handle, caller, "runner." + state, id, reason == null ? "" : reason);
      jobs.notifyQueue(handle);
      return runners.find(handle, id).orElseThrow();
    });
  }

  private AssayException refusal(Handle handle, String id) {
    Optional<RunnerView> retired = runners.find(handle, id);
    return retired.isPresent()
        ? new AssayException(
            ErrorCode.CONFLICT,
            "Runner %s is retired, which is final; register the machine anew."
                .formatted(retired.get().name()))
        : notFound(id);
  }

  /// @throws AssayException `NOT_FOUND`
  public RunnerView load(Caller caller, String id) {
    return jdbi.withHandle(handle -> runners.find(handle, id))
        .map(view -> shown(caller, view))
        .orElseThrow(() -> notFound(id));
  }

  /// Runners below a key, newest first; one more than `limit` when there are more.
  List<RunnerRepository.Row> page(Caller caller, long below, int limit) {
    return jdbi.withHandle(handle -> runners.page(handle, below, limit + 1)).stream()
        .map(row -> new RunnerRepository.Row(row.key(), shown(caller, row.view())))
        .toList();
  }

  /// Runners that a filter has, newest first.
  ///
  /// @param below key that they are below
  public Page<RunnerView> search(Caller caller, RunnerFilter filter, long below, int limit) {
    if (filter.machineClass() == null) {
      return search(caller, filter, null, below, limit);
    }
    return MachineClass.parse(filter.machineClass())
        .map(one -> search(caller, filter, one, below, limit))
        .orElseGet(() -> new Page<>(List.of(), null));
  }

  /// Whether the runner can be granted what the class has, on such a machine.
  private static boolean has(RunnerView runner, MachineClass wanted) {
    RunnerView.Description description = runner.description();
    return description != null
        && description.cores() >= wanted.cores()
        && description.memoryBytes() >= wanted.memoryBytes()
        && description
            .machine()
            .classOf(wanted.cores(), wanted.memoryBytes())
            .equals(wanted.name());
  }

  private Page<RunnerView> search(
      Caller caller,
      RunnerFilter filter,
      @Nullable MachineClass machineClass,
      long below,
      int limit) {
    var found =
        Page.of(
            jdbi.withHandle(
                handle -> runners.search(handle, filter, machineClass, below, limit + 1)),
            limit,
            RunnerRepository.Row::key,
            RunnerRepository.Row::view);
    return new Page<>(
        found.items().stream()
            .filter(view -> machineClass == null || has(view, machineClass))
            .map(view -> shown(caller, view))
            .toList(),
        found.next());
  }

  /// How many queued jobs an active runner could take, counted up to `MOST_COUNTED`.
  public int waitingFor(String id) {
    return jdbi.withHandle(handle -> runners.waiting(handle, id, MOST_COUNTED));
  }

  private static RunnerView shown(Caller caller, RunnerView view) {
    return caller.seesAll() ? view : view.forEverybody();
  }

  private static AssayException notFound(String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no runner '%s'; GET /api/v1/runners lists them.".formatted(SafeText.shown(id)));
  }
}
