package dev.assay.platform.page.host;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.judge.Verdict;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.judge.RejudgingView;
import dev.assay.platform.judge.Rejudgings;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Confirmation;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import dev.assay.platform.page.host.HostRepository.Line;
import dev.assay.platform.page.host.HostRepository.SetLine;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Judging kept answers again: begun, looked at, applied or dropped.
final class RejudgePage {
  private static final String ONE = HostedBenchmarkPage.ONE + "/rejudge";
  private static final int SETS = 20;
  private static final int CHANGES = 40;
  private static final int FAILURES = 20;

  private final Pages pages;
  private final OwnBenchmarks own;
  private final Rejudgings rejudgings;

  RejudgePage(Pages pages, OwnBenchmarks own, Rejudgings rejudgings) {
    this.pages = pages;
    this.own = own;
    this.rejudgings = rejudgings;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, ONE, Scope.PUBLISH, this::show);
    routes.page(HandlerType.POST, ONE, Scope.PUBLISH, this::begin);
    routes.page(HandlerType.POST, ONE + "/apply", Scope.PUBLISH, this::apply);
    routes.page(HandlerType.POST, ONE + "/drop", Scope.PUBLISH, this::drop);
  }

  /// All sets of a benchmark, and the form for another.
  ///
  /// @param open the one that is open; absent for none
  /// @param next address of more sets; absent at the end
  record ListView(
      Line benchmark,
      String path,
      List<String> versions,
      Page<SetLine> sets,
      @Nullable String open,
      @Nullable String next,
      Typed typed) {
    ListView {
      versions = List.copyOf(versions);
    }
  }

  /// One set.
  ///
  /// @param self address of this view
  /// @param preview what it would change, or has; absent while it is judged, since it is looked for
  ///   in all of its points
  /// @param from number of the first change that is shown, from 0
  /// @param next address of more changes; absent at the end
  record SetView(
      Line benchmark,
      String path,
      String self,
      SetLine set,
      @Nullable RejudgingView preview,
      List<RejudgingView.Change> changes,
      List<RejudgingView.Failure> failures,
      int from,
      @Nullable String next,
      Typed typed,
      String done) {
    SetView {
      changes = List.copyOf(changes);
      failures = List.copyOf(failures);
    }

    int percent() {
      return set.runs() == 0 ? 100 : 100 * set.judged() / set.runs();
    }

    /// As documents write it, as in `not-judged`.
    static String word(Verdict verdict) {
      return verdict.outcome().text();
    }

    /// Class of the mark that shows it.
    static String mark(Verdict verdict) {
      return switch (verdict.outcome()) {
        case PASS -> "pass";
        case FAIL -> "fail";
        case NOT_JUDGED -> "open";
      };
    }

    boolean isOpen() {
      return set.state().equals("judging") || set.state().equals("ready");
    }
  }

  private static String path(Line line) {
    return HostPage.of(line.name()) + "/rejudge";
  }

  private static String address(Line line, String set) {
    return Addresses.with(path(line), "set", set);
  }

  private void show(Exchange exchange, Caller caller) {
    Line line = own.require(caller, HostedBenchmarkPage.name(exchange));
    String set = exchange.query("set").orElse(null);
    if (set == null) {
      answerList(exchange, caller, 200, line, Typed.NOTHING);
    } else {
      answerSet(exchange, caller, 200, line, set, Typed.NOTHING);
    }
  }

  private Frame.Head head(Line line, String title) {
    return Frame.Head.of(title, HostPage.SECTION)
        .below(
            HostPage.crumb(pages),
            new Frame.Crumb(SafeText.oneLine(line.name(), 60), HostPage.of(line.name())));
  }

  private void answerList(Exchange exchange, Caller caller, int status, Line line, Typed typed) {
    Page<SetLine> sets = own.sets(line, exchange.cursor(), SETS);
    var view =
        new ListView(
            line,
            path(line),
            own.versionNames(line),
            sets,
            line.openSet() == null ? null : address(line, line.openSet()),
            sets.next() == null ? null : Addresses.with(path(line), "cursor", sets.next()),
            typed);
    pages.answer(
        exchange,
        caller,
        status,
        head(line, pages.texts().of("host.rejudge.title")),
        "page/host/rejudgings.jte",
        Map.of("view", view));
  }

  private void answerSet(
      Exchange exchange, Caller caller, int status, Line line, String id, Typed typed) {
    SetLine set = own.requireSet(line, id);
    boolean isJudging = set.state().equals("judging");
    RejudgingView preview = isJudging ? null : rejudgings.view(caller, id);
    List<RejudgingView.Change> changes = preview == null ? List.of() : preview.changes();
    List<RejudgingView.Failure> failures = preview == null ? List.of() : preview.failures();
    int from = Math.min(from(exchange), changes.size());
    int to = Math.min(changes.size(), from + CHANGES);
    String self = address(line, id);
    var view =
        new SetView(
            line,
            path(line),
            self,
            set,
            preview,
            changes.subList(from, to),
            failures.subList(0, Math.min(failures.size(), FAILURES)),
            from,
            to < changes.size() ? Addresses.with(self, "from", Integer.toString(to)) : null,
            typed,
            exchange
                .query("done")
                .filter(done -> done.matches("begun|applied|dropped"))
                .orElse(""));
    var model = Map.of("view", view);
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/host/rejudgepart.jte", model);
      return;
    }
    Frame.Head head = head(line, pages.texts().of("host.rejudge.one", set.version()));
    pages.answer(
        exchange, caller, status, isJudging ? head.live() : head, "page/host/rejudge.jte", model);
  }

  private static int from(Exchange exchange) {
    return exchange
        .query("from")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }

  private void begin(Exchange exchange, Caller caller) {
    Line line = own.require(caller, HostedBenchmarkPage.name(exchange));
    Typed typed = Typed.of(exchange, "version", "from");
    if (typed.value("version").isEmpty()) {
      answerList(
          exchange,
          caller,
          400,
          line,
          typed.wrong("version", pages.texts().of("host.rejudge.version.needed")));
      return;
    }
    String from = typed.value("from");
    var ask =
        new Rejudgings.RejudgeAsk(typed.value("version"), from.isEmpty() ? null : List.of(from));
    RejudgingView made;
    try {
      made = rejudgings.create(caller, line.name(), ask);
    } catch (AssayException e) {
      if (!Set.of(ErrorCode.CONFLICT, ErrorCode.NOT_FOUND).contains(e.code())) {
        throw e;
      }
      answerList(
          exchange, caller, 400, line, typed.wrong("version", String.valueOf(e.getMessage())));
      return;
    }
    Pages.seeOther(exchange, Addresses.with(address(line, made.id()), "done", "begun"));
  }

  private void apply(Exchange exchange, Caller caller) {
    decide(exchange, caller, "apply", "applied", rejudgings::apply);
  }

  private void drop(Exchange exchange, Caller caller) {
    decide(exchange, caller, "drop", "dropped", rejudgings::drop);
  }

  /// What becomes of a set.
  @FunctionalInterface
  private interface Decision {
    RejudgingView of(Caller caller, String set);
  }

  private void decide(
      Exchange exchange, Caller caller, String what, String done, Decision decision) {
    Line line = own.require(caller, HostedBenchmarkPage.name(exchange));
    String id = Typed.of(exchange, "set").value("set");
    SetLine set = own.requireSet(line, id);
    if (!Confirmation.isGiven(exchange)) {
      String key = "host.rejudge." + what;
      new Confirmation(
              pages.texts().of(key + ".question", set.version()),
              pages.texts().of(key + ".consequence", Integer.toString(set.runs())),
              pages.texts().of(key + ".button"),
              address(line, id),
              Map.of("set", id))
          .ask(pages, exchange, caller, HostPage.SECTION);
      return;
    }
    try {
      decision.of(caller, id);
    } catch (AssayException e) {
      if (e.code() != ErrorCode.CONFLICT) {
        throw e;
      }
      answerSet(
          exchange, caller, 409, line, id, Typed.NOTHING.wrong("", String.valueOf(e.getMessage())));
      return;
    }
    Pages.seeOther(exchange, Addresses.with(address(line, id), "done", done));
  }
}
