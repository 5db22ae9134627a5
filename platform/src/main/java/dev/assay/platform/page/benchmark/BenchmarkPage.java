package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.access.Caller;
import dev.assay.platform.game.ProgramShelf;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Moment;
import dev.assay.platform.page.Pages;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Chosen;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Content;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Line;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Option;
import dev.assay.platform.page.benchmark.BenchmarkPageView.PointLine;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Points;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Statement;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Unranked;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Value;
import dev.assay.platform.page.benchmark.BenchmarkPageView.VersionLine;
import dev.assay.platform.page.benchmark.BenchmarkPageView.Versions;
import dev.assay.platform.page.benchmark.ShownBenchmark.VersionKey;
import dev.assay.platform.page.benchmark.ShownRepository.NamedRunner;
import dev.assay.platform.report.Amount;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.UnrankedView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// A benchmark: what it asks, its standings, its points and versions.
final class BenchmarkPage {
  private static final int MOST_RUNNERS = 4;
  private static final int MOST_POINTS = 10;
  private static final int MOST_LISTED = 80;
  private static final int MOST_VERSIONS = 3;
  private static final int MOST_LISTED_VERSIONS = 25;
  private static final int MOST_UNRANKED = 8;
  private static final int MOST_WHY = 240;
  private static final int MOST_TITLE = 200;

  private final Pages pages;
  private final Jdbi jdbi;
  private final ShownVersions versions;
  private final StandingChoice choice;
  private final ProgramShelf shelf;

  BenchmarkPage(
      Pages pages, Jdbi jdbi, ShownVersions versions, StandingChoice choice, ProgramShelf shelf) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.versions = versions;
    this.choice = choice;
    this.shelf = shelf;
  }

  /// What was asked for, found.
  ///
  /// @param point absent where none was asked for, or none that this version has
  record Asked(
      ShownBenchmark benchmark,
      ShownVersion version,
      @Nullable String point,
      String missingPoint,
      @Nullable String machineClass) {}

  /// Which of the lists is shown whole.
  private enum Part {
    STANDING,
    UNRANKED,
    POINTS,
    VERSIONS;

    static Part of(Exchange exchange) {
      return switch (exchange.query("show").orElse("")) {
        case "unranked" -> UNRANKED;
        case "points" -> POINTS;
        case "versions" -> VERSIONS;
        default -> STANDING;
      };
    }
  }

  void show(Exchange exchange, Caller caller) {
    Asked asked = find(exchange, caller);
    StandingView standing =
        choice.choose(caller, asked.version(), asked.point(), asked.machineClass());
    Part part = Part.of(exchange);
    BenchmarkPageView view = view(asked, standing, part, from(exchange));
    pages.answer(
        exchange,
        caller,
        head(view, part),
        part == Part.STANDING ? "page/benchmark/benchmark.jte" : "page/benchmark/whole.jte",
        part == Part.STANDING
            ? Map.of("view", view)
            : Map.of("view", view, "part", part.name().toLowerCase(java.util.Locale.ROOT)));
  }

  /// @throws AssayException `NOT_FOUND` without such a benchmark or version, also when the caller
  ///   may not see it
  Asked find(Exchange exchange, Caller caller) {
    ShownBenchmark benchmark = require(caller, exchange.pathParameter("benchmark"));
    ShownVersion version =
        exchange
            .query("version")
            .map(text -> versions.load(requireVersion(benchmark, text).key()))
            .orElseGet(() -> choice.version(versions, benchmark));
    Optional<String> point = exchange.query("point");
    boolean isThere = point.filter(name -> version.spec().findPoint(name).isPresent()).isPresent();
    return new Asked(
        benchmark,
        version,
        isThere ? point.orElseThrow() : null,
        isThere ? "" : point.orElse(""),
        exchange.query("class").orElse(null));
  }

  ShownBenchmark require(Caller caller, String inPath) {
    String name = inPath.replace('~', '/');
    return jdbi.withHandle(handle -> new ShownRepository(handle).find(caller, name))
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "There is no benchmark '%s' here.".formatted(SafeText.shown(name))));
  }

  private static VersionKey requireVersion(ShownBenchmark benchmark, String text) {
    return benchmark
        .findVersion(text)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND,
                "%s has no version '%s'; its newest is %s."
                    .formatted(
                        benchmark.name(), SafeText.shown(text), benchmark.newest().version())));
  }

  /// How many rows come before, as `from` says.
  static int from(Exchange exchange) {
    return exchange
        .query("from")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(Integer::valueOf)
        .orElse(0);
  }

  /// The address of a standing, with all that it is of.
  static String address(StandingView standing) {
    String versioned =
        Addresses.with(Addresses.benchmark(standing.benchmark()), "version", standing.version());
    return chosen(versioned, standing);
  }

  private static String chosen(String address, StandingView standing) {
    String pointed = Addresses.with(address, "point", standing.point());
    return standing.machineClass().isEmpty()
        ? pointed
        : Addresses.with(pointed, "class", standing.machineClass());
  }

  private Frame.Head head(BenchmarkPageView view, Part part) {
    var head =
        Frame.Head.of(view.title(), "benchmarks")
            .describedAs(
                pages
                    .texts()
                    .of(
                        view.asks().key(),
                        view.asks().bar(),
                        view.asks().count(),
                        view.asks().score()))
            .at(view.chosen().address())
            .withFeed(view.content().feed())
            .withPicture(view.chosen().address().replaceFirst("\\?", "/standing.png?"));
    return part == Part.STANDING
        ? head
        : head.below(new Frame.Crumb(view.title(), view.chosen().address()));
  }

  private BenchmarkPageView view(Asked asked, StandingView standing, Part part, int from) {
    BundleSpec spec = asked.version().spec();
    ShownBenchmark benchmark = asked.benchmark();
    String address = Addresses.benchmark(benchmark.name());
    boolean isProgram = spec.protocol() == Protocol.PROGRAM;
    StandingTable table =
        StandingTable.of(
            standing,
            part == Part.STANDING ? from : 0,
            isProgram ? ProgramTable.BYTES_OF_A_ROW : 0);
    return new BenchmarkPageView(
        benchmark.name(),
        SafeText.oneLine(spec.title(), MOST_TITLE),
        address,
        benchmark.owner(),
        benchmark.isPrivate(),
        spec.version().toString(),
        benchmark.newest().key() == asked.version().key()
            ? ""
            : benchmark.newest().version().toString(),
        HomeView.Asks.of(spec),
        SafeText.shown(asked.missingPoint()),
        chosen(benchmark, spec, standing),
        table,
        isProgram ? ProgramTable.of(shelf, standing, table) : null,
        unranked(standing, part, from),
        statement(spec),
        points(spec, standing, part, from),
        versions(benchmark, asked.version(), part),
        content(address, asked.version()));
  }

  private Chosen chosen(ShownBenchmark benchmark, BundleSpec spec, StandingView standing) {
    String machineClass = standing.machineClass();
    List<NamedRunner> runners =
        machineClass.isEmpty()
            ? List.of()
            : jdbi.withHandle(
                handle -> new ShownRepository(handle).runners(machineClass, MOST_RUNNERS));
    return new Chosen(
        standing.point(),
        machineClass,
        Words.machineClass(machineClass),
        address(standing),
        spec.points().stream().map(Point::name).toList(),
        Stream.concat(standing.classes().stream(), Stream.of(machineClass))
            .distinct()
            .filter(one -> !one.isEmpty())
            .map(one -> new Option(one, Words.machineClass(one)))
            .toList(),
        benchmark.versions().stream().map(one -> one.version().toString()).toList(),
        runners,
        standing.score().metric().equals(Score.SECONDS));
  }

  private static Unranked unranked(StandingView standing, Part part, int from) {
    List<UnrankedView> all =
        Stream.concat(standing.suspects().stream(), standing.unranked().stream()).toList();
    int start = part == Part.UNRANKED ? Math.clamp(from, 0, all.size()) : 0;
    int most = part == Part.UNRANKED ? MOST_LISTED / 2 : MOST_UNRANKED;
    return new Unranked(
        all.stream().skip(start).limit(most).map(BenchmarkPage::line).toList(), start, all.size());
  }

  private static Line line(UnrankedView one) {
    return new Line(
        one.implementation(),
        StandingTable.shortened(one.implementationName()),
        StandingTable.shortened(one.owner()),
        one.run(),
        SafeText.oneLine(one.why(), MOST_WHY));
  }

  private static Statement statement(BundleSpec spec) {
    Signature signature = spec.signature();
    var values = new ArrayList<Value>();
    if (spec.protocol() != Protocol.PROGRAM) {
      signature
          .params()
          .forEach((name, type) -> values.add(value(spec, "params", name, type.text())));
    }
    add(values, spec, "derived", signature.derived());
    add(values, spec, "inputs", signature.inputs());
    add(values, spec, "outputs", signature.outputs());
    return new Statement(
        spec.protocol().text(),
        Words.bar(spec.bar(), spec.protocol()),
        spec.program() == null
            ? Words.sample(spec.sample())
            : Words.procedure(spec.program().rules()),
        Words.score(spec.score()),
        spec.score().selfReported() == SelfReported.RANKED,
        limits(spec),
        values,
        spec.envelope() == null ? null : EnvelopeView.of(spec.envelope()));
  }

  private static void add(
      List<Value> values, BundleSpec spec, String role, Map<String, ValueType> types) {
    types.forEach((name, type) -> values.add(value(spec, role, name, type.text())));
  }

  private static Value value(BundleSpec spec, String role, String name, String type) {
    return new Value(role, name, type, spec.signature().secrets().contains(name));
  }

  private static Map<String, String> limits(BundleSpec spec) {
    Map<String, String> limits = SpecChanges.limits(spec.limits());
    if (spec.protocol() == Protocol.PROGRAM) {
      limits.remove("init");
      limits.remove("case");
    }
    return limits;
  }

  private static Points points(BundleSpec spec, StandingView standing, Part part, int from) {
    int start = part == Part.POINTS ? Math.clamp(from, 0, spec.points().size()) : 0;
    int most = part == Part.POINTS ? MOST_LISTED : MOST_POINTS;
    String address =
        Addresses.with(Addresses.benchmark(standing.benchmark()), "version", standing.version());
    return new Points(
        spec.points().stream()
            .skip(start)
            .limit(most)
            .map(point ->
                new PointLine(
                    point.name(),
                    Words.params(point.params()),
                    Addresses.with(address, "point", point.name()),
                    point.name().equals(standing.point())))
            .toList(),
        start,
        spec.points().size());
  }

  private Versions versions(ShownBenchmark benchmark, ShownVersion shown, Part part) {
    int most = part == Part.VERSIONS ? MOST_LISTED_VERSIONS : MOST_VERSIONS;
    List<VersionKey> all = benchmark.versions();
    var lines = new ArrayList<VersionLine>();
    for (int i = 0; i < Math.min(most, all.size()); i++) {
      ShownVersion before = i + 1 < all.size() ? versions.load(all.get(i + 1).key()) : null;
      lines.add(line(benchmark, versions.load(all.get(i).key()), before, shown));
    }
    return new Versions(lines, all.size());
  }

  private static VersionLine line(
      ShownBenchmark benchmark,
      ShownVersion version,
      @Nullable ShownVersion before,
      ShownVersion shown) {
    String text = version.spec().version().toString();
    return new VersionLine(
        text,
        Addresses.with(Addresses.benchmark(benchmark.name()), "version", text),
        version.key() == shown.key(),
        Moment.of(version.publishedAt()),
        version.publisher(),
        version.hash(),
        before == null ? null : before.spec().version().toString(),
        before == null ? List.of() : SpecChanges.between(before, version));
  }

  private Content content(String address, ShownVersion version) {
    String archive =
        "/api/v1/benchmarks/%s/versions/%s/archive"
            .formatted(version.spec().name().text().replace('/', '~'), version.spec().version());
    return new Content(
        version.hash(),
        SafeText.oneLine(version.image().reference(), MOST_TITLE),
        version.image().digest(),
        archive,
        Amount.ofBytes(version.archiveBytes()),
        address + "/feed.atom",
        HomeCommands.of(pages.url() + archive, version.spec()));
  }
}
