package dev.assay.platform.queue;

import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.protocol.Lease;
import dev.assay.core.protocol.Progress;
import dev.assay.core.protocol.RunnerHello;
import dev.assay.core.protocol.RunnerProtocol;
import dev.assay.core.protocol.RunnerRegistration;
import dev.assay.core.protocol.Surrender;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.store.Notices;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.Runs;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;

/// A database with the queue's services on it, and short ways to fill and ask it.
final class QueueWorld implements AutoCloseable {
  static final Demand ANYTHING = new Demand(null, 1, 1, 0, List.of(), null, List.of());

  final DatabaseAddress address;
  final Database database;
  final Jdbi jdbi;
  final HeldNotices notices = new HeldNotices();
  final LongPoll longPoll = new LongPoll(notices);
  final Leases leases;
  final JobQueue queue;
  final RunnerRegistry registry;
  final JobDesk desk;
  final LeaseReaper reaper;
  final List<String> audited = new CopyOnWriteArrayList<>();
  final long benchmark;
  final Caller operator;
  final Caller author;

  QueueWorld() {
    this(TestDatabase.freshAddress(), true);
  }

  private QueueWorld(DatabaseAddress address, boolean isNew) {
    this.address = address;
    this.database = Database.open(address, 12);
    this.jdbi = database.jdbi();
    var random = new SecureRandom();
    leases = new Leases(jdbi, longPoll);
    queue = new JobQueue(jdbi, new PublicId(random), longPoll, leases, QueueWorld::lease);
    AuditTrail audit =
        (_, caller, action, subject, detail) ->
            audited.add(caller.accountKey() + " " + action + " " + subject + " " + detail);
    registry = new RunnerRegistry(jdbi, random, leases, audit, "1.0.0");
    desk = new JobDesk(jdbi, longPoll, audit);
    reaper = new LeaseReaper(jdbi, System::nanoTime);
    operator = isNew ? account("olga", Role.OPERATOR) : Caller.anonymous("");
    author = isNew ? account("ada", Role.AUTHOR) : Caller.anonymous("");
    benchmark = isNew ? benchmark("bench/one", false) : 1;
  }

  /// Another platform's process on the same database.
  QueueWorld another() {
    return new QueueWorld(address, false);
  }

  static Lease lease(ClaimedJob claimed) {
    return new Lease(
        claimed.id(),
        claimed.attempt(),
        claimed.runId(),
        claimed.hash(),
        Runs.full().job(),
        new Lease.SourceLocation("https://example.org/x.git", null),
        new Lease.BundleLocation("aa", 1, "bb"),
        List.of(),
        null,
        claimed.leaseEnd());
  }

  /// Notices that are given when the test says so.
  static final class HeldNotices implements Notices {
    final List<Subscribed> subscribed = new CopyOnWriteArrayList<>();

    record Subscribed(String channel, Consumer<String> payload) {}

    @Override
    public dev.assay.platform.store.Subscription subscribe(
        String channel, Consumer<String> payload) {
      var one = new Subscribed(channel, payload);
      subscribed.add(one);
      return () -> subscribed.remove(one);
    }

    void say(String channel, String payload) {
      subscribed.stream()
          .filter(one -> one.channel().equals(channel))
          .forEach(one -> one.payload().accept(payload));
    }
  }

  Caller account(String name, Role role) {
    long key =
        jdbi.withHandle(handle ->
            handle
                .createQuery(
                    "insert into account (id, name, role) values (:name, :name, :role) returning key")
                .bind("name", name)
                .bind("role", role.text())
                .mapTo(long.class)
                .one());
    Set<Scope> scopes =
        role == Role.OPERATOR ? Set.of(Scope.values()) : Set.of(Scope.READ, Scope.SUBMIT);
    return new Caller(new Account(key, name, name, role), scopes, "127.0.0.1", null);
  }

  long benchmark(String name, boolean isPrivate) {
    return jdbi.withHandle(handle -> {
      long key =
          handle
              .createQuery(
                  "insert into benchmark (name, owner_key, is_private) values (:name, 1, :private) returning key")
              .bind("name", name)
              .bind("private", isPrivate)
              .mapTo(long.class)
              .one();
      handle
          .createUpdate(
              """
              insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference,
                image_digest, archive_blob, archive_bytes, findings, published_by)
              values (:key, '1.0.0', 'h', 't', '{}', 'i', 'd', 'b', 1, '[]', 1)
              """)
          .bind("key", key)
          .execute();
      return key;
    });
  }

  JobTicket enqueue() {
    return enqueue(benchmark, author, ANYTHING, 0);
  }

  JobTicket enqueue(Demand demand) {
    return enqueue(benchmark, author, demand, 0);
  }

  JobTicket enqueue(long benchmarkKey, Caller who, Demand demand, int priority) {
    return jdbi.inTransaction(handle ->
        queue.enqueue(
            handle,
            new NewJob(
                JobKind.MEASURE,
                benchmarkKey,
                benchmarkKey,
                who.accountKey(),
                null,
                null,
                true,
                "{\"a\": 1}\n",
                "cafe",
                demand,
                priority)));
  }

  /// A runner that has said hello.
  TestRunner runner(String name) {
    return runner(name, "default", List.of());
  }

  TestRunner runner(String name, String pool, List<String> labels) {
    var code = registry.makeCode(operator, new RunnerRegistry.CodeRequest(pool, labels));
    String id = registry.register(new RunnerRegistration(code.code(), name)).runner();
    long key = one("select key from runner where id = '%s'".formatted(id));
    var runner = new TestRunner(this, key, id, name + "-1", "machine-" + name);
    runner.hello();
    return runner;
  }

  long one(String sql) {
    return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(long.class).one());
  }

  String text(String sql) {
    return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).one());
  }

  void execute(String sql) {
    jdbi.useHandle(handle -> handle.execute(sql));
  }

  JobState state(String job) {
    return JobState.parse(text("select state from job where id = '%s'".formatted(job)));
  }

  /// Lets the lease of a job run out.
  void letRunOut(String job) {
    execute(
        "update job set lease_end = now() - interval '1 second' where id = '%s'".formatted(job));
  }

  /// A runner, as the platform knows it.
  record TestRunner(QueueWorld world, long key, String id, String instance, String machine) {
    RunnerHello.Welcome hello() {
      return hello(4, 8L << 30, List.of());
    }

    RunnerHello.Welcome hello(int cores, long memory, List<String> images) {
      return world.registry.welcome(key, helloOf(cores, memory, images, Instant.now()));
    }

    RunnerHello helloOf(int cores, long memory, List<String> images, Instant clock) {
      var described =
          new Machine(
              "host", "x86_64", "CPU", cores, memory, null, "6", "Debian", Map.of(), List.of());
      return new RunnerHello(
          RunnerProtocol.VERSION,
          "1.0.0",
          instance,
          machine,
          described,
          cores,
          memory,
          0,
          images.stream().map(digest -> new ImageIdentity("i", digest)).toList(),
          clock);
    }

    TestRunner as(String newInstance, String newMachine) {
      return new TestRunner(world, key, id, newInstance, newMachine);
    }

    Optional<Lease> claim() {
      return world.queue.claim(key, new Claim(instance, 0, null));
    }

    Heartbeat.Answer heartbeat(Lease lease) {
      return heartbeat(lease, null);
    }

    Heartbeat.Answer heartbeat(Lease lease, @org.jspecify.annotations.Nullable Progress progress) {
      return world.leases.heartbeat(
          key, new Heartbeat(instance, lease.jobId(), lease.attempt(), progress));
    }

    void surrender(Lease lease, String reason) {
      world.leases.surrender(key, new Surrender(instance, lease.jobId(), lease.attempt(), reason));
    }

    /// Reports the run as closed, as reports do: checked and ended in one transaction.
    LeaseStanding close(Lease lease, RunState state) {
      return world.jdbi.inTransaction(handle -> {
        LeaseStanding standing = world.leases.check(handle, key, lease.jobId(), lease.attempt());
        if (standing == LeaseStanding.HELD) {
          long job =
              handle
                  .createQuery("select key from job where id = :id")
                  .bind("id", lease.jobId())
                  .mapTo(long.class)
                  .one();
          world.leases.end(handle, job, lease.attempt(), state, null);
        }
        return standing;
      });
    }

    RunnerView view() {
      return world.registry.load(world.operator, id);
    }
  }

  @Override
  public void close() {
    longPoll.close();
    reaper.close();
    database.close();
  }
}
