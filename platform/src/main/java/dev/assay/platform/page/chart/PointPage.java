package dev.assay.platform.page.chart;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.BundleVersion;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Axis;
import dev.assay.platform.run.Csv;
import dev.assay.platform.standing.StandingView.PlaceView;
import dev.assay.platform.standing.Standings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// A point: every seed of what is ranked there, score against memory, growth along a parameter.
final class PointPage {
  private static final int SEED_ROWS = 40;
  private static final int SEED_COLUMNS = 10;

  /// Classes that are looked at where none is chosen; those with the newest verdicts.
  private static final int MOST_CLASSES = 4;

  private static final int MOST_TITLE = 120;
  private static final int MOST_NAME = 40;
  private static final int MOST_POINTS = 16;
  private static final int LANE_ROOM = 10_500;
  private static final int LANE_ROOM_WITHOUT_GROWTH = 19_000;

  private final Pages pages;
  private final Jdbi jdbi;
  private final Standings standings;
  private final BundleVersions bundles = new BundleVersions();

  PointPage(Pages pages, Jdbi jdbi, Standings standings) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.standings = standings;
  }

  /// What is looked at, with all that the address chooses.
  private record Looked(Standings.Spanned spanned, BundleVersion bundle, Point point) {
    List<PlaceView> places() {
      return spanned.view().places();
    }

    /// As many as leave a page of 30 KiB with all else.
    int lanesPerPage() {
      boolean hasGrowth = !Family.of(bundle.spec().points(), point).isEmpty();
      return Lanes.perPage(
          places().isEmpty() ? 0 : places().getFirst().casesAll(),
          hasGrowth ? LANE_ROOM : LANE_ROOM_WITHOUT_GROWTH);
    }

    List<PlaceView> from(int first, int most) {
      return places().stream().skip(first).limit(most).toList();
    }
  }

  private static String benchmark(Exchange exchange) {
    return exchange.pathParameter("benchmark").replace('~', '/');
  }

  private Looked look(Handle handle, Exchange exchange, Caller caller) {
    String benchmark = benchmark(exchange);
    String point = exchange.pathParameter("point");
    var ask =
        new Standings.Ask(
            benchmark,
            exchange.query("version").orElse(null),
            point,
            exchange.query("class").orElse(null));
    var spanned = standings.spanned(caller, withClass(caller, ask));
    BundleVersion bundle =
        bundles.require(handle, caller, benchmark + "@" + spanned.view().version());
    return new Looked(spanned, bundle, bundle.spec().findPoint(point).orElseThrow());
  }

  /// Where no class is chosen, that with the most ranked entries.
  private Standings.Ask withClass(Caller caller, Standings.Ask ask) {
    if (ask.machineClass() != null) {
      return ask;
    }
    return standings.ofEachClass(caller, ask, MOST_CLASSES).stream()
        .findFirst()
        .map(view ->
            new Standings.Ask(ask.benchmark(), ask.version(), ask.point(), view.machineClass()))
        .orElse(ask);
  }

  void answer(Exchange exchange, Caller caller) {
    PointView view = jdbi.withHandle(handle -> view(handle, exchange, caller));
    Frame.Head head =
        Frame.Head.of(
                pages.texts().of("chart.point.title", view.point(), view.benchmark()), "benchmarks")
            .below(new Frame.Crumb(view.benchmark(), view.benchmarkAddress()))
            .describedAs(pages.texts().of("chart.point.description", view.point(), view.title()))
            .at(Addresses.point(view.benchmark(), view.point()))
            .withCharts();
    pages.answer(exchange, caller, head, "page/chart/point.jte", Map.of("view", view));
  }

  private PointView view(Handle handle, Exchange exchange, Caller caller) {
    Looked looked = look(handle, exchange, caller);
    var repository = new ChartRepository(handle);
    List<PlaceView> places = looked.places();
    int perPage = looked.lanesPerPage();
    int from = first(exchange, "from", places.size());
    List<PlaceView> shown = looked.from(from, perPage);
    Map<String, Long> memory = memory(places);
    Lanes lanes = lanes(repository, looked, shown, memory);
    var address = new PointAddress(exchange, looked);
    return new PointView(
        looked.spanned().view().benchmark(),
        SafeText.oneLine(looked.bundle().spec().title(), MOST_TITLE),
        looked.point().name(),
        Words.params(looked.point().params()),
        looked.spanned().view(),
        Words.bar(looked.bundle().spec().bar(), looked.bundle().spec().protocol()),
        sample(looked.bundle().spec()),
        looked.bundle().spec().protocol() == Protocol.PROGRAM,
        Words.score(looked.bundle().spec().score()),
        repository.versions(looked.spanned().view().benchmark()),
        looked.bundle().spec().points().stream().map(Point::name).limit(MOST_POINTS).toList(),
        looked.bundle().spec().points().size(),
        lanes,
        Pager.of(from, perPage, places.size(), page -> address.with("from", page) + "#lanes"),
        address.seeds(from),
        address.csv(from),
        Tradeoff.of(
                looked.bundle().spec().score(),
                places,
                memory,
                shown.stream().map(PlaceView::run).collect(Collectors.toSet()))
            .orElse(null),
        growth(repository, exchange, looked, address));
  }

  /// Bytes by the run's id, where they are known.
  private static Map<String, Long> memory(List<PlaceView> places) {
    Map<String, Long> all = new HashMap<>();
    for (PlaceView one : places) {
      Long bytes = one.peakMemoryBytes();
      if (bytes != null) {
        all.put(one.run(), bytes);
      }
    }
    return all;
  }

  private static String sample(BundleSpec spec) {
    return spec.program() == null
        ? Words.sample(spec.sample())
        : Words.procedure(spec.program().rules());
  }

  private Lanes lanes(
      ChartRepository repository, Looked looked, List<PlaceView> shown, Map<String, Long> memory) {
    Double least = looked.spanned().least();
    Double most = looked.spanned().most();
    Axis axis =
        Axis.over(
            least == null || most == null
                ? DoubleStream.of(0, 1).summaryStatistics()
                : DoubleStream.of(least, most).summaryStatistics());
    return Lanes.of(
        pages.texts(),
        looked.bundle().spec().score(),
        axis,
        shown,
        repository.values(shown.stream().map(PlaceView::run).toList(), looked.point().name()),
        memory);
  }

  private static PointView.@Nullable GrowthPart growth(
      ChartRepository repository, Exchange exchange, Looked looked, PointAddress address) {
    List<Family> families =
        Family.of(looked.bundle().spec().points(), looked.point()).stream().limit(20).toList();
    if (families.isEmpty() || looked.places().isEmpty()) {
      return null;
    }
    String wanted = exchange.query("along").orElse("");
    Family family =
        families.stream()
            .filter(one -> one.parameter().equals(wanted))
            .findFirst()
            .orElse(families.getFirst());
    int from = first(exchange, "lines", looked.places().size());
    List<PlaceView> shown = looked.from(from, Growth.MOST_LINES);
    var scores =
        repository.growth(
            looked.bundle().key(),
            looked.spanned().view().machineClass(),
            shown.stream().map(PlaceView::implementation).toList(),
            Growth.shown(family, looked.point()).stream().map(Point::name).toList());
    return new PointView.GrowthPart(
        Growth.of(looked.bundle().spec().score(), family, looked.point(), shown, scores),
        families.stream()
            .map(one ->
                new PointView.Choice(one.parameter(), address.with("along", one.parameter())))
            .toList(),
        family.points().size(),
        Pager.of(
            from,
            Growth.MOST_LINES,
            looked.places().size(),
            page -> address.with("lines", page) + "#growth"));
  }

  /// A place in the standing, from 0; 0 where the address says nothing or nonsense.
  static int first(Exchange exchange, String name, int all) {
    return exchange
        .query(name)
        .filter(text -> text.matches("\\d{1,6}"))
        .map(Integer::parseInt)
        .filter(first -> first < all)
        .orElse(0);
  }

  /// Values of every seed as a table: seeds down, entries across.
  void answerSeeds(Exchange exchange, Caller caller) {
    SeedTable table = jdbi.withHandle(handle -> seeds(handle, exchange, caller));
    if (Pages.isPartAsked(exchange)) {
      pages.answerPart(exchange, caller, "page/chart/seeds.jte", Map.of("table", table));
      return;
    }
    Texts texts = pages.texts();
    Frame.Head head =
        Frame.Head.of(
                texts.of(
                    table.isProgram() ? "chart.times.title" : "chart.seeds.title",
                    table.point(),
                    table.benchmark()),
                "benchmarks")
            .below(
                new Frame.Crumb(table.benchmark(), Addresses.benchmark(table.benchmark())),
                new Frame.Crumb(table.point(), table.back()));
    pages.answer(exchange, caller, head, "page/chart/seedpage.jte", Map.of("table", table));
  }

  private SeedTable seeds(Handle handle, Exchange exchange, Caller caller) {
    Looked looked = look(handle, exchange, caller);
    var address = new PointAddress(exchange, looked);
    int from = first(exchange, "from", looked.places().size());
    List<PlaceView> shown = looked.from(from, SEED_COLUMNS);
    Map<String, Map<Long, Double>> values = values(handle, looked, shown);
    List<Long> seeds = seedsOf(values);
    int row = first(exchange, "row", seeds.size());
    return SeedTable.of(
        looked.spanned().view(),
        looked.bundle().spec().score(),
        looked.bundle().spec().protocol() == Protocol.PROGRAM,
        shown,
        values,
        seeds.stream().skip(row).limit(SEED_ROWS).toList(),
        address.with("from", from),
        address.csv(from),
        Pager.of(row, SEED_ROWS, seeds.size(), page -> address.seeds(from) + "&row=" + page),
        Pager.of(from, SEED_COLUMNS, looked.places().size(), address::seeds));
  }

  private static Map<String, Map<Long, Double>> values(
      Handle handle, Looked looked, List<PlaceView> shown) {
    return new ChartRepository(handle)
        .values(shown.stream().map(PlaceView::run).toList(), looked.point().name());
  }

  private static List<Long> seedsOf(Map<String, Map<Long, Double>> values) {
    Set<Long> seeds = new TreeSet<>();
    values.values().forEach(one -> seeds.addAll(one.keySet()));
    return List.copyOf(seeds);
  }

  /// The values of the lanes of a page, exactly: a row a seed, a column an entry.
  void answerCsv(Exchange exchange, Caller caller) {
    String csv =
        jdbi.withHandle(handle -> {
          Looked looked = look(handle, exchange, caller);
          int from = first(exchange, "from", looked.places().size());
          List<PlaceView> shown = looked.from(from, looked.lanesPerPage());
          return csv(
              looked.bundle().spec().protocol() == Protocol.PROGRAM,
              shown,
              values(handle, looked, shown));
        });
    exchange.context().header("Cache-Control", "private, no-cache");
    exchange.bytes(200, "text/csv; charset=utf-8", csv.getBytes(StandardCharsets.UTF_8));
  }

  private static String csv(
      boolean isProgram, List<PlaceView> shown, Map<String, Map<Long, Double>> values) {
    var text = new StringBuilder();
    var head = new ArrayList<@Nullable Object>();
    head.add(isProgram ? "measurement" : "seed");
    shown.forEach(one -> head.add(SafeText.oneLine(one.implementationName(), MOST_NAME)));
    text.append(Csv.row(head.toArray()));
    for (Long seed : seedsOf(values)) {
      var row = new ArrayList<@Nullable Object>();
      row.add(seed);
      shown.forEach(one -> row.add(values.getOrDefault(one.run(), Map.of()).get(seed)));
      text.append(Csv.row(row.toArray()));
    }
    return text.toString();
  }

  /// Addresses below the page's own that keep what is chosen.
  private static final class PointAddress {
    private static final List<String> KEPT = List.of("version", "class", "along");

    private final String base;
    private final Map<String, String> kept = new HashMap<>();

    PointAddress(Exchange exchange, Looked looked) {
      var view = looked.spanned().view();
      this.base = Addresses.point(view.benchmark(), view.point());
      KEPT.forEach(name -> exchange.query(name).ifPresent(value -> kept.put(name, value)));
    }

    String with(String name, Object value) {
      return chosen(base, Map.of(name, value.toString()));
    }

    String seeds(int from) {
      return chosen(base + "/seeds", Map.of("from", Integer.toString(from)));
    }

    String csv(int from) {
      return chosen(base + "/seeds.csv", Map.of("from", Integer.toString(from)));
    }

    private String chosen(String address, Map<String, String> more) {
      String all = address;
      for (String name : KEPT) {
        if (kept.containsKey(name) && !more.containsKey(name)) {
          all = Addresses.with(all, name, Objects.requireNonNull(kept.get(name)));
        }
      }
      for (var one : more.entrySet()) {
        all = Addresses.with(all, one.getKey(), one.getValue());
      }
      return all;
    }
  }
}
