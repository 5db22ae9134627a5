package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameTable;
import dev.assay.core.rank.Comparison;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.judge.RejudgingView;
import dev.assay.platform.judge.Rejudgings;
import dev.assay.platform.run.RunView;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import dev.assay.platform.standing.StandingView.UnrankedView;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import dev.assay.runner.testkit.Folders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Whole programs on a platform, with a real runner: a bundle of the protocol `program` is
/// published, programs are submitted, carried out, judged and ranked.
class ProgramsIT {
  private static final String BENCHMARK = "game~spectral-norm";
  private static final List<String> POINTS = List.of("n50", "n100", "n400");
  private static final String BUILD = "gcc -O2 -o program main.c -lm";
  private static final Map<String, String> RUNS = new LinkedHashMap<>();

  @SuppressWarnings("NullAway.Init")
  private static PlatformFixture platform;

  @BeforeAll
  static void measuresPrograms() throws Exception {
    platform = PlatformFixture.open();
    platform.serve();
    platform.publish(bundle(), POINTS);
    String source = Files.readString(example().resolve("solutions/reference/main.c"));
    var jobs = new LinkedHashMap<String, String>();
    jobs.put("quick", c("quick", source, BUILD));
    jobs.put(
        "slow",
        c(
            "slow",
            source.replace(
                "  for (int round = 0;",
                "  for (volatile long i = 0; n >= 400 && i < 200000000; i++) {}\n  for (int round = 0;"),
            BUILD));
    jobs.put(
        "wrong", c("wrong", source.replace("sqrt(uv / vv)", "sqrt(uv / vv) + (n >= 400)"), BUILD));
    jobs.put("broken", c("broken", "no program", BUILD));
    jobs.put("late", python("late"));
    platform.runner("measurer");
    for (var job : jobs.entrySet()) {
      platform.awaitEnd(job.getValue());
      RUNS.put(job.getKey(), platform.run(job.getValue()));
    }
  }

  @AfterAll
  static void closes() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  private static Path example() {
    return Folders.repository().resolve("examples/game/spectral-norm");
  }

  /// The example, with less patience.
  private static Path bundle() throws IOException {
    Path bundle =
        Folders.copyOf("examples/game/spectral-norm", platform.folder().resolve("bundle"));
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(manifest, Files.readString(manifest).replace("\"5m\"", "\"10s\""));
    return bundle;
  }

  private static String c(String name, String source, String build) throws Exception {
    return submit(
        name, "main.c", source, "[build]\ncommand = \"%s\"\n".formatted(build), "./program");
  }

  /// Sleeps at the largest workload for longer than the timeout.
  private static String python(String name) throws Exception {
    String source = Files.readString(example().resolve("solutions/python/main.py"));
    return submit(
        name,
        "main.py",
        source
            .replace("import sys", "import sys\nimport time")
            .replace("def main(n):", "def main(n):\n    time.sleep(60 if n >= 400 else 0)"),
        "",
        "python3\", \"main.py");
  }

  private static String submit(String name, String file, String source, String build, String run)
      throws Exception {
    Path solution =
        Folders.write(
            platform.folder().resolve("solution-" + name),
            file,
            source,
            "solution.toml",
            """
            [solution]
            bundle = "game/spectral-norm@1"

            %s
            [run]
            command = ["%s"]
            """
                .formatted(build, run));
    return platform.submit(platform.pack(solution, name), "game/spectral-norm@1", null);
  }

  private static StandingView standing(String point) {
    return platform
        .api()
        .get(
            "/api/v1/benchmarks/%s/standings?version=1.0.0&point=%s".formatted(BENCHMARK, point),
            StandingView.class);
  }

  private static Run document(String name) {
    String run = Objects.requireNonNull(RUNS.get(name));
    return JsonCodec.read(
        platform.api().load("/api/v1/runs/%s/document".formatted(run)), Run.class, run);
  }

  private static List<Status> statuses(Run run, String point) {
    return run.points().stream()
        .filter(one -> one.point().equals(point))
        .flatMap(one -> one.cases().stream())
        .map(CaseResult::status)
        .toList();
  }

  @Test
  void storesEveryMeasurementWithItsPlaceInTheOrder() {
    Run run = document("quick");

    assertThat(run.window()).isEqualTo(Window.PROCESS);
    assertThat(statuses(run, "n50")).containsExactly(Status.OK);
    assertThat(statuses(run, "n100")).containsExactly(Status.OK);
    assertThat(statuses(run, "n400")).hasSize(6).containsOnly(Status.OK);
    assertThat(
            run.points().stream()
                .map(PointResult::measurements)
                .filter(Objects::nonNull)
                .flatMap(List::stream)
                .map(ProgramMeasurement::order))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void givesEachProgramItsStatus() {
    assertThat(statuses(document("wrong"), "n400")).containsExactly(Status.WRONG);
    assertThat(statuses(document("late"), "n400")).containsExactly(Status.TIMEOUT);
    assertThat(statuses(document("late"), "n100")).hasSize(6).containsOnly(Status.OK);
    assertThat(document("broken").points()).isEmpty();
  }

  @Test
  void ranksWhoseOutputWasRightByTheLowestTime() {
    StandingView standing = standing("n400");

    assertThat(standing.places().stream().map(PlaceView::implementationName))
        .containsExactly("quick", "slow");
    assertThat(standing.places().stream().map(PlaceView::rank)).containsExactly(1, 2);
    assertThat(standing.neighbours().getFirst().why()).contains("6 and 6 measurements");
    assertThat(
            standing.unranked().stream()
                .collect(Collectors.toMap(UnrankedView::implementationName, UnrankedView::verdict)))
        .isEqualTo(Map.of("wrong", "fail", "late", "fail", "broken", "not-judged"));
  }

  @Test
  void ranksAtSmallerWorkloadsToo() {
    assertThat(Stream.of("n50", "n100").map(ProgramsIT::standing))
        .allSatisfy(standing ->
            assertThat(standing.places().stream().map(PlaceView::implementationName))
                .containsExactlyInAnyOrder("quick", "slow", "wrong", "late"));
  }

  @Test
  void offersDataFilesInTheColumnsOfTheGame() throws Exception {
    List<GameRow> all = file("alldata.csv.gz");

    assertThat(all).hasSize(8 + 8 + 3 + 1 + 8);
    assertThat(all).extracting(GameRow::task).containsOnly("spectral-norm");
    assertThat(all).extracting(GameRow::sourceBytes).doesNotContain(0L);
    assertThat(file("data.csv.gz"))
        .extracting(row -> row.language() + " " + row.workload() + " " + row.status())
        .containsExactly(
            "broken 50 ERROR",
            "late 400 TIMED_OUT",
            "quick 400 OK",
            "slow 400 OK",
            "wrong 400 BAD_OUTPUT");
    assertThat(file("summary.csv.gz"))
        .extracting(GameRow::language)
        .containsExactly("quick", "slow");
  }

  private static List<GameRow> file(String name) throws IOException {
    byte[] bytes =
        platform
            .api()
            .load("/api/v1/benchmarks/%s/programs/%s?version=1.0.0".formatted(BENCHMARK, name));
    try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return GameTable.parse(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList(), name);
    }
  }

  @Test
  void comparesTwoProgramsWithoutPairs() {
    Comparison comparison = Comparison.of(document("quick"), document("slow"));

    assertThat(comparison.points().getLast().better()).isEqualTo(1);
    assertThat(comparison.points().getLast().why()).contains("6 and 6 measurements");
    assertThat(comparison.points().getFirst().why()).contains("1 and 1 measurements");
  }

  @Test
  void judgesKeptOutputsAgainWithANewerVersion() throws Exception {
    Path bundle =
        Folders.copyOf("examples/game/spectral-norm", platform.folder().resolve("lenient"));
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("\"5m\"", "\"10s\"")
            .replace("1.0.0", "1.1.0")
            .replace("absolute  = 2e-9", "absolute  = 2"));
    platform.publish(bundle, POINTS);

    String id =
        platform
            .api()
            .post(
                "/api/v1/benchmarks/%s/rejudgings".formatted(BENCHMARK),
                new Rejudgings.RejudgeAsk("1.1.0", null),
                RejudgingView.class)
            .id();
    platform.await("all was judged again", () -> view(id).state().equals("ready"));

    assertThat(view(id).failures()).isEmpty();
    assertThat(view(id).changes())
        .extracting(change -> change.run() + " " + change.point() + " " + change.after().outcome())
        .containsExactly(RUNS.get("wrong") + " n400 PASS");
  }

  private static RejudgingView view(String id) {
    return platform.api().get("/api/v1/rejudgings/" + id, RejudgingView.class);
  }

  @Test
  void showsPagesInTheWordsOfPrograms() {
    String benchmark = page("/benchmarks/%s?version=1.0.0&point=n400".formatted(BENCHMARK));
    String point = page("/runs/%s/points/n400".formatted(RUNS.get("quick")));
    String lost = page("/runs/" + RUNS.get("late"));

    assertThat(benchmark).contains("Source size", "Busy", "alldata.csv.gz", "logs/build.log");
    assertThat(benchmark).doesNotContain("warm-up", "over 1 seed");
    assertThat(point).contains("output verified", "repeat, to /dev/null", "the lowest time");
    assertThat(point).doesNotContain(">window<", ">bracket<", ">seed<");
    assertThat(lost).contains("timeout:", "python3 main.py", "smallest first");
  }

  @Test
  void comparesLanguagesOverAllTasks() {
    String all = page("/languages");
    String pair = page("/languages/slow?against=quick");

    assertThat(page("/")).contains("href=\"/languages\"");
    assertThat(all).contains("5 programs in 5 languages at 1 task.", "1 of 1");
    assertThat(all.indexOf("/languages/quick")).isBetween(0, all.indexOf("/languages/slow"));
    assertThat(all).contains("With too few tasks to be ranked", "/languages/wrong");
    assertThat(pair)
        .contains("slow is faster at no task and slower at 1, and takes")
        .contains("/runs/%s/points/n400".formatted(RUNS.get("quick")))
        .contains("/runs/%s/points/n400".formatted(RUNS.get("slow")));
    assertThat(page("/languages/broken")).contains("No program of broken did every workload");
    assertThatThrownBy(() -> page("/languages/none"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("404");
  }

  @Test
  void pagesCanBeReadByAnybodyAtAnyWidth() {
    String quick = "/runs/" + RUNS.get("quick");
    String late = "/runs/" + RUNS.get("late");
    List<String> addresses =
        List.of(
            "/",
            "/benchmarks/%s?version=1.0.0&point=n400".formatted(BENCHMARK),
            "/benchmarks/%s/points/n400?version=1.0.0".formatted(BENCHMARK),
            "/benchmarks/%s/points/n400/seeds?version=1.0.0".formatted(BENCHMARK),
            quick,
            quick + "/points/n400",
            quick + "/points/n400?case=1",
            late,
            late + "/points/n400",
            "/compare?run=%s&run=%s".formatted(RUNS.get("quick"), RUNS.get("slow")),
            "/languages",
            "/languages/quick",
            "/languages/slow?against=quick",
            "/languages/broken");
    Visitor telephone = Visitor.READER.withWidth(360).inTheDark();
    var faults = new ArrayList<String>();
    try (Visit desk = RealBrowser.shared().visit(platform.url(), Visitor.READER);
        Visit hand = RealBrowser.shared().visit(platform.url(), telephone)) {
      for (String address : addresses) {
        desk.open(address);
        hand.open(address);
        desk.axe().forEach(one -> faults.add(address + ": " + one));
        hand.axe().forEach(one -> faults.add(address + " at 360 px: " + one));
        hand.sideways().forEach(one -> faults.add(address + " at 360 px: " + one));
        desk.faults().forEach(one -> faults.add(address + ": " + one));
        int bytes = page(address).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > 30 << 10) {
          faults.add("%s has %d bytes".formatted(address, bytes));
        }
      }
    }

    assertThat(faults).isEmpty();
  }

  private static String page(String path) {
    return new String(platform.api().load(path), StandardCharsets.UTF_8);
  }

  @Test
  void tellsWhoseClockItWas() {
    RunView view = platform.api().get("/api/v1/runs/" + RUNS.get("quick"), RunView.class);

    assertThat(view.environment().window()).isEqualTo(Window.PROCESS);
  }
}
