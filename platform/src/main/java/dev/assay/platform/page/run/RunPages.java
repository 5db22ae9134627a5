package dev.assay.platform.page.run;

import dev.assay.core.run.BuildResult;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.run.RunReading;
import dev.assay.platform.run.RunView;
import dev.assay.platform.run.Runs;
import dev.assay.platform.standing.Standings;
import dev.assay.platform.submission.SubmissionViews;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Runs, their points, cases and logs; jobs and submissions on their way there.
public final class RunPages implements Endpoints {
  private static final String RUN = "/runs/{run}";
  private static final String POINT = RUN + "/points/{point}";
  private static final int FILES = 100;

  private final Pages pages;
  private final Runs runs;
  private final Blobs blobs;
  private final JobDesk desk;
  private final PointPages points;
  private final LogPages logs;
  private final JobPages jobs;
  private final SubmissionPages submissions;

  public RunPages(Pages pages, Jdbi jdbi, Blobs blobs, JobDesk desk, Standings standings) {
    this.pages = pages;
    this.runs = new Runs(jdbi);
    this.blobs = blobs;
    this.desk = desk;
    this.points = new PointPages(pages, runs, standings);
    this.logs = new LogPages(pages, runs, blobs);
    this.jobs = new JobPages(pages, desk);
    this.submissions = new SubmissionPages(pages, new SubmissionViews(jdbi), runs);
  }

  @Override
  public void register(Routes routes) {
    routes.page(HandlerType.GET, RUN, this::run);
    routes.page(HandlerType.GET, POINT, points::answer);
    routes.page(HandlerType.GET, POINT + "/leader", points::leadToLeader);
    routes.page(HandlerType.GET, RUN + "/files", this::files);
    routes.page(HandlerType.GET, RUN + "/files/<name>", logs::answer);
    routes.page(HandlerType.GET, "/jobs/{job}", jobs::answer);
    routes.page(HandlerType.POST, "/jobs/{job}/cancel", Scope.SUBMIT, jobs::cancel);
    routes.page(HandlerType.GET, "/submissions/{submission}", submissions::answer);
  }

  private void run(Exchange exchange, Caller caller) {
    int from = Paging.from(exchange);
    RunReading reading = runs.read(caller, exchange.pathParameter("run"), from, PointLines.MOST);
    if (Pages.isPartAsked(exchange)
        && exchange.query("part").filter("points"::equals).isPresent()) {
      pages.answerPart(
          exchange,
          caller,
          "page/run/pointrows.jte",
          Map.of("points", PointLines.of(pages.texts(), reading, from)));
      return;
    }
    RunPage view =
        RunPage.of(
            pages.texts(),
            reading,
            desk.load(caller, reading.view().job()),
            from,
            buildLog(reading));
    Map<String, Object> model = Map.of("view", view);
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/run/runlive.jte", model);
      return;
    }
    RunView.CodeView code = reading.view().code();
    var head =
        Frame.Head.of(view.title() + " · " + view.bundle(), "benchmarks")
            .below(
                new Frame.Crumb(code.benchmark(), Addresses.benchmark(code.benchmark())),
                new Frame.Crumb(view.title(), Addresses.implementation(code.implementation())))
            .describedAs(view.headline())
            .at(view.addresses().page());
    pages.answer(exchange, caller, view.isLive() ? head.live() : head, "page/run/run.jte", model);
  }

  private @Nullable LogTail buildLog(RunReading reading) {
    BuildResult build = reading.run().build();
    if (build == null || build.log() == null) {
      return null;
    }
    String run = reading.view().id();
    return FileLine.find(reading.view().files(), build.log().file())
        .map(file ->
            LogTail.read(
                blobs,
                Objects.requireNonNull(reading.blobs().get(file.name())),
                file.bytes(),
                Addresses.runFile(run, file.name())))
        .orElse(null);
  }

  /// All files of a run.
  ///
  /// @param from place of the first
  record FilesPage(
      RunAddresses addresses, String title, List<FileLine> files, int from, int next, int all) {}

  private void files(Exchange exchange, Caller caller) {
    RunView run = runs.view(caller, exchange.pathParameter("run"));
    var addresses = new RunAddresses(run.id());
    List<FileLine> all = FileLine.of(addresses, run.files());
    int from = Math.min(Paging.from(exchange), all.size());
    int next = Math.min(all.size(), from + FILES);
    String title = SafeText.oneLine(run.code().implementationName());
    var view = new FilesPage(addresses, title, all.subList(from, next), from, next, all.size());
    var head =
        Frame.Head.of(pages.texts().of("run.files.title", title), "benchmarks")
            .below(
                new Frame.Crumb(
                    run.code().benchmark(), Addresses.benchmark(run.code().benchmark())),
                new Frame.Crumb(title, Addresses.run(run.id())))
            .at(addresses.files());
    pages.answer(exchange, caller, head, "page/run/files.jte", Map.of("view", view));
  }
}
