package dev.assay.platform.page.host;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.bundle.BenchmarkChange;
import dev.assay.platform.bundle.Benchmarks;
import dev.assay.platform.bundle.BundlePublisher;
import dev.assay.platform.bundle.CheckFinding;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Confirmation;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Typed;
import dev.assay.platform.standing.Standings;
import io.javalin.http.HandlerType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A benchmark for its host: settings, versions with their check reports, suspects to decide about.
final class HostedBenchmarkPage {
  static final String ONE = HostPage.PATH + "/benchmarks/{benchmark}";
  private static final int VERSIONS = 20;
  private static final int SUSPECTS = 10;
  private static final int FINDINGS = 60;

  private final Pages pages;
  private final OwnBenchmarks own;
  private final Benchmarks benchmarks;
  private final Standings standings;

  HostedBenchmarkPage(Pages pages, OwnBenchmarks own, Benchmarks benchmarks, Standings standings) {
    this.pages = pages;
    this.own = own;
    this.benchmarks = benchmarks;
    this.standings = standings;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, ONE, Scope.PUBLISH, this::show);
    routes.page(HandlerType.POST, ONE, Scope.PUBLISH, this::change);
    routes.page(HandlerType.POST, ONE + "/suspects", Scope.PUBLISH, this::decide);
    routes.page(HandlerType.GET, ONE + "/versions/{version}", Scope.PUBLISH, this::showReport);
  }

  /// @param path of this page
  /// @param next address of more suspects; absent at the end
  /// @param done what was just done; empty for nothing
  /// @param doneVersion of the version that was just published; empty for none
  record View(
      HostRepository.Line benchmark,
      String path,
      List<HostRepository.Version> versions,
      Page<HostRepository.Suspect> suspects,
      @Nullable String next,
      Typed typed,
      String done,
      String doneVersion) {
    /// Whether what was typed is about this suspect.
    boolean isTyped(HostRepository.Suspect suspect) {
      return typed.value("run").equals(suspect.run())
          && typed.value("point").equals(suspect.point());
    }
  }

  /// @param shown those of this page, what does not hold first
  /// @param failed how many of all do not hold
  /// @param next address of more; absent at the end
  record ReportView(
      List<CheckFinding> findings, List<CheckFinding> shown, long failed, @Nullable String next) {
    ReportView {
      findings = List.copyOf(findings);
      shown = List.copyOf(shown);
    }
  }

  static String name(Exchange exchange) {
    return exchange.pathParameter("benchmark").replace('~', '/');
  }

  private void show(Exchange exchange, Caller caller) {
    HostRepository.Line line = own.require(caller, name(exchange));
    answer(exchange, caller, 200, line, typed(line));
  }

  private static Typed typed(HostRepository.Line line) {
    return Typed.NOTHING
        .with("visibility", line.isPrivate() ? "private" : "public")
        .with("pool", line.pool() == null ? "" : line.pool());
  }

  private void answer(
      Exchange exchange, Caller caller, int status, HostRepository.Line line, Typed typed) {
    String path = HostPage.of(line.name());
    var suspects = own.suspects(line, exchange.cursor(), SUSPECTS);
    var view =
        new View(
            line,
            path,
            own.versions(line, VERSIONS),
            suspects,
            suspects.next() == null
                ? null
                : Addresses.with(path, "cursor", suspects.next()) + "#suspects",
            typed,
            exchange
                .query("done")
                .filter(done -> done.matches("published|unchanged|changed|cleared|left-out"))
                .orElse(""),
            exchange.query("version").map(text -> SafeText.oneLine(text, 40)).orElse(""));
    pages.answer(
        exchange,
        caller,
        status,
        Frame.Head.of(SafeText.oneLine(line.name(), 200), HostPage.SECTION)
            .below(HostPage.crumb(pages)),
        "page/host/benchmark.jte",
        Map.of("view", view));
  }

  private void change(Exchange exchange, Caller caller) {
    HostRepository.Line line = own.require(caller, name(exchange));
    Typed typed = Typed.of(exchange, "visibility", "pool");
    boolean isPrivate = typed.value("visibility").equals("private");
    if (!isPrivate && !typed.value("visibility").equals("public")) {
      typed = typed.wrong("visibility", pages.texts().of("host.visibility.wrong"));
    }
    try {
      BundlePublisher.requirePool(typed.value("pool"));
    } catch (AssayException e) {
      typed = typed.wrong("pool", String.valueOf(e.getMessage()));
    }
    if (!typed.isSound()) {
      answer(exchange, caller, 400, line, typed);
      return;
    }
    if (isPrivate != line.isPrivate() && !Confirmation.isGiven(exchange)) {
      askAbout(exchange, caller, line, isPrivate, typed);
      return;
    }
    benchmarks.change(caller, line.name(), new BenchmarkChange(isPrivate, typed.value("pool")));
    Pages.seeOther(exchange, Addresses.with(HostPage.of(line.name()), "done", "changed"));
  }

  /// Who sees a benchmark is nothing to change by the way.
  private void askAbout(
      Exchange exchange, Caller caller, HostRepository.Line line, boolean isPrivate, Typed typed) {
    String key = isPrivate ? "host.hide" : "host.open";
    new Confirmation(
            pages.texts().of(key + ".question", SafeText.oneLine(line.name(), 200)),
            pages.texts().of(key + ".consequence"),
            pages.texts().of(key + ".button"),
            HostPage.of(line.name()),
            typed.values())
        .ask(pages, exchange, caller, HostPage.SECTION);
  }

  private void decide(Exchange exchange, Caller caller) {
    HostRepository.Line line = own.require(caller, name(exchange));
    Typed typed = Typed.of(exchange, "run", "point", "decision", "reason");
    boolean isCleared = typed.value("decision").equals("clear");
    if (typed.value("reason").isEmpty()) {
      typed = typed.wrong("reason", pages.texts().of("host.suspect.reason.needed"));
    }
    if (!isCleared && !typed.value("decision").equals("leave-out")) {
      typed = typed.wrong("reason", pages.texts().of("host.suspect.decision.needed"));
    }
    if (!typed.isSound()) {
      answer(exchange, caller, 400, line, with(typed, line));
      return;
    }
    try {
      standings.decide(
          caller, typed.value("run"), typed.value("point"), isCleared, typed.value("reason"));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.REQUEST_INVALID) {
        throw e;
      }
      answer(
          exchange,
          caller,
          400,
          line,
          with(typed.wrong("reason", String.valueOf(e.getMessage())), line));
      return;
    }
    Pages.seeOther(
        exchange,
        Addresses.with(HostPage.of(line.name()), "done", isCleared ? "cleared" : "left-out"));
  }

  private static Typed with(Typed typed, HostRepository.Line line) {
    Typed settings = typed(line);
    return typed
        .with("visibility", settings.value("visibility"))
        .with("pool", settings.value("pool"));
  }

  private void showReport(Exchange exchange, Caller caller) {
    HostRepository.Line line = own.require(caller, name(exchange));
    String version = exchange.pathParameter("version");
    List<CheckFinding> findings =
        own.findFindings(line, version)
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "%s has no version '%s'.".formatted(line.name(), SafeText.shown(version))));
    int from = Math.min(from(exchange), findings.size());
    int to = Math.min(findings.size(), from + FINDINGS);
    String more =
        Addresses.with(
            HostPage.of(line.name()) + "/versions/" + version, "from", Integer.toString(to));
    var view =
        new ReportView(
            findings,
            findings.stream()
                .sorted(Comparator.comparing(CheckFinding::passed))
                .toList()
                .subList(from, to),
            findings.stream().filter(finding -> !finding.passed()).count(),
            to < findings.size() ? more : null);
    pages.answer(
        exchange,
        caller,
        Frame.Head.of(
                pages.texts().of("host.report.title", SafeText.oneLine(line.name(), 100), version),
                HostPage.SECTION)
            .below(
                HostPage.crumb(pages),
                new Frame.Crumb(SafeText.oneLine(line.name(), 60), HostPage.of(line.name()))),
        "page/host/checkreport.jte",
        Map.of("view", view));
  }

  private static int from(Exchange exchange) {
    return exchange
        .query("from")
        .filter(text -> text.matches("[0-9]{1,9}"))
        .map(Integer::parseInt)
        .orElse(0);
  }
}
