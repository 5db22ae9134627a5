package dev.assay.platform.page.run;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseResult;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.report.NoiseTable;
import dev.assay.platform.run.PointReading;
import dev.assay.platform.run.RunSummary;
import dev.assay.platform.run.Runs;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.Standings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Points of runs, in five views: all about the point, its cases from one on (`from`), the noise
/// around them (`show=noise`), the processes of an encrypted one (`show=processes`), and all about
/// one case (`case`).
final class PointPages {
  private static final int NOISE_ROWS = 40;

  /// Bytes of HTML that cases have beside all else of a point, and where they are alone.
  private static final int BESIDE = 11_500;

  /// Bytes beside the stages of an encrypted point.
  private static final int BESIDE_STAGES = 3_000;

  private static final int ALONE = 21_000;

  private final Pages pages;
  private final Runs runs;
  private final Standings standings;

  PointPages(Pages pages, Runs runs, Standings standings) {
    this.pages = pages;
    this.runs = runs;
    this.standings = standings;
  }

  /// Which view is asked for, and its templates: of the page, and of the part that scripts load.
  private enum View {
    WHOLE("point", "pointlive"),
    CASES("cases", "caserows"),
    NOISE("noise", "noisetable"),
    PROCESSES("processes", "processes"),
    CASE("case", "case");

    private final String page;
    private final String part;

    View(String page, String part) {
      this.page = page;
      this.part = part;
    }

    static View of(Exchange exchange) {
      if (exchange.query("case").isPresent()) {
        return CASE;
      }
      if (exchange
          .query("show")
          .or(() -> exchange.query("part"))
          .filter("noise"::equals)
          .isPresent()) {
        return NOISE;
      }
      if (exchange.query("show").filter("processes"::equals).isPresent()) {
        return PROCESSES;
      }
      return exchange.query("from").isPresent() ? CASES : WHOLE;
    }

    String template(boolean isPart) {
      return "page/run/%s.jte".formatted(isPart ? part : page);
    }
  }

  void answer(Exchange exchange, Caller caller) {
    PointReading reading = read(exchange, caller);
    View asked = View.of(exchange);
    int from = Paging.from(exchange);
    PointPage view = PointPage.of(pages.texts(), reading, from, weight(reading, asked));
    Map<String, Object> model = new HashMap<>(Map.of("view", view));
    switch (asked) {
      case CASE -> model.put("detail", detail(exchange, reading));
      case NOISE -> model.put("part", noise(reading, from));
      case CASES, WHOLE, PROCESSES -> {}
    }
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, asked.template(true), model);
    } else {
      pages.answer(exchange, caller, head(reading, view), asked.template(false), model);
    }
  }

  private static int weight(PointReading reading, View asked) {
    if (asked == View.CASES) {
      return ALONE;
    }
    return reading.run().job().encrypted() == null ? BESIDE : BESIDE_STAGES;
  }

  private PointReading read(Exchange exchange, Caller caller) {
    return runs.readPoint(caller, exchange.pathParameter("run"), exchange.pathParameter("point"));
  }

  private static Frame.Head head(PointReading reading, PointPage view) {
    RunSummary run = reading.summary();
    var head =
        Frame.Head.of(
                "%s · %s · %s".formatted(view.name(), view.title(), view.bundle()), "benchmarks")
            .below(
                new Frame.Crumb(run.benchmark(), Addresses.benchmark(run.benchmark())),
                new Frame.Crumb(view.title(), Addresses.implementation(run.implementation())),
                new Frame.Crumb(run.id(), Addresses.run(run.id())))
            .at(view.addresses().point(reading.view().point()));
    return view.isLive() ? head.live() : head;
  }

  /// Noise of some cases.
  ///
  /// @param table absent when nothing is known of any
  record NoisePart(@Nullable NoiseTable table, int from, int next, int all) {
    boolean hasMore() {
      return next < all;
    }
  }

  private static NoisePart noise(PointReading reading, int from) {
    List<CaseResult> cases = PointPage.cases(reading.view());
    int first = Math.min(from, cases.size());
    int end = Math.min(cases.size(), first + NOISE_ROWS);
    return new NoisePart(NoiseTable.of(cases.subList(first, end)), first, end, cases.size());
  }

  private CaseDetail detail(Exchange exchange, PointReading reading) {
    OptionalLong index = Paging.number(exchange, "case");
    return PointPage.cases(reading.view()).stream()
        .filter(one -> one.index() == index.orElseThrow())
        .findFirst()
        .map(one ->
            CaseDetail.of(
                pages.texts(),
                one,
                reading.view().result(),
                reading.run().job().procedure() != null))
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no case %d at this point of the run %s."
                    .formatted(index.orElseThrow(), reading.summary().id())));
  }

  /// Leads to the comparison with whoever leads at the point now; where nobody else does, to the
  /// standing.
  void leadToLeader(Exchange exchange, Caller caller) {
    PointReading reading = read(exchange, caller);
    RunSummary run = reading.summary();
    String point = reading.view().point();
    exchange.context().header("Cache-Control", "no-store");
    Pages.seeOther(
        exchange,
        leader(caller, run, point)
            .map(id -> RunAddresses.compare(List.of(id, run.id())))
            .orElseGet(() ->
                Addresses.with(
                    Addresses.with(Addresses.benchmark(run.benchmark()), "point", point),
                    "class",
                    run.machineClass())));
  }

  private Optional<String> leader(Caller caller, RunSummary run, String point) {
    return standings
        .view(caller, new Standings.Ask(run.benchmark(), run.version(), point, run.machineClass()))
        .places()
        .stream()
        .map(StandingView.PlaceView::run)
        .filter(id -> !id.equals(run.id()))
        .findFirst();
  }
}
