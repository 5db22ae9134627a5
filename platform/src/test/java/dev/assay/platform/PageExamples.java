package dev.assay.platform;

import dev.assay.platform.http.Route;
import dev.assay.platform.testkit.PageWorld;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An address of `PageWorld` for each kind of page, and for each kind as it is when it is ugly.
final class PageExamples {
  private static final String BUNDLE = PageWorld.BENCHMARK + "@1.1.0";
  private static final String ENCRYPTED = PageWorld.ENCRYPTED + "@1.0.0";
  private static final String PROGRAMS = PageWorld.PROGRAMS + "@1.0.0";
  private static final String POLYMUL = "/benchmarks/polymul~negacyclic";
  private static final String HOOK = "/account/webhooks/" + PageWorld.WEBHOOK;
  private static final String LEADER =
      "/implementations/" + PageWorld.implementation(PageWorld.BENCHMARK, "ntt-avx2");

  private PageExamples() {}

  /// What a route answers.
  enum Kind {
    PAGE,
    /// A piece of a page, for scripts.
    PART,
    /// Something else than HTML.
    FILE
  }

  /// @param route as it is registered
  /// @param account who looks; absent for a reader
  record Example(String route, Kind kind, @Nullable String account, String address) {
    @Override
    public String toString() {
      return account == null ? address : "%s as %s".formatted(address, account);
    }
  }

  private static Example page(String route, String address) {
    return new Example(route, Kind.PAGE, null, address);
  }

  private static Example page(String route, String account, String address) {
    return new Example(route, Kind.PAGE, account, address);
  }

  private static Example part(String route, String address) {
    return new Example(route, Kind.PART, null, address);
  }

  private static Example file(String route, String address) {
    return new Example(route, Kind.FILE, null, address);
  }

  private static String run(String bundle, String name) {
    return run(bundle, name, 1);
  }

  private static String run(String bundle, String name, int commit) {
    return "/runs/" + PageWorld.run(bundle, name, commit);
  }

  static List<Example> all() {
    return java.util.stream.Stream.of(benchmarks(), charts(), runs(), accounts(), offices())
        .flatMap(List::stream)
        .toList();
  }

  /// Pages alone, of the routes that there are.
  static List<Example> pages(List<Route> routes) {
    Predicate<Example> isThere =
        one -> routes.stream().anyMatch(route -> route.path().equals(one.route()));
    return all().stream().filter(one -> one.kind() == Kind.PAGE).filter(isThere).toList();
  }

  /// One page of each route.
  static List<Example> oneOfEach(List<Route> routes) {
    var examples = new LinkedHashMap<String, Example>();
    pages(routes).forEach(one -> examples.putIfAbsent(one.route(), one));
    return List.copyOf(examples.values());
  }

  static Optional<Example> of(String route) {
    return all().stream().filter(one -> one.route().equals(route)).findFirst();
  }

  private static List<Example> benchmarks() {
    String one = "/benchmarks/{benchmark}";
    return List.of(
        page("/", "/"),
        page("/", "olga", "/"),
        page("/", "/?q=matrix"),
        page("/", "/?q=nothing%20at%20all"),
        page(one, POLYMUL),
        page(one, POLYMUL + "?version=1.0.0&point=N1024-W64"),
        page(one, "hana", POLYMUL),
        page(one, "/benchmarks/sort~u64"),
        page(one, "/benchmarks/graph~triangles"),
        page(one, "/benchmarks/codec~base64"),
        page(one, "/benchmarks/stream~quantile"),
        page(one, "/benchmarks/matrix~sweep"),
        page(one, "/benchmarks/hostile~texts"),
        page(one, "/benchmarks/logistic~ckks"),
        page(one, "/benchmarks/game~n-body"),
        page(one, "/benchmarks/game~n-body?point=n50000000"),
        page(one, "henry", "/benchmarks/vault~matmul"),
        file("/benchmarks/{benchmark}/feed.atom", POLYMUL + "/feed.atom"),
        file("/benchmarks/{benchmark}/standing.png", POLYMUL + "/standing.png"),
        page("/languages", "/languages"),
        page("/languages/{language}", "/languages/gcc?against=python3"),
        page("/languages/{language}", "/languages/perl"),
        page("/about", "/about"),
        page("/about/{document}", "/about/measuring"),
        page("/about/{document}", "/about/glossary"),
        file("/favicon.ico", "/favicon.ico"));
  }

  private static List<Example> charts() {
    String point = "/benchmarks/{benchmark}/points/{point}";
    String implementation = "/implementations/{implementation}";
    String compare =
        "/compare?run=%s&run=%s"
            .formatted(PageWorld.run(BUNDLE, "ntt-avx2", 10), PageWorld.run(BUNDLE, "barrett", 1));
    return List.of(
        page(point, POLYMUL + "/points/N4096-W64"),
        page(point, "/benchmarks/sort~u64/points/N65536-W64"),
        page(point, "/benchmarks/graph~triangles/points/N1000-W64"),
        page(point, "/benchmarks/codec~base64/points/N1024-W64"),
        page(point, "/benchmarks/stream~quantile/points/N4096-W64"),
        page(point, "/benchmarks/matrix~sweep/points/N6400-W64"),
        page(point, "/benchmarks/hostile~texts/points/N64-W64"),
        page(point, "/benchmarks/logistic~ckks/points/features-16"),
        page(point, "/benchmarks/game~n-body/points/n50000000"),
        part(point + "/seeds", POLYMUL + "/points/N4096-W64/seeds"),
        file(point + "/seeds.csv", POLYMUL + "/points/N4096-W64/seeds.csv"),
        page(implementation, LEADER),
        page(implementation, "/implementations/" + long200()),
        page(
            implementation,
            "/implementations/" + PageWorld.implementation(PageWorld.BENCHMARK, "wont-build")),
        page(
            implementation,
            "/implementations/" + PageWorld.implementation(PageWorld.PROGRAMS, "nbody.gcc-2")),
        page(
            implementation,
            "chen",
            "/implementations/" + PageWorld.implementation("text/diff", "gpu-dreams")),
        file(implementation + "/scores.csv", LEADER + "/scores.csv"),
        page("/compare", "/compare"),
        page("/compare", compare),
        page(
            "/compare",
            "/compare?run=%s&run=%s&run=%s"
                .formatted(
                    PageWorld.run(PROGRAMS, "nbody.gcc-2", 2),
                    PageWorld.run(PROGRAMS, "nbody.gpp-1", 1),
                    PageWorld.run(PROGRAMS, "nbody.python3-8", 1))),
        page(
            "/compare",
            "/compare?run=%s&run=%s"
                .formatted(
                    PageWorld.run(ENCRYPTED, "chebyshev-7", 1),
                    PageWorld.run(ENCRYPTED, "joined-chebyshev-7", 1))),
        page(
            "/compare",
            "%s&run=%s&run=%s&run=%s&run=%s&run=%s&run=%s"
                .formatted(
                    compare,
                    PageWorld.run(BUNDLE, "schoolbook", 2),
                    PageWorld.run(BUNDLE, "sign-slip", 1),
                    PageWorld.run(BUNDLE, "few-seeds", 1),
                    PageWorld.run(BUNDLE, "ntt-rust", 1),
                    PageWorld.run(BUNDLE, "big-tables", 1),
                    PageWorld.run(BUNDLE, "montgomery-lazy", 2))),
        page(
            "/compare",
            "/compare?run=%s&run=%s"
                .formatted(
                    PageWorld.run(BUNDLE, "ntt-avx2", 10),
                    PageWorld.run("sort/u64@2.0.0", "sort-000", 1))),
        page(
            "/compare",
            "/compare?run=%s&run=%s"
                .formatted(
                    PageWorld.run("matrix/sweep@1.0.0", "blocked", 1),
                    PageWorld.run("matrix/sweep@1.0.0", "plain", 1))));
  }

  private static String long200() {
    return PageWorld.implementation("sort/u64", "n007-" + "very".repeat(49));
  }

  static String unfriendlyRun() {
    return PageWorld.runElsewhere(
        "hostile/texts@1.0.0", "عربي עברית 🦊🏳️‍🌈 " + "名".repeat(180), 1, "odd-1");
  }

  private static List<Example> runs() {
    String run = "/runs/{run}";
    String point = "/runs/{run}/points/{point}";
    String file = "/runs/{run}/files/<name>";
    String leader = run(BUNDLE, "ntt-avx2", 10);
    return List.of(
        page(run, leader),
        page(run, run(BUNDLE, "ntt-avx2", 11)),
        page(run, run(BUNDLE, "big-tables")),
        page(run, run(BUNDLE, "schoolbook", 2)),
        page(run, run(BUNDLE, "sign-slip")),
        page(run, run(BUNDLE, "few-seeds")),
        page(run, run(BUNDLE, "too-good")),
        page(run, run(BUNDLE, "own-clock")),
        page(run, run(BUNDLE, "wont-build")),
        page(run, run(BUNDLE, "half-way")),
        page(run, run("codec/base64@1.0.0", "lookup")),
        page(run, run("stream/quantile@1.0.0", "kll")),
        page(run, run("matrix/sweep@1.0.0", "blocked")),
        page(run, "/runs/" + unfriendlyRun()),
        page(run, run(ENCRYPTED, "chebyshev-7")),
        page(run, run(ENCRYPTED, "many-troubles")),
        page(run, run(ENCRYPTED, "joined-chebyshev-7")),
        page(run, run(ENCRYPTED, "own-program")),
        page(run, run(ENCRYPTED, "insecure")),
        page(run, run(PROGRAMS, "nbody.gcc-2", 2)),
        page(run, run(PROGRAMS, "nbody.python3-8")),
        page(run, run(PROGRAMS, "nbody.perl-1")),
        page(run, run(PROGRAMS, "nbody.node-1")),
        page(run, "henry", run("vault/matmul@0.3.0", "tiles")),
        page(point, leader + "/points/N4096-W64"),
        page(point, run(BUNDLE, "ntt-avx2", 11) + "/points/N4096-W64"),
        page(point, run(BUNDLE, "big-tables") + "/points/N8192-W64"),
        page(point, run(BUNDLE, "wont-build") + "/points/N4096-W64"),
        page(point, run("matrix/sweep@1.0.0", "blocked") + "/points/N64-W64"),
        page(point, "/runs/" + unfriendlyRun() + "/points/N64-W64"),
        page(point, run(ENCRYPTED, "chebyshev-7") + "/points/features-16"),
        page(point, run(ENCRYPTED, "chebyshev-7") + "/points/features-16?case=3"),
        page(point, run(ENCRYPTED, "chebyshev-7") + "/points/features-16?show=processes"),
        page(point, run(ENCRYPTED, "many-troubles") + "/points/features-64"),
        page(point, run(ENCRYPTED, "many-troubles") + "/points/features-256"),
        page(point, run(ENCRYPTED, "joined-chebyshev-7") + "/points/features-16"),
        page(point, run(PROGRAMS, "nbody.gcc-2", 2) + "/points/n50000000"),
        page(point, run(PROGRAMS, "nbody.python3-8") + "/points/n500000"),
        page(point, run(PROGRAMS, "nbody.perl-1") + "/points/n50000000"),
        part(point + "/leader", leader + "/points/N4096-W64/leader"),
        page(run + "/files", leader + "/files"),
        page(file, leader + "/files/logs/build.log"),
        page(file, leader + "/files/logs/N2048-W64.stderr.log"),
        page(file, leader + "/files/logs/N4096-W64.stderr.log"),
        page("/jobs/{job}", "/jobs/" + PageWorld.job(BUNDLE, "ntt-avx2", 11)),
        page("/jobs/{job}", "ada", "/jobs/" + PageWorld.job(BUNDLE, "ntt-avx2", 11)),
        page("/jobs/{job}", "/jobs/" + PageWorld.job(BUNDLE, "ntt-avx2", 10)),
        page("/jobs/{job}", "/jobs/" + PageWorld.job(BUNDLE, "lost-again", 1)),
        page("/jobs/{job}", "/jobs/" + PageWorld.job("text/diff@1.0.0", "gpu-dreams", 1)),
        page(
            "/submissions/{submission}",
            "/submissions/" + PageWorld.submission(BUNDLE, "ntt-avx2", 10)));
  }

  private static List<Example> accounts() {
    return List.of(
        page("/login", "/login?next=%2Fqueue"),
        page("/login/{token}", "/login/of-nobody-that-is-there"),
        page("/account", "ada", "/account"),
        page("/account", "olga", "/account"),
        page("/account/tokens", "ada", "/account/tokens"),
        page(
            "/account/tokens/{token}/revoke",
            "ada",
            "/account/tokens/%s/revoke".formatted(PageWorld.TOKEN)),
        page("/account/webhooks", "ada", "/account/webhooks"),
        page("/account/webhooks/{hook}", "ada", HOOK),
        page("/account/webhooks/{hook}/delete", "ada", HOOK + "/delete"),
        page("/account/webhooks/{hook}/secret", "ada", HOOK + "/secret"),
        page(
            "/account/webhooks/{hook}/deliveries/{delivery}",
            "ada",
            HOOK + "/deliveries/" + PageWorld.DELIVERY));
  }

  private static List<Example> offices() {
    return List.of(
        page("/runners", "/runners"),
        page("/runners/{runner}", "/runners/" + PageWorld.runner("epyc-1")),
        page("/runners/{runner}", "/runners/" + PageWorld.runner("arm-1")),
        page("/runners/{runner}", "/runners/" + PageWorld.runner("fresh-box")),
        page("/runners/{runner}", "/runners/" + PageWorld.runner("odd-1")),
        page("/runners/{runner}", "olga", "/runners/" + PageWorld.runner("arm-1")),
        page("/queue", "/queue"),
        page("/queue", "olga", "/queue"),
        page("/host", "hana", "/host"),
        page("/host", "henry", "/host"),
        page("/host/publish", "hana", "/host/publish"),
        page("/host/benchmarks/{benchmark}", "hana", "/host/benchmarks/polymul~negacyclic"),
        page("/host/benchmarks/{benchmark}", "henry", "/host/benchmarks/hostile~texts"),
        page(
            "/host/benchmarks/{benchmark}/versions/{version}",
            "hana",
            "/host/benchmarks/polymul~negacyclic/versions/1.1.0"),
        page(
            "/host/benchmarks/{benchmark}/versions/{version}",
            "hana",
            "/host/benchmarks/matrix~sweep/versions/1.0.0"),
        page(
            "/host/benchmarks/{benchmark}/rejudge",
            "hana",
            "/host/benchmarks/polymul~negacyclic/rejudge"),
        operator("", ""),
        operator("/runners", "/runners"),
        operator("/runners/{runner}", "/runners/" + PageWorld.runner("arm-1")),
        operator("/jobs", "/jobs"),
        operator("/jobs/{job}", "/jobs/" + PageWorld.job(BUNDLE, "ntt-avx2", 11)),
        operator("/late-reports", "/late-reports"),
        new Example(
            "/operator/late-reports/{report}", Kind.FILE, "olga", "/operator/late-reports/1"),
        operator("/audit", "/audit"),
        operator("/accounts", "/accounts"),
        operator("/accounts/{account}", "/accounts/" + PageWorld.account("bo")));
  }

  private static Example operator(String route, String address) {
    return page("/operator" + route, "olga", "/operator" + address);
  }
}
