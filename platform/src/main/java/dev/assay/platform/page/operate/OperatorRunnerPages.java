package dev.assay.platform.page.operate;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Confirmation;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.JobView;
import dev.assay.platform.queue.RunnerRegistry;
import dev.assay.platform.queue.RunnerRegistry.CodeRequest;
import dev.assay.platform.queue.RunnerRegistry.RunnerCode;
import dev.assay.platform.queue.RunnerView;
import dev.assay.platform.run.RunFilter;
import dev.assay.platform.run.Runs;
import io.javalin.http.HandlerType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Runners, for operators: codes for new ones, and what becomes of those that are there.
final class OperatorRunnerPages {
  static final String PATH = Operator.PATH + "/runners";
  private static final String ONE = PATH + "/{runner}";
  private static final int RUNS = 10;

  private final Pages pages;
  private final RunnerRegistry registry;
  private final JobDesk desk;
  private final Runs runs;

  OperatorRunnerPages(Pages pages, RunnerRegistry registry, JobDesk desk, Runs runs) {
    this.pages = pages;
    this.registry = registry;
    this.desk = desk;
    this.runs = runs;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, Scope.OPERATE, this::list);
    routes.page(HandlerType.POST, PATH + "/codes", Scope.OPERATE, this::makeCode);
    routes.page(HandlerType.GET, ONE, Scope.OPERATE, this::show);
    routes.page(HandlerType.POST, ONE + "/set-aside", Scope.OPERATE, this::setAside);
    routes.page(HandlerType.POST, ONE + "/activate", Scope.OPERATE, this::activate);
    routes.page(HandlerType.POST, ONE + "/retire", Scope.OPERATE, this::retire);
  }

  /// @param typed into the form for a code
  record View(RunnerPages.ListView runners, Typed typed) {}

  /// @param command that registers the machine it is executed on
  record CodeView(RunnerCode code, String command) {}

  /// @param done what was just done; empty for nothing
  record OneView(RunnerPageView page, Typed typed, String done) {}

  private void list(Exchange exchange, Caller caller) {
    answerList(exchange, caller, 200, Typed.NOTHING);
  }

  private void answerList(Exchange exchange, Caller caller, int status, Typed typed) {
    pages.answer(
        exchange,
        caller,
        status,
        Operator.head(pages, "operate.runners.title"),
        "page/operate/oprunners.jte",
        Map.of("view", new View(RunnerPages.list(registry, PATH, exchange, caller), typed)));
  }

  /// The code is in the answer and nowhere else, so this one is no redirection.
  private void makeCode(Exchange exchange, Caller caller) {
    Typed typed = Typed.of(exchange, "pool", "labels");
    var made = new AtomicReference<@Nullable RunnerCode>();
    var request = new CodeRequest(nullIfEmpty(typed.value("pool")), labels(typed.value("labels")));
    Optional<String> refusal = Operator.refusal(() -> made.set(registry.makeCode(caller, request)));
    RunnerCode code = made.get();
    if (code == null) {
      String sentence = refusal.orElse("");
      String field = sentence.startsWith("The pool") ? "pool" : "labels";
      answerList(exchange, caller, 400, typed.wrong(field, sentence));
      return;
    }
    String command = "assay runner --platform %s --code %s".formatted(pages.url(), code.code());
    pages.answer(
        exchange,
        caller,
        Operator.head(pages, pages.texts().of("operate.code.title"), "operate.runners.title", PATH),
        "page/operate/code.jte",
        Map.of("view", new CodeView(code, command)));
    exchange.context().header("Cache-Control", "no-store");
  }

  private static @Nullable String nullIfEmpty(String text) {
    return text.isEmpty() ? null : text;
  }

  private static List<String> labels(String text) {
    return Arrays.stream(text.split("[\\s,]+")).filter(label -> !label.isEmpty()).toList();
  }

  private void show(Exchange exchange, Caller caller) {
    answer(exchange, caller, 200, Typed.NOTHING);
  }

  private void answer(Exchange exchange, Caller caller, int status, Typed typed) {
    String id = exchange.pathParameter("runner");
    RunnerView runner = registry.load(caller, id);
    String job = runner.job();
    JobView now = job == null ? null : desk.load(caller, job);
    var found = runs.list(caller, new RunFilter(RunFilter.By.RUNNER, id), Long.MAX_VALUE, RUNS);
    String more =
        found.next() == null ? null : Addresses.with(Addresses.runner(id), "cursor", found.next());
    int waiting = runner.state().equals("active") ? registry.waitingFor(id) : 0;
    var view =
        new OneView(
            new RunnerPageView(runner, now, waiting, found.items(), more),
            typed,
            exchange
                .query("done")
                .filter(done -> done.matches("set-aside|active|retired"))
                .orElse(""));
    pages.answer(
        exchange,
        caller,
        status,
        Operator.head(pages, runner.name(), "operate.runners.title", PATH),
        "page/operate/oprunner.jte",
        Map.of("view", view));
  }

  private void setAside(Exchange exchange, Caller caller) {
    Typed typed = withReason(exchange);
    change(
        exchange,
        caller,
        typed,
        "set-aside",
        id -> registry.setAside(caller, id, typed.value("reason")));
  }

  private Typed withReason(Exchange exchange) {
    Typed typed = Typed.of(exchange, "reason");
    return typed.value("reason").isEmpty()
        ? typed.wrong("reason", pages.texts().of("operate.reason.needed"))
        : typed;
  }

  private void activate(Exchange exchange, Caller caller) {
    change(exchange, caller, Typed.NOTHING, "active", id -> registry.activate(caller, id));
  }

  private void retire(Exchange exchange, Caller caller) {
    Typed typed = withReason(exchange);
    String id = exchange.pathParameter("runner");
    if (typed.isSound() && !Confirmation.isGiven(exchange)) {
      String name = registry.load(caller, id).name();
      new Confirmation(
              pages.texts().of("operate.retire.question", name),
              pages.texts().of("operate.retire.consequence"),
              pages.texts().of("operate.retire.button"),
              PATH + "/" + id,
              typed.values())
          .ask(pages, exchange, caller, Operator.SECTION);
      return;
    }
    change(
        exchange,
        caller,
        typed,
        "retired",
        one -> registry.retire(caller, one, typed.value("reason")));
  }

  /// Something that is done to one runner.
  @FunctionalInterface
  private interface Deed {
    RunnerView of(String id);
  }

  private void change(Exchange exchange, Caller caller, Typed typed, String done, Deed deed) {
    String id = exchange.pathParameter("runner");
    if (!typed.isSound()) {
      answer(exchange, caller, 400, typed);
      return;
    }
    Operator.refusal(() -> deed.of(id))
        .ifPresentOrElse(
            refusal -> answer(exchange, caller, 409, typed.wrong("", refusal)),
            () -> Pages.seeOther(exchange, Addresses.with(PATH + "/" + id, "done", done)));
  }
}
