package dev.assay.platform.page.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Confirmation;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobFilter;
import dev.assay.platform.queue.JobState;
import dev.assay.platform.queue.JobSummary;
import dev.assay.platform.queue.JobView;
import io.javalin.http.HandlerType;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Jobs, for operators: found, cancelled, put first.
final class OperatorJobPages {
  static final String PATH = Operator.PATH + "/jobs";
  private static final String ONE = PATH + "/{job}";
  private static final int ROWS = 40;

  private final Pages pages;
  private final JobDesk desk;

  OperatorJobPages(Pages pages, JobDesk desk) {
    this.pages = pages;
    this.desk = desk;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, Scope.OPERATE, this::list);
    routes.page(HandlerType.GET, ONE, Scope.OPERATE, this::show);
    routes.page(HandlerType.POST, ONE + "/cancel", Scope.OPERATE, this::cancel);
    routes.page(HandlerType.POST, ONE + "/priority", Scope.OPERATE, this::setPriority);
  }

  /// @param asked what was searched for by id, and not found
  /// @param next address of more; absent at the end
  record ListView(Typed asked, JobFilter filter, Page<JobSummary> jobs, @Nullable String next) {}

  record OneView(JobView view, Typed typed, String done) {}

  private void list(Exchange exchange, Caller caller) {
    Optional<String> id = exchange.query("id").map(String::strip);
    Optional<JobView> found = id.flatMap(one -> find(caller, one));
    if (found.isPresent()) {
      Pages.seeOther(exchange, address(found.get().job().id()));
      return;
    }
    Typed asked = Typed.NOTHING.with("id", id.orElse(""));
    asked = id.isPresent() ? asked.wrong("id", pages.texts().of("operate.jobs.none.id")) : asked;
    JobState state = state(exchange);
    String benchmark = exchange.query("benchmark").map(String::strip).orElse(null);
    String author = exchange.query("author").map(String::strip).orElse(null);
    var filter = new JobFilter(state, benchmark, author, false);
    asked =
        asked
            .with("benchmark", benchmark == null ? "" : benchmark)
            .with("author", author == null ? "" : author);
    var jobs = desk.list(caller, filter, exchange.cursor(), ROWS);
    String here = state == null ? PATH : Addresses.with(PATH, "state", state.text());
    here = benchmark == null ? here : Addresses.with(here, "benchmark", benchmark);
    here = author == null ? here : Addresses.with(here, "author", author);
    var view =
        new ListView(
            asked,
            filter,
            jobs,
            jobs.next() == null ? null : Addresses.with(here, "cursor", jobs.next()));
    pages.answer(
        exchange,
        caller,
        Operator.head(pages, "operate.jobs.title"),
        "page/operate/opjobs.jte",
        Map.of("view", view));
  }

  /// By the id of a job or of one of its runs.
  private Optional<JobView> find(Caller caller, String id) {
    try {
      return Optional.of(desk.load(caller, id));
    } catch (AssayException e) {
      int dash = id.lastIndexOf('-');
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      return dash < 0 ? Optional.empty() : find(caller, id.substring(0, dash));
    }
  }

  private static @Nullable JobState state(Exchange exchange) {
    return exchange
        .query("state")
        .flatMap(text ->
            Arrays.stream(JobState.values()).filter(state -> state.text().equals(text)).findFirst())
        .orElse(null);
  }

  private static String address(String job) {
    return PATH + "/" + job;
  }

  private void show(Exchange exchange, Caller caller) {
    answer(exchange, caller, 200, Typed.NOTHING);
  }

  private void answer(Exchange exchange, Caller caller, int status, Typed typed) {
    JobView job = desk.load(caller, exchange.pathParameter("job"));
    Typed shown =
        typed.value("priority").isEmpty() && typed.isSound()
            ? typed.with("priority", Integer.toString(job.job().priority()))
            : typed;
    String done =
        exchange.query("done").filter(one -> one.matches("cancelled|priority")).orElse("");
    pages.answer(
        exchange,
        caller,
        status,
        Operator.head(
            pages,
            pages.texts().of("operate.job.title", job.job().id()),
            "operate.jobs.title",
            PATH),
        "page/operate/opjob.jte",
        Map.of("view", new OneView(job, shown, done)));
  }

  private void cancel(Exchange exchange, Caller caller) {
    String id = exchange.pathParameter("job");
    if (!Confirmation.isGiven(exchange)) {
      JobSummary job = desk.load(caller, id).job();
      new Confirmation(
              pages.texts().of("operate.cancel.question", id),
              pages.texts().of("operate.cancel.consequence", job.author()),
              pages.texts().of("operate.cancel.button"),
              address(id),
              Map.of())
          .ask(pages, exchange, caller, Operator.SECTION);
      return;
    }
    carryOut(exchange, caller, Typed.NOTHING, "", "cancelled", () -> desk.cancel(caller, id));
  }

  private void setPriority(Exchange exchange, Caller caller) {
    Typed typed = Typed.of(exchange, "priority");
    String id = exchange.pathParameter("job");
    Integer priority = number(typed.value("priority"));
    if (priority == null) {
      answer(
          exchange,
          caller,
          400,
          typed.wrong("priority", pages.texts().of("operate.priority.wrong")));
      return;
    }
    carryOut(
        exchange,
        caller,
        typed,
        "priority",
        "priority",
        () -> desk.setPriority(caller, id, priority));
  }

  private static @Nullable Integer number(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private void carryOut(
      Exchange exchange, Caller caller, Typed typed, String field, String done, Runnable deed) {
    String id = exchange.pathParameter("job");
    Operator.refusal(deed)
        .ifPresentOrElse(
            refusal -> answer(exchange, caller, 400, typed.wrong(field, refusal)),
            () -> Pages.seeOther(exchange, Addresses.with(address(id), "done", done)));
  }
}
