package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
import dev.assay.platform.game.ProgramShelf;
import dev.assay.platform.http.Authenticator;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.HttpServer;
import dev.assay.platform.http.HttpSettings;
import dev.assay.platform.http.RequestObserver;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.page.Assets;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.ProblemPage;
import dev.assay.platform.page.Texts;
import dev.assay.platform.standing.Standings;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

/// Pages of benchmarks on a database with one benchmark, as whoever a test says.
final class ShownWorld implements AutoCloseable {
  static final String POINT = "N2048-W64";
  static final String ADDRESS = "/benchmarks/polymul~negacyclic";
  static final String URL = "https://assay.example.org";
  private static final int MOST_BYTES = 30 * 1024;

  final Database database = TestDatabase.fresh();
  private final Random random = new Random(7);
  private final HttpServer server;
  private Caller caller = ResultsWorld.reader();

  ShownWorld() {
    var assets = new Assets();
    var pages = new Pages(new Pages.Surroundings(Texts.english(), assets, () -> URL, "0.1.0"));
    server =
        HttpServer.start(
            HttpSettings.unlimited("127.0.0.1", 0),
            new Somebody(),
            RequestObserver.NONE,
            new ProblemPage(pages),
            List.of(
                assets,
                new BenchmarkPages(
                    pages,
                    database.jdbi(),
                    new Standings(database.jdbi(), InstantSource.system()),
                    new ProgramShelf(database.jdbi()))));
  }

  private final class Somebody implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return caller;
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new AssayException(ErrorCode.NOT_AUTHENTICATED, "no runner");
    }
  }

  void as(Caller somebody) {
    caller = somebody;
  }

  String url() {
    return "http://127.0.0.1:" + server.port();
  }

  Api browser() {
    return Api.at(url(), null).with("Accept", "text/html");
  }

  /// The page at an address, which is small enough.
  String page(String address) {
    var reply = browser().get(address);
    assertThat(reply.status()).as(address + reply.body()).isEqualTo(200);
    assertThat(reply.body().getBytes(StandardCharsets.UTF_8))
        .as(address)
        .hasSizeLessThanOrEqualTo(MOST_BYTES);
    return reply.body();
  }

  /// Both points measured, about so many seconds each.
  String run(ResultsWorld world, String implementation, double seconds) {
    return run(world, implementation, seconds, RunState.FINISHED, false);
  }

  String run(
      ResultsWorld world,
      String implementation,
      double seconds,
      RunState state,
      boolean isSuspect) {
    var planned = world.plan(implementation);
    List<PointResult> points =
        state == RunState.FINISHED
            ? List.of(
                planned.point(0, one -> seconds * (1 + 0.02 * random.nextGaussian())),
                planned.point(1, one -> 2 * seconds * (1 + 0.02 * random.nextGaussian())))
            : List.of();
    var shown = isSuspect ? points.stream().map(ResultsWorld.Planned::suspect).toList() : points;
    new ReportIntake(database.jdbi(), new RowLeases())
        .accept(world.runner(), planned.batch(planned.messages(state, shown)));
    return planned.runId();
  }

  /// So many entries more at one point on one class, written at once: `entry i` takes `factor`^i
  /// microseconds.
  void entries(int count, double factor, String namePattern) {
    execute(
        """
        with made as (
          insert into implementation (id, benchmark_key, owner_key, name, is_private)
          select 'e' || i, b.key, b.owner_key, replace(?, '#', i::text), false
          from benchmark b, generate_series(1, ?) i
          returning key, id, owner_key, benchmark_key),
        submitted as (
          insert into submission (id, implementation_key, repository, path, commit_id, tree_hash,
              solution, image_reference, image_digest, submitted_by)
          select 's' || id, key, 'https://example.org', '.', repeat('c', 40), 'tree', '{}', 'image',
              'sha256:1', owner_key from made
          returning key, implementation_key),
        planned as (
          insert into job (id, kind, benchmark_key, bundle_version_key, author_key, submission_key,
              is_ranked, document, hash, cores, memory_bytes, gpu, labels, needed_images, state)
          select 'j' || m.id, 'measure', m.benchmark_key, v.key, m.owner_key, s.key, true, '{}',
              'hash', 1, 1, 0, '{}', '{}', 'finished'
          from made m join submitted s on s.implementation_key = m.key, bundle_version v
          returning key, id, bundle_version_key, submission_key),
        tried as (
          insert into attempt (job_key, attempt, runner_key, instance, run_id)
          select p.key, 1, n.key, 'instance', 'r' || p.id from planned p, runner n
          returning job_key, run_id),
        measured as (
          insert into run (id, job_key, attempt, runner_key, submission_key, implementation_key,
              bundle_version_key, machine_class, document)
          select t.run_id, t.job_key, 1, n.key, p.submission_key, m.key, p.bundle_version_key,
              'x86_64, CPU, 1 core, 1024 MiB', '{}'
          from tried t join planned p on p.key = t.job_key join made m on p.id = 'j' || m.id, runner n
          returning key, implementation_key, bundle_version_key),
        valued as (
          select r.*, 1e-6 * power(?::float8, substr(m.id, 2)::float8) as seconds
          from measured r join made m on m.key = r.implementation_key),
        judged as (
          insert into verdict (run_key, point_no, point, bundle_version_key, implementation_key,
              machine_class, outcome, reason, cases_ok, cases_all, is_suspect, is_ranked, score)
          select key, 1, 'N2048-W64', bundle_version_key, implementation_key,
              'x86_64, CPU, 1 core, 1024 MiB', 'pass', 'ok', 20, 20, false, true, seconds
          from valued returning run_key)
        insert into case_result (run_key, point_no, case_no, seed, kind, status, seconds, score)
        select v.key, 1, c, c, 0, 0, v.seconds, v.seconds * (1 + 0.001 * (abs(hashint8(c * 1000 + v.key)) % 10))
        from valued v, generate_series(0, 19) c
        """,
        namePattern, count, factor);
  }

  void execute(String sql, Object... arguments) {
    database.jdbi().useHandle(handle -> handle.execute(sql, arguments));
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
