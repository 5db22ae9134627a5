package dev.assay.platform.page.benchmark;

import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.Caller;
import dev.assay.platform.cache.LruCache;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.benchmark.HomeView.Asks;
import dev.assay.platform.page.benchmark.HomeView.Card;
import dev.assay.platform.page.benchmark.HomeView.Leader;
import dev.assay.platform.page.benchmark.HomeView.Leading;
import dev.assay.platform.page.benchmark.HomeView.RunLine;
import dev.assay.platform.page.benchmark.ShownRepository.FoundImplementation;
import dev.assay.platform.report.Amount;
import dev.assay.platform.run.RunFilter;
import dev.assay.platform.run.RunSummary;
import dev.assay.platform.run.Runs;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// The benchmarks with what they ask and who leads, and what was measured last.
final class HomePage {
  private static final int MOST_CARDS = 10;
  private static final int MOST_CLASSES = 2;
  private static final int MOST_LEADERS = 2;
  private static final int MOST_RUNS = 8;
  private static final int MOST_FOUND = 20;
  private static final int MOST_QUERY = 200;
  private static final int MOST_TITLE = 120;

  private static final int MOST_KEPT = 1_000;
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Pages pages;
  private final Jdbi jdbi;
  private final Runs runs;
  private final ShownVersions versions;
  private final StandingChoice choice;
  private final InstantSource clock;
  private final LruCache<CardKey, KeptCard> kept = new LruCache<>(MOST_KEPT);

  /// What a card hangs on besides verdicts: who looks, the versions, and how many implementations
  /// he may see.
  private record CardKey(long account, boolean seesAll, ShownBenchmark benchmark) {}

  private record KeptCard(Card card, Instant madeAt) {}

  HomePage(
      Pages pages, Jdbi jdbi, ShownVersions versions, StandingChoice choice, InstantSource clock) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.runs = new Runs(jdbi);
    this.versions = versions;
    this.choice = choice;
    this.clock = clock;
  }

  void show(Exchange exchange, Caller caller) {
    String query = exchange.query("q").map(HomePage::query).orElse(null);
    Page<ShownBenchmark> page = benchmarks(caller, query, exchange.cursor());
    boolean isFirst = exchange.query("cursor").isEmpty();
    var view =
        new HomeView(
            query == null ? "" : query,
            page.items().stream().map(one -> card(caller, one)).toList(),
            next(query, page.next()),
            query == null || !isFirst ? List.of() : implementations(caller, query),
            query == null && isFirst ? runs(caller) : List.of(),
            query == null && isFirst && page.items().isEmpty());
    var head =
        Frame.Head.of(pages.texts().of("benchmark.home.title"), "benchmarks")
            .describedAs(pages.texts().of("benchmark.home.description"))
            .at("/");
    pages.answer(exchange, caller, head, "page/benchmark/home.jte", Map.of("view", view));
  }

  private static String query(String text) {
    return PlainText.requireLine("the text to search for", text.strip(), MOST_QUERY);
  }

  private Page<ShownBenchmark> benchmarks(Caller caller, @Nullable String query, long below) {
    List<ShownBenchmark> found =
        jdbi.withHandle(handle -> {
          var repository = new ShownRepository(handle);
          return query == null
              ? repository.page(caller, below, MOST_CARDS + 1)
              : repository.found(caller, query, below, MOST_CARDS + 1);
        });
    return Page.of(found, MOST_CARDS, ShownBenchmark::key, one -> one);
  }

  private static String next(@Nullable String query, @Nullable String cursor) {
    if (cursor == null) {
      return "";
    }
    String searched = query == null ? "/" : Addresses.with("/", "q", query);
    return Addresses.with(searched, "cursor", cursor);
  }

  private List<FoundImplementation> implementations(Caller caller, String query) {
    return jdbi.withHandle(
        handle -> new ShownRepository(handle).implementations(caller, query, MOST_FOUND));
  }

  /// A card, which is kept for a moment since it takes several standings to make.
  private Card card(Caller caller, ShownBenchmark benchmark) {
    var key = new CardKey(caller.accountKey(), caller.seesAll(), benchmark);
    Instant now = clock.instant();
    KeptCard found = kept.find(key);
    if (found != null && now.isBefore(found.madeAt().plus(KEPT))) {
      return found.card();
    }
    Card made = made(caller, benchmark);
    kept.put(key, new KeptCard(made, now));
    return made;
  }

  private Card made(Caller caller, ShownBenchmark benchmark) {
    ShownVersion version = choice.version(versions, benchmark);
    List<StandingView> leading = choice.leading(caller, version);
    var spec = version.spec();
    return new Card(
        benchmark.name(),
        SafeText.oneLine(spec.title(), MOST_TITLE),
        Addresses.benchmark(benchmark.name()),
        benchmark.isPrivate(),
        Asks.of(spec),
        benchmark.implementations(),
        leading.isEmpty() ? "" : leading.getFirst().point(),
        leading.stream().limit(MOST_CLASSES).map(HomePage::leading).toList(),
        leading.isEmpty()
            ? 0
            : leading.getFirst().classes().size() - Math.min(MOST_CLASSES, leading.size()));
  }

  private static Leading leading(StandingView standing) {
    List<PlaceView> first = standing.places().stream().filter(place -> place.rank() == 1).toList();
    return new Leading(
        Words.machineClass(standing.machineClass()),
        BenchmarkPage.address(standing) + "#standing",
        standing.places().size(),
        first.stream()
            .limit(MOST_LEADERS)
            .map(place ->
                new Leader(
                    StandingTable.shortened(place.implementationName()), place.implementation()))
            .toList(),
        Math.max(0, first.size() - MOST_LEADERS),
        first.isEmpty() ? Amount.NONE : Amount.ofScore(standing.score(), first.getFirst().score()),
        first.isEmpty() ? "" : first.getFirst().run());
  }

  private List<RunLine> runs(Caller caller) {
    return runs
        .list(caller, new RunFilter(RunFilter.By.EVERYTHING, ""), Long.MAX_VALUE, MOST_RUNS)
        .items()
        .stream()
        .map(HomePage::line)
        .toList();
  }

  private static RunLine line(RunSummary run) {
    return new RunLine(
        run.id(),
        run.implementation(),
        StandingTable.shortened(run.implementationName()),
        run.benchmark(),
        StandingTable.commit(run.commit()),
        run.state(),
        Words.machineClass(run.machineClass()),
        Moment.of(run.openedAt()));
  }
}
