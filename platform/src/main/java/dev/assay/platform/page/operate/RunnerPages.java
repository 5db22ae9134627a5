package dev.assay.platform.page.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.queue.RunnerFilter;
import dev.assay.platform.queue.RunnerRegistry;
import dev.assay.platform.queue.RunnerView;
import dev.assay.platform.run.RunFilter;
import dev.assay.platform.run.Runs;
import io.javalin.http.HandlerType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The runners, for everybody.
final class RunnerPages {
  static final String PATH = "/runners";
  static final int ROWS = 30;
  private static final int RUNS = 20;

  private final Pages pages;
  private final RunnerRegistry registry;
  private final JobDesk desk;
  private final Runs runs;

  RunnerPages(Pages pages, RunnerRegistry registry, JobDesk desk, Runs runs) {
    this.pages = pages;
    this.registry = registry;
    this.desk = desk;
    this.runs = runs;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, this::list);
    routes.page(HandlerType.GET, PATH + "/{runner}", this::show);
  }

  /// @param next address of more; absent at the end
  record ListView(
      String path,
      RunnerFilter filter,
      Page<RunnerView> runners,
      @Nullable String next,
      boolean isNarrowed) {
    /// How many findings of a runner matter.
    static long warnings(RunnerView runner) {
      RunnerView.Description description = runner.description();
      long own = runner.findings().size();
      return description == null ? own : own + RunnerPageView.warnings(description.machine());
    }
  }

  private void list(Exchange exchange, Caller caller) {
    var head =
        Frame.Head.of(pages.texts().of("operate.runners.title"), "runners")
            .describedAs(pages.texts().of("operate.runners.about"))
            .at(PATH);
    pages.answer(
        exchange,
        caller,
        head,
        "page/operate/runners.jte",
        Map.of("view", list(registry, PATH, exchange, caller)));
  }

  static ListView list(RunnerRegistry registry, String path, Exchange exchange, Caller caller) {
    String state = exchange.query("state").orElse(null);
    String text = exchange.query("q").map(String::strip).orElse(null);
    String machineClass = exchange.query("class").orElse(null);
    requireState(state);
    var filter = new RunnerFilter(state, text, machineClass);
    var found = registry.search(caller, filter, exchange.cursor(), ROWS);
    String here = path;
    here = state == null ? here : Addresses.with(here, "state", state);
    here = text == null ? here : Addresses.with(here, "q", text);
    here = machineClass == null ? here : Addresses.with(here, "class", machineClass);
    return new ListView(
        path,
        filter,
        found,
        found.next() == null ? null : Addresses.with(here, "cursor", found.next()),
        !here.equals(path));
  }

  private static void requireState(@Nullable String state) {
    if (state != null && !state.matches("active|set-aside|retired")) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "state=%s is none: runners are active, set-aside or retired."
              .formatted(SafeText.shown(state)));
    }
  }

  private void show(Exchange exchange, Caller caller) {
    String id = exchange.pathParameter("runner");
    RunnerView runner = registry.load(caller, id);
    var found = runs.list(caller, new RunFilter(RunFilter.By.RUNNER, id), exchange.cursor(), RUNS);
    var view =
        new RunnerPageView(
            runner,
            job(caller, runner),
            runner.state().equals("active") ? registry.waitingFor(id) : 0,
            found.items(),
            found.next() == null
                ? null
                : Addresses.with(Addresses.runner(id), "cursor", found.next()));
    var head =
        Frame.Head.of(runner.name(), "runners")
            .below(new Frame.Crumb(pages.texts().of("operate.runners.title"), PATH))
            .at(Addresses.runner(id));
    pages.answer(exchange, caller, head, "page/operate/runner.jte", Map.of("view", view));
  }

  /// What it is at work on, for those who are told.
  private @Nullable JobView job(Caller caller, RunnerView runner) {
    String job = runner.job();
    return job == null ? null : desk.load(caller, job);
  }
}
