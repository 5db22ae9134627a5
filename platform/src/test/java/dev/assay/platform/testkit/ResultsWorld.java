package dev.assay.platform.testkit;

import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.job.SeedDraw;
import dev.assay.core.protocol.ReportBatch;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Window;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.access.Scope;
import dev.assay.testkit.CaseResults;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.Runs;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// A benchmark with a host, an author and a runner in a database, and runs for it.
public final class ResultsWorld {
  public static final String BENCHMARK = "polymul/negacyclic";
  public static final String SECRET = "00112233445566778899aabbccddeeff";

  private final Jdbi jdbi;
  private final Job bundleJob;
  private final long hostKey;
  private final long authorKey;
  private final long benchmarkKey;
  private final long runnerKey;
  private int count;

  public ResultsWorld(Jdbi jdbi) {
    this(jdbi, job());
  }

  /// @param job whose points, sample, bar and score the bundle has
  public ResultsWorld(Jdbi jdbi, Job job) {
    this.jdbi = jdbi;
    this.bundleJob = job;
    this.hostKey = account("host", "host");
    this.authorKey = account("author", "author");
    this.benchmarkKey =
        key(
            "insert into benchmark (name, owner_key, is_private) values (?, ?, false) returning key",
            BENCHMARK,
            hostKey);
    version("1.0.0", job.bundleHash());
    this.runnerKey =
        key(
            "insert into runner (id, name, pool, labels, key_hash) values ('n1', 'n1', 'p', '{}', '\\x01') returning key");
  }

  private long account(String name, String role) {
    return key(
        "insert into account (id, name, role) values (?, ?, ?) returning key", name, name, role);
  }

  private long key(String sql, Object... arguments) {
    return jdbi.withHandle(handle -> {
      var query = handle.createQuery(sql);
      for (int i = 0; i < arguments.length; i++) {
        query.bind(i, arguments[i]);
      }
      return query.mapTo(Long.class).one();
    });
  }

  public static Job job() {
    return Runs.job(Runs.points(1024, 2048));
  }

  private static BundleSpec spec(Job job, String version) {
    return new BundleSpec(
        new BundleName(BENCHMARK),
        Version.parse(version),
        job.bundleTitle(),
        job.protocol(),
        job.bundleImage().reference(),
        List.of("python3", "bundle.py"),
        null,
        new Signature(Map.of(), Map.of(), Map.of(), Map.of()),
        job.points(),
        job.barSample(),
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        false,
        List.of());
  }

  public long version(String version, String hash) {
    return key(
        """
        insert into bundle_version (benchmark_key, version, hash, title, spec, image_reference,
            image_digest, archive_blob, archive_bytes, findings, published_by)
        values (?, ?, ?, 'title', ?, 'image', 'sha256:1', 'archive', 1, '[]', ?) returning key
        """,
        benchmarkKey,
        version,
        hash,
        JsonCodec.toJson(spec(bundleJob, version)),
        hostKey);
  }

  public RunnerIdentity runner() {
    return new RunnerIdentity(runnerKey, "n1", "n1", "active");
  }

  public Caller host() {
    return new Caller(
        new Account(hostKey, "host", "host", Role.HOST),
        Set.of(Scope.READ, Scope.SUBMIT, Scope.PUBLISH),
        "127.0.0.1",
        null);
  }

  public Caller author() {
    return new Caller(
        new Account(authorKey, "author", "author", Role.AUTHOR),
        Set.of(Scope.READ, Scope.SUBMIT),
        "127.0.0.1",
        null);
  }

  public static Caller reader() {
    return Caller.anonymous("127.0.0.1");
  }

  /// A running job of an implementation, new or known.
  public Planned plan(String implementation) {
    return plan(implementation, job());
  }

  public Planned plan(String implementation, Job job) {
    return jdbi.inTransaction(handle -> {
      String id = "job" + ++count;
      handle.execute(
          """
          insert into implementation (id, benchmark_key, owner_key, name, is_private)
          values (?, ?, ?, ?, false) on conflict do nothing
          """,
          implementation,
          benchmarkKey,
          authorKey,
          implementation);
      handle.execute(
          """
          insert into submission (id, implementation_key, repository, path, commit_id, tree_hash,
              solution, image_reference, image_digest, submitted_by)
          select ?, key, 'https://example.org', '.', 'c0ffee', 'tree', ?, 'image', 'sha256:1',
              owner_key
          from implementation where id = ?
          """,
          "s" + id,
          JsonCodec.toJson(solution(implementation)),
          implementation);
      handle.execute(
          """
          insert into job (id, kind, benchmark_key, bundle_version_key, author_key, submission_key,
              is_ranked, document, hash, cores, memory_bytes, gpu, labels, needed_images, state,
              attempt, runner_key, lease_end)
          select ?, 'measure', ?, (select min(key) from bundle_version), ?, s.key, true, ?, 'hash',
              1, 1, 0, '{}', '{}', 'running', 1, ?, now() + interval '1 minute'
          from submission s where s.id = ?
          """,
          id,
          benchmarkKey,
          authorKey,
          JsonCodec.toJson(job),
          runnerKey,
          "s" + id);
      handle.execute(
          """
          insert into attempt (job_key, attempt, runner_key, instance, run_id)
          select key, 1, ?, 'instance', id || '-1' from job where id = ?
          """,
          runnerKey,
          id);
      return new Planned(id, job);
    });
  }

  private static SolutionSpec solution(String name) {
    return new SolutionSpec(
        name,
        BENCHMARK + "@1",
        "cpp",
        "localhost/assay/core",
        null,
        List.of(),
        job().requires(),
        null);
  }

  /// A job with what a runner would report of it.
  public record Planned(String jobId, Job job) {
    public String runId() {
      return jobId + "-1";
    }

    public Run opened() {
      return run(RunState.RUNNING, List.of());
    }

    /// The whole run as its runner has it on disk.
    public Run closed(RunState state, List<PointResult> points) {
      return run(state, points);
    }

    private Run run(RunState state, List<PointResult> points) {
      Run full = Runs.run(state, null, job.points(), null, points, Window.HARNESS);
      return new Run(
          full.format(),
          runId(),
          full.assayVersion(),
          full.startedAt(),
          state == RunState.RUNNING ? null : full.endedAt(),
          state,
          null,
          job,
          full.machine(),
          full.machineClass(),
          full.environment(),
          job.procedure() == null ? Window.HARNESS : Window.PROCESS,
          SECRET,
          full.stages(),
          null,
          points);
    }

    public PointResult point(int pointNo, ToDoubleFunction<PlannedCase> seconds) {
      Point point = job.points().get(pointNo);
      var cases = new ArrayList<CaseResult>();
      for (PlannedCase one :
          new SeedDraw(HexFormat.of().parseHex(SECRET))
              .draw(point.name(), job.seeds(), job.barSample())) {
        cases.add(CaseResults.ok(one.index(), one.seed(), one.kind(), seconds.applyAsDouble(one)));
      }
      return PointResults.point(point, null, cases, null);
    }

    public static PointResult suspect(PointResult point) {
      return new PointResult(
          point.point(),
          point.params(),
          point.derived(),
          null,
          null,
          point.stages(),
          point.initNanos(),
          point.process(),
          point.retries(),
          point.make(),
          point.verify(),
          point.cases(),
          point.remarks(),
          List.of(new Suspicion(Suspicion.Code.KNOWN_SEEDS_FASTER, "too fast")));
    }

    /// All messages of a run with these points, each case before its point.
    public List<ReportMessage> messages(RunState state, List<PointResult> points) {
      var messages = new ArrayList<ReportMessage>();
      messages.add(ReportMessage.opened(1, opened()));
      for (PointResult point : points) {
        for (CaseResult one : point.cases()) {
          messages.add(
              ReportMessage.measured(
                  messages.size() + 1, new ReportMessage.Measured(point.point(), 0, one)));
        }
        messages.add(ReportMessage.point(messages.size() + 1, point));
      }
      messages.add(ReportMessage.closed(messages.size() + 1, run(state, List.of())));
      return messages;
    }

    public ReportBatch batch(List<ReportMessage> messages) {
      return new ReportBatch("instance", jobId, 1, runId(), messages);
    }
  }

  /// How many rows a table has.
  public long rows(String table) {
    return key("select count(*) from " + table);
  }

  public @Nullable String text(String sql) {
    return jdbi.withHandle(
        handle -> handle.createQuery(sql).mapTo(String.class).findOne().orElse(null));
  }
}
