package dev.assay.platform.page.chart;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Score;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.Caller;
import dev.assay.platform.bundle.BundleVersions;
import dev.assay.platform.http.Cursor;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.chart.HistoryRepository.Found;
import dev.assay.platform.page.chart.HistoryRepository.Row;
import dev.assay.platform.page.chart.HistoryRepository.Submitted;
import dev.assay.platform.run.Csv;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// An implementation through time: its runs at a point on a class of machine, what changed between
/// them, and its submissions.
final class ImplementationPage {
  private static final int MOST_RUNS = 24;
  private static final int MOST_SUBMISSIONS = 12;
  private static final int MOST_SCORES = 2_000;
  private static final int MOST_VALUES = 40_000;
  private static final int LEAST_RUNS = 4;

  private final Pages pages;
  private final Jdbi jdbi;
  private final BundleVersions bundles = new BundleVersions();
  private final Surroundings surroundings = new Surroundings();

  ImplementationPage(Pages pages, Jdbi jdbi) {
    this.pages = pages;
    this.jdbi = jdbi;
  }

  /// What is looked at.
  private record Looked(
      Found found, List<String> points, String point, List<String> classes, String machineClass) {}

  private Looked look(Handle handle, Exchange exchange, Caller caller) {
    var repository = new HistoryRepository(handle);
    String id = exchange.pathParameter("implementation");
    Found found =
        repository
            .find(caller, id)
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.NOT_FOUND,
                    "There is no implementation '%s' that you may see."
                        .formatted(SafeText.shown(id))));
    List<String> points = inOrder(handle, caller, found, repository.points(found.key()));
    String wanted = exchange.query("point").filter(points::contains).orElse(null);
    String wantedClass = exchange.query("class").orElse(null);
    String point =
        wanted == null
            ? most(repository, found, points, recent(repository, found, wantedClass)).point()
            : wanted;
    List<String> classes = point.isEmpty() ? List.of() : repository.classes(found.key(), point);
    String machineClass =
        wantedClass != null && classes.contains(wantedClass)
            ? wantedClass
            : most(repository, found, List.of(point), classes).machineClass();
    return new Looked(found, points, point, classes, machineClass);
  }

  /// In the order of the newest version of the bundle; what it does not have comes first.
  private List<String> inOrder(Handle handle, Caller caller, Found found, List<String> points) {
    List<String> order =
        new ChartRepository(handle)
            .versions(found.benchmark()).stream()
                .limit(1)
                .map(version ->
                    bundles.require(handle, caller, found.benchmark() + "@" + version).spec())
                .flatMap(spec -> spec.points().stream())
                .map(Point::name)
                .toList();
    return points.stream().sorted(Comparator.comparingInt(order::indexOf)).toList();
  }

  private static List<String> recent(
      HistoryRepository repository, Found found, @Nullable String wanted) {
    return wanted == null ? repository.recentClasses(found.key()) : List.of(wanted);
  }

  /// Where most has been measured; of equals the last point, which is the hardest in most bundles,
  /// and the class that is named first. Nothing where nothing is.
  private static HistoryRepository.Count most(
      HistoryRepository repository, Found found, List<String> points, List<String> classes) {
    var order =
        Comparator.comparingInt(HistoryRepository.Count::count)
            .thenComparingInt(one -> points.indexOf(one.point()))
            .thenComparingInt(one -> -classes.indexOf(one.machineClass()));
    return repository.counts(found.key(), points, classes).stream()
        .max(order)
        .filter(one -> one.count() > 0)
        .orElse(new HistoryRepository.Count(points.isEmpty() ? "" : points.getLast(), "", 0));
  }

  void answer(Exchange exchange, Caller caller) {
    long below = Cursor.parse(exchange.query("before").orElse(null));
    long older = Cursor.parse(exchange.query("older").orElse(null));
    ImplementationView view =
        jdbi.withHandle(handle -> view(handle, exchange, caller, below, older));
    Frame.Head head =
        Frame.Head.of(
                pages.texts().of("chart.implementation.title", view.name(), view.benchmark()),
                "benchmarks")
            .below(new Frame.Crumb(view.benchmark(), Addresses.benchmark(view.benchmark())))
            .describedAs(
                pages
                    .texts()
                    .of(
                        "chart.implementation.description",
                        view.name(),
                        view.owner(),
                        view.benchmark()))
            .at(Addresses.implementation(view.id()))
            .withCharts();
    pages.answer(exchange, caller, head, "page/chart/implementation.jte", Map.of("view", view));
  }

  private ImplementationView view(
      Handle handle, Exchange exchange, Caller caller, long below, long older) {
    var repository = new HistoryRepository(handle);
    Looked looked = look(handle, exchange, caller);
    Found found = looked.found();
    List<Row> rows = rows(repository, looked, below);
    int most = most(rows);
    boolean isMore = rows.size() > most;
    List<Row> shown = isMore ? rows.subList(0, most) : rows;
    BundleSpec spec = spec(handle, caller, found, shown);
    Score score = spec == null ? null : spec.score();
    List<Submitted> submitted = repository.submissions(found.key(), older, MOST_SUBMISSIONS + 1);
    String address =
        looked.point().isEmpty()
            ? Addresses.implementation(found.id())
            : Addresses.with(
                Addresses.with(Addresses.implementation(found.id()), "point", looked.point()),
                "class",
                looked.machineClass());
    List<ImplementationView.Submission> submissions = submissions(submitted);
    boolean isMoreSubmitted = submissions.size() > MOST_SUBMISSIONS;
    return new ImplementationView(
        found.id(),
        SafeText.oneLine(found.name(), 200),
        SafeText.oneLine(found.owner(), 100),
        found.benchmark(),
        found.isPrivate(),
        newest(found),
        looked.points(),
        looked.point(),
        looked.classes().stream()
            .map(one -> new PointView.Choice(Words.machineClass(one), one))
            .toList(),
        looked.machineClass(),
        score == null ? "" : Words.score(score),
        score != null && score.metric().equals(Score.SECONDS) ? "s" : "",
        spec == null ? null : history(handle, looked, shown, spec),
        isMore
            ? Addresses.with(address, "before", Cursor.of(shown.getLast().runKey())) + "#time"
            : null,
        below == Long.MAX_VALUE ? null : address + "#time",
        csv(found, looked),
        submissions.stream().limit(MOST_SUBMISSIONS).toList(),
        isMoreSubmitted
            ? Addresses.with(
                    address, "older", Cursor.of(submissions.get(MOST_SUBMISSIONS - 1).key()))
                + "#submissions"
            : null,
        older == Long.MAX_VALUE ? null : address + "#submissions");
  }

  private static String csv(Found found, Looked looked) {
    return Addresses.with(
        Addresses.with(
            Addresses.implementation(found.id()) + "/scores.csv", "point", looked.point()),
        "class",
        looked.machineClass());
  }

  private static List<Row> rows(HistoryRepository repository, Looked looked, long below) {
    return looked.point().isEmpty()
        ? List.of()
        : repository.history(
            looked.found().key(), looked.point(), looked.machineClass(), below, MOST_RUNS + 1);
  }

  /// As many runs as have not too many cases together.
  private static int most(List<Row> rows) {
    int cases = rows.stream().mapToInt(Row::casesAll).max().orElse(0);
    return Math.clamp(MOST_VALUES / Math.max(1, cases), LEAST_RUNS, MOST_RUNS);
  }

  /// That of the newest run's bundle; absent without a run.
  private @Nullable BundleSpec spec(Handle handle, Caller caller, Found found, List<Row> rows) {
    return rows.isEmpty()
        ? null
        : bundles
            .require(handle, caller, found.benchmark() + "@" + rows.getFirst().version())
            .spec();
  }

  private History history(Handle handle, Looked looked, List<Row> shown, BundleSpec spec) {
    var repository = new HistoryRepository(handle);
    var values =
        new ChartRepository(handle).values(shown.stream().map(Row::run).toList(), looked.point());
    var facts = surroundings.of(shown.stream().map(Row::runKey).toList(), repository::documents);
    return History.of(
        pages.texts(), spec.score(), spec.protocol() == Protocol.PROGRAM, shown, values, facts);
  }

  private static ImplementationView.@Nullable Newest newest(Found found) {
    HistoryRepository.Newest newest = found.newest();
    return newest == null
        ? null
        : new ImplementationView.Newest(
            newest.submission(),
            SafeText.oneLine(newest.repository(), 200),
            SafeText.oneLine(newest.path(), 200),
            newest.commit(),
            Moment.of(newest.submittedAt()));
  }

  /// Rows of one submission together.
  private static List<ImplementationView.Submission> submissions(List<Submitted> rows) {
    var all = new LinkedHashMap<String, ImplementationView.Submission>();
    for (Submitted row : rows) {
      var submission =
          all.computeIfAbsent(
              row.id(),
              id ->
                  new ImplementationView.Submission(
                      row.key(),
                      id,
                      row.commit(),
                      Moment.of(row.submittedAt()),
                      new ArrayList<>()));
      if (row.job() != null && row.state() != null && row.version() != null) {
        submission
            .jobs()
            .add(
                new ImplementationView.Job(
                    row.job(),
                    row.state(),
                    row.reason() == null ? "" : SafeText.oneLine(row.reason(), 100),
                    row.version(),
                    row.run()));
      }
    }
    return List.copyOf(all.values());
  }

  /// Scores of the newest runs, oldest of them first, for charts that zoom.
  void answerCsv(Exchange exchange, Caller caller) {
    String csv =
        jdbi.withHandle(handle -> {
          Looked looked = look(handle, exchange, caller);
          var text = new StringBuilder(Csv.row("run", "opened_at", "score", "verdict"));
          new HistoryRepository(handle)
              .scores(looked.found().key(), looked.point(), looked.machineClass(), MOST_SCORES)
              .forEach(one ->
                  text.append(Csv.row(one.run(), one.openedAt(), one.score(), one.outcome())));
          return text.toString();
        });
    exchange.context().header("Cache-Control", "private, no-cache");
    exchange.bytes(200, "text/csv; charset=utf-8", csv.getBytes(StandardCharsets.UTF_8));
  }
}
