package dev.assay.platform.queue;

import dev.assay.core.protocol.Claim;
import dev.assay.core.protocol.Heartbeat;
import dev.assay.core.run.RunState;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.store.PublicId;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.ds.PGSimpleDataSource;

/// Claims, confirms and finishes empty jobs: through the services, and by their statements alone.
/// Those are not written down here: one round through the services is recorded as it reaches JDBC.
public final class QueueBench {
  private static final int JOBS = 500;
  private static final int ROUNDS = 11;
  private static final double BAR = 0.5;
  // Keys that no other parameter can be taken for.
  private static final long FIRST_JOB = 7_000_000;
  private static final long FIRST_RUNNER = 5_000_000;

  private final DatabaseAddress address;
  private final Jdbi jdbi;

  private QueueBench(DatabaseAddress address, Jdbi jdbi) {
    this.address = address;
    this.jdbi = jdbi;
  }

  public static void main(String[] arguments) throws Exception {
    var address = new DatabaseAddress(arguments[0], arguments[1], arguments[2]);
    try (var database = Database.open(address, 8)) {
      System.exit(new QueueBench(address, database.jdbi()).execute() ? 0 : 1);
    }
  }

  /// A statement as it reached JDBC, or `commit`.
  private record Step(String sql, TreeMap<Integer, Object> parameters) {}

  private record Services(JobQueue queue, Leases leases, Jdbi jdbi) {
    static Services on(Jdbi jdbi) {
      var longPoll = new LongPoll((_, _) -> () -> {});
      var leases = new Leases(jdbi, longPoll);
      return new Services(
          new JobQueue(jdbi, new PublicId(new SecureRandom()), longPoll, leases, _ -> null),
          leases,
          jdbi);
    }

    /// As the endpoints do it, and the intake of reports.
    boolean claimAndFinish(long runner) {
      ClaimedJob job = queue.claimNow(runner, new Claim("i", 0, null)).orElse(null);
      if (job == null) {
        return false;
      }
      leases.heartbeat(runner, new Heartbeat("i", job.id(), job.attempt(), null));
      jdbi.useTransaction(handle -> {
        leases.check(handle, runner, job.id(), job.attempt());
        leases.end(handle, job.key(), job.attempt(), RunState.FINISHED, null);
      });
      return true;
    }
  }

  private boolean execute() throws Exception {
    prepare();
    fill(1);
    List<Step> steps = record();
    System.out.printf(
        "one job is %d statements in %d transactions%n",
        steps.stream().filter(step -> !step.sql().equals("commit")).count(),
        steps.stream().filter(step -> step.sql().equals("commit")).count());
    Services services = Services.on(jdbi);
    double service = 0;
    double bare = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double served = perSecond(() -> services.claimAndFinish(FIRST_RUNNER));
      double replayed;
      try (var replay = new Replay(address, steps)) {
        replayed = perSecond(replay::claimAndFinish);
      }
      System.out.printf("services %6.0f jobs/s   bare %6.0f jobs/s%s%n", served, replayed, round == 0 ? "   (warm-up)" : "");
      if (round > 0) {
        service += served;
        bare += replayed;
      }
    }
    double ratio = service / bare;
    System.out.printf("ratio %.2f, bar %.2f%n", ratio, BAR);
    return ratio >= BAR;
  }

  private interface OneJob {
    boolean done() throws Exception;
  }

  private double perSecond(OneJob job) throws Exception {
    fill(JOBS);
    long start = System.nanoTime();
    int count = 0;
    while (job.done()) {
      count++;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long open =
        jdbi.withHandle(handle ->
            handle
                .createQuery("select count(*) from job where state <> 'finished'")
                .mapTo(long.class)
                .one());
    if (count != JOBS || open != 0) {
      throw new IllegalStateException(
          "%d of %d jobs were claimed, %d are not finished".formatted(count, JOBS, open));
    }
    return JOBS / seconds;
  }

  private void prepare() {
    jdbi.useHandle(handle -> {
      handle.execute("alter table job alter column key restart with " + FIRST_JOB);
      handle.execute("insert into account (id, name, role) values ('a', 'a', 'author')");
      handle.execute("insert into benchmark (name, owner_key, is_private) values ('b', 1, false)");
      handle.execute(
          """
          insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference,
            image_digest, archive_blob, archive_bytes, findings, published_by)
          values (1, '1.0.0', 'h', 't', '{}', 'i', 'd', 'b', 1, '[]', 1)
          """);
      handle.execute(
          """
          insert into runner (key, id, name, pool, labels, key_hash, instance, machine_id, arch, cores,
            memory_bytes, gpu, described_at)
          overriding system value
          values (?, 'r', 'r', 'default', '{}', '', 'i', 'm', 'x86_64', 4, 8000000000, 0, now())
          """,
          FIRST_RUNNER);
    });
  }

  private void fill(int jobs) {
    jdbi.useHandle(handle ->
        handle.execute(
            """
            insert into job (id, kind, benchmark_key, bundle_version_key, author_key, is_ranked, document,
              hash, cores, memory_bytes, gpu, labels, needed_images)
            select gen_random_uuid()::text, 'measure', 1, 1, 1, true, '{}', 'h', 1, 1, 0, '{}', '{}'
            from generate_series(1, ?)
            """,
            jobs));
  }

  /// What reaches JDBC while one job is claimed and finished.
  private List<Step> record() {
    var source = new PGSimpleDataSource();
    source.setUrl(address.url());
    source.setUser(address.user());
    source.setPassword(address.password());
    var steps = new ArrayList<Step>();
    Jdbi recording = Jdbi.create(() -> recording(source.getConnection(), steps));
    if (!Services.on(recording).claimAndFinish(FIRST_RUNNER)) {
      throw new IllegalStateException("there was no job to record");
    }
    return List.copyOf(steps);
  }

  private static Connection recording(Connection real, List<Step> steps) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          Object result = call(real, method, arguments);
          if (method.getName().equals("commit")) {
            steps.add(new Step("commit", new TreeMap<>()));
          }
          if (result instanceof PreparedStatement statement) {
            var step = new Step((String) arguments[0], new TreeMap<>());
            return recording(statement, step, steps);
          }
          return result;
        });
  }

  private static PreparedStatement recording(
      PreparedStatement real, Step step, List<Step> steps) {
    return proxy(
        PreparedStatement.class,
        (_, method, arguments) -> {
          if (method.getName().startsWith("set") && arguments.length >= 2) {
            step.parameters()
                .put((Integer) arguments[0], method.getName().equals("setNull") ? Replay.NULL : arguments[1]);
          } else if (method.getName().startsWith("execute")) {
            steps.add(step);
          }
          return call(real, method, arguments);
        });
  }

  private static Object call(Object real, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /// The recorded statements, prepared once on one connection, with each job's own key and id.
  private static final class Replay implements AutoCloseable {
    static final Object NULL = new Object();
    private final Connection connection;
    private final List<Step> steps;
    private final List<PreparedStatement> prepared = new ArrayList<>();
    private Object recordedId = "";
    private Object recordedKey = FIRST_JOB;

    Replay(DatabaseAddress address, List<Step> steps) throws SQLException {
      this.connection = DriverManager.getConnection(address.url(), address.user(), address.password());
      this.connection.setAutoCommit(false);
      this.steps = steps;
      for (Step step : steps) {
        prepared.add(step.sql().equals("commit") ? null : connection.prepareStatement(step.sql()));
      }
      try (var query = connection.createStatement();
          var row = query.executeQuery("select id from job where key = " + FIRST_JOB)) {
        row.next();
        recordedId = row.getString(1);
      }
      connection.commit();
    }

    boolean claimAndFinish() throws SQLException {
      Object id = null;
      Object key = null;
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        PreparedStatement statement = prepared.get(i);
        if (statement == null) {
          connection.commit();
          continue;
        }
        for (var parameter : step.parameters().entrySet()) {
          Object value = parameter.getValue();
          if (value == NULL) {
            statement.setNull(parameter.getKey(), java.sql.Types.VARCHAR);
          } else {
            statement.setObject(
                parameter.getKey(),
                value.equals(recordedId) ? id : value.equals(recordedKey) ? key : value);
          }
        }
        boolean isClaim = step.sql().contains("with candidate");
        if (statement.execute()) {
          try (ResultSet rows = statement.getResultSet()) {
            boolean found = rows.next();
            if (isClaim && !found) {
              connection.rollback();
              return false;
            }
            if (isClaim) {
              id = rows.getString("id");
              key = rows.getLong("key");
            }
          }
        }
      }
      return true;
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
