package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.Machine;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.RunnerIdentity;
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
import dev.assay.platform.testkit.ResultsWorld.Planned;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/// The pages of charts on a server, over a database with results that a test makes up.
public final class ChartWorld implements AutoCloseable {
  public final ResultsWorld results;
  public final Job job;
  private final Database database = TestDatabase.fresh();
  private final ReportIntake intake;
  private final HttpServer server;
  private Caller caller = ResultsWorld.reader();

  public ChartWorld(Job job) {
    this.job = job;
    this.results = new ResultsWorld(database.jdbi(), job);
    this.intake = new ReportIntake(database.jdbi(), new RowLeases());
    var assets = new Assets();
    var pages =
        new Pages(
            new Pages.Surroundings(Texts.english(), assets, () -> "http://localhost", "0.1.0"));
    this.server =
        HttpServer.start(
            HttpSettings.unlimited("127.0.0.1", 0),
            new Visitor(),
            RequestObserver.NONE,
            new ProblemPage(pages),
            List.of(
                assets,
                new ChartPages(
                    pages,
                    database.jdbi(),
                    new Standings(database.jdbi(), InstantSource.system()))));
  }

  private final class Visitor implements Authenticator {
    @Override
    public Caller authenticate(Exchange exchange) {
      return caller;
    }

    @Override
    public RunnerIdentity authenticateRunner(Exchange exchange) {
      throw new IllegalStateException("no runner is here");
    }
  }

  /// Points N = `sizes`, each with W = 64, and so many seeds.
  public static Job job(int seeds, int... sizes) {
    return job(seeds, Runs.points(sizes));
  }

  public static Job job(int seeds, List<Point> points) {
    Job usual = Runs.job(points);
    return new Job(
        usual.implementation(),
        usual.source(),
        usual.language(),
        usual.solutionImage(),
        usual.bundleName(),
        usual.bundleVersion(),
        usual.bundleTitle(),
        usual.bundleHash(),
        usual.bundleImage(),
        usual.protocol(),
        points,
        Seeds.parse("1-" + seeds),
        new Sample(Seeds.parse("1-" + seeds), 1, 0),
        usual.bar(),
        usual.score(),
        usual.limits(),
        usual.bundleLimits(),
        usual.requires(),
        null);
  }

  /// A point N, W.
  public static Point point(int n, int w) {
    var params = new LinkedHashMap<String, BigDecimal>();
    params.put("N", BigDecimal.valueOf(n));
    params.put("W", BigDecimal.valueOf(w));
    return new Point(Point.defaultName(params), params);
  }

  public String url() {
    return "http://127.0.0.1:" + server.port();
  }

  public Api browser() {
    return Api.at(url(), null).with("Accept", "text/html");
  }

  /// Who asks from now on.
  public void visit(Caller who) {
    caller = who;
  }

  public void execute(String sql) {
    database.jdbi().useHandle(handle -> handle.execute(sql));
  }

  /// What a run is made of.
  ///
  /// @param seconds of a case at a point
  /// @param memory bytes; absent where no process is known
  /// @param facts of the machine that are not as usual
  public record Made(
      String implementation,
      ToDoubleBiFunction<Point, PlannedCase> seconds,
      @Nullable Long memory,
      Map<String, String> facts,
      Status status) {
    public static Made of(String implementation, ToDoubleBiFunction<Point, PlannedCase> seconds) {
      return new Made(implementation, seconds, 20L << 20, Map.of(), Status.OK);
    }

    public Made with(long bytes) {
      return new Made(implementation, seconds, bytes, facts, status);
    }

    public Made on(Map<String, String> changed) {
      return new Made(implementation, seconds, memory, changed, status);
    }

    public Made failing(Status all) {
      return new Made(implementation, seconds, memory, facts, all);
    }
  }

  /// A finished run; its id.
  public String run(Made made) {
    return run(made, job);
  }

  public String run(Made made, Job planned) {
    return report(results.plan(made.implementation(), planned), made, RunState.FINISHED);
  }

  public String failedBuild(String implementation) {
    Planned planned = results.plan(implementation, job);
    intake.accept(
        results.runner(), planned.batch(planned.messages(RunState.BUILD_FAILED, List.of())));
    return planned.runId();
  }

  private String report(Planned planned, Made made, RunState state) {
    var messages = new ArrayList<ReportMessage>();
    messages.add(ReportMessage.opened(1, onMachine(planned.opened(), made.facts())));
    for (int i = 0; i < planned.job().points().size(); i++) {
      Point point = planned.job().points().get(i);
      PointResult result = planned.point(i, one -> made.seconds().applyAsDouble(point, one));
      messages.add(ReportMessage.point(messages.size() + 1, changed(result, made)));
    }
    messages.add(
        ReportMessage.closed(
            messages.size() + 1, onMachine(planned.closed(state, List.of()), made.facts())));
    intake.accept(results.runner(), planned.batch(messages));
    return planned.runId();
  }

  private static PointResult changed(PointResult result, Made made) {
    List<CaseResult> cases =
        result.cases().stream()
            .map(one ->
                made.status() == Status.OK
                    ? one
                    : dev.assay.testkit.CaseResults.failed(
                        one.index(),
                        one.seed(),
                        one.kind(),
                        made.status(),
                        new dev.assay.core.run.Cause(
                            dev.assay.core.run.Cause.Code.VERIFIER, "refused")))
            .toList();
    Long bytes = made.memory();
    return new PointResult(
        result.point(),
        result.params(),
        result.derived(),
        null,
        null,
        result.stages(),
        result.initNanos(),
        bytes == null ? null : process(bytes),
        List.of(),
        null,
        null,
        cases,
        List.of(),
        List.of());
  }

  private static ProcessResult process(long bytes) {
    return new ProcessResult(
        new Ending.Exited(0),
        new Evidence(0L, 1 << 30, bytes, null, 0, 0, null, 0L),
        new Cost(
            1_000_000_000L,
            null,
            null,
            null,
            bytes,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null),
        null,
        List.of(),
        null,
        null);
  }

  private static Run onMachine(Run run, Map<String, String> facts) {
    Machine machine = run.machine();
    var all = new TreeMap<>(machine.facts());
    all.putAll(facts);
    all.remove("kernel");
    return new Run(
        run.format(),
        run.id(),
        run.assayVersion(),
        run.startedAt(),
        run.endedAt(),
        run.state(),
        run.stateReason(),
        run.job(),
        new Machine(
            machine.hostName(),
            machine.arch(),
            machine.cpuModel(),
            machine.cores(),
            machine.memoryBytes(),
            machine.hypervisor(),
            facts.getOrDefault("kernel", machine.kernel()),
            machine.operatingSystem(),
            all,
            machine.findings()),
        run.machineClass(),
        run.environment(),
        run.window(),
        run.seedSecret(),
        run.stages(),
        run.build(),
        run.points());
  }

  @Override
  public void close() {
    server.close();
    database.close();
  }
}
