package dev.assay.platform.page.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Point;
import dev.assay.core.run.Status;
import dev.assay.platform.page.chart.ChartWorld.Made;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.testkit.Hostile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartPagesTest {
  private static final int MOST_BYTES = 30 * 1024;
  private static final String POINT = "/benchmarks/polymul~negacyclic/points/N1024-W64";

  private final Random random = new Random(11);
  private ChartWorld world = new ChartWorld(ChartWorld.job(20, 256, 512, 1024, 2048));

  @AfterEach
  void close() {
    world.close();
  }

  private ChartWorld instead(ChartWorld other) {
    world.close();
    world = other;
    return other;
  }

  /// Times that grow with N to a power, with noise and with what inputs cost.
  private Made growing(String implementation, double factor, double exponent) {
    return Made.of(
        implementation,
        (point, one) ->
            factor
                * 1e-8
                * Math.pow(sizeOf(point), exponent)
                * (1 + one.seed() % 3)
                * (1 + 0.01 * random.nextGaussian()));
  }

  private static double sizeOf(Point point) {
    return Objects.requireNonNull(point.params().get("N")).doubleValue();
  }

  private String page(String address) {
    Api.Reply reply = world.browser().get(address);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertSound(reply.body());
    return reply.body();
  }

  /// Gives all implementations a name of 200 characters.
  private void rename(String text) {
    String plain = text.replaceAll("[\\x00\\x{d800}-\\x{dfff}]", "");
    world.execute(
        "update implementation set name = rpad(id || '%s', 200, 'w')"
            .formatted(plain.replace("'", "''")));
  }

  private static void assertSound(String html) {
    assertThat(html.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(MOST_BYTES);
    assertThat(html).doesNotContain(" style=").doesNotContain("NaN").doesNotContain("Infinity");
    assertThat(html.split("<h1", -1)).hasSize(2);
  }

  private static List<String> all(String regex, String text) {
    var found = new ArrayList<String>();
    var matcher = Pattern.compile(regex).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  // A point --------------------------------------------------------------------------------------

  @Test
  void everySeedOfEveryRankedEntryHasAMarkInItsLane() {
    world.run(growing("slow", 3, 1));
    String fast = world.run(growing("fast", 1, 1));

    String html = page(POINT);

    assertThat(html).contains("data-seeds=\"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20\"");
    List<String> lanes = all("class=\"dots\" d=\"([^\"]*)\"", html);
    assertThat(lanes).hasSize(2).allMatch(path -> path.split("M").length == 21);
    assertThat(html.indexOf(">fast</a>")).isLessThan(html.indexOf(">slow</a>"));
    assertThat(html).contains("/runs/" + fast).contains("20 MiB").contains("all cases ok");
  }

  @Test
  void growthHasTheExponentThatTheTimesFollow() {
    world.run(growing("linear", 1, 1));
    world.run(growing("square", 1e-2, 2));

    String html = page(POINT);

    assertThat(html).contains("Growth with N");
    assertThat(all("linear</a></th><td class=\"n\">([^<]*)<", html))
        .singleElement()
        .satisfies(text -> assertThat(Double.parseDouble(text)).isBetween(0.98, 1.02));
    assertThat(all("square</a></th><td class=\"n\">([^<]*)<", html))
        .singleElement()
        .satisfies(text -> assertThat(Double.parseDouble(text)).isBetween(1.98, 2.02));
  }

  @Test
  void memoryIsDrawnAgainstTheScoreWithTheLineOfTheBest() {
    world.run(growing("fast", 1, 1).with(400L << 20));
    world.run(growing("small", 5, 1).with(4L << 20));
    world.run(growing("beaten", 6, 1).with(500L << 20));

    String html = page(POINT);

    assertThat(html).contains("Beaten by none in both: fast, small.");
    assertThat(all("<circle class=\"(best|spot)\"", html)).containsExactly("best", "best", "spot");
    assertThat(all("class=\"pareto\" d=\"([^\"]*)\"", html).getFirst())
        .matches("M\\d+ \\d+H\\d+V\\d+");
  }

  @Test
  void valuesStandInATableAndInAFile() {
    world.run(growing("fast", 1, 1));

    String table = page(POINT + "/seeds");
    String csv = world.browser().get(POINT + "/seeds.csv").body();

    assertThat(all("<th scope=\"row\" class=\"n\">(\\d+)<", table)).hasSize(20);
    assertThat(csv.lines()).hasSize(21).first().isEqualTo("seed,fast");
    assertThat(csv.lines().skip(1)).allMatch(line -> line.matches("\\d+,\\d\\.\\d+(E-\\d+)?"));
    assertThat(world.browser().with("HX-Request", "true").get(POINT + "/seeds").body())
        .doesNotContain("<html");
  }

  @Test
  void aPointWithoutAnyRunSaysSo() {
    String html = page(POINT);

    assertThat(html).contains("Nothing is ranked here yet.").contains("nothing has been measured");
  }

  @Test
  void whatFailedIsNamedWithTheReason() {
    world.run(growing("wrong", 1, 1).failing(Status.WRONG));
    world.failedBuild("broken");

    String html = page(POINT);

    assertThat(html)
        .contains("Not ranked: 2")
        .contains("did not pass:")
        .contains("the build failed");
  }

  @Test
  void anUnknownPointIsNotThere() {
    assertThat(world.browser().get("/benchmarks/polymul~negacyclic/points/N3").status())
        .isEqualTo(404);
    assertThat(world.browser().get("/benchmarks/none/points/N1024-W64").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60, 300})
  void howeverManySeedsThereAreThePageHasItsSize(int seeds) {
    instead(new ChartWorld(ChartWorld.job(seeds, 512, 1024)));
    for (int i = 0; i < 9; i++) {
      world.run(growing("entry-" + i, 1 + i, 1));
    }

    String html = page(POINT);

    assertThat(html).contains(seeds > 200 ? "class=\"violin\"" : "class=\"dots\"");
  }

  @Test
  void equalValuesOverNineDecadesAndHostileNamesFit() {
    for (int i = 0; i < 24; i++) {
      double seconds = Math.pow(10, -9 + i * 0.4);
      world.run(Made.of("entry-" + i, (point, one) -> seconds));
    }
    rename(Hostile.TEXT);

    String html = page(POINT);

    assertThat(html).contains("One logarithmic axis").doesNotContain("<script>alert");
    assertSound(page(POINT + "?from=16&lines=6"));
  }

  @Test
  void aPrivateEntryIsInNoLaneOfOthers() {
    world.run(growing("secret", 1, 1));
    world.execute("update implementation set is_private = true where id = 'secret'");

    assertThat(page(POINT)).doesNotContain("secret");
    assertThat(world.browser().get(POINT + "/seeds.csv").body()).doesNotContain("secret");
    assertThat(world.browser().get("/implementations/secret").status()).isEqualTo(404);
    assertThat(world.browser().get("/implementations/secret/scores.csv").status()).isEqualTo(404);

    world.visit(world.results.author());
    assertThat(page(POINT)).contains("secret");
    assertThat(page("/implementations/secret")).contains("private");
  }

  // An implementation ----------------------------------------------------------------------------

  @Test
  void aStepThatTheDataTellIsCalledOut() {
    for (int i = 0; i < 4; i++) {
      world.run(growing("ntt", 1, 1));
    }
    String step = world.run(growing("ntt", 0.8, 1));

    String html = page("/implementations/ntt?point=N1024-W64");

    assertThat(all("</span> ([0-9.]+) % faster</b>", html))
        .singleElement()
        .satisfies(text -> assertThat(Double.parseDouble(text)).isBetween(19.0, 21.0));
    assertThat(html).contains("among the 4 steps from run to run").contains("run=" + step);
    assertThat(all("<circle class=\"(passed)\"", html)).hasSize(5);
  }

  @Test
  void withoutAStepItSaysThatNoneStandsOut() {
    for (int i = 0; i < 3; i++) {
      world.run(Made.of("ntt", (point, one) -> 1e-3));
    }

    assertThat(page("/implementations/ntt"))
        .contains("No step stands out among the 2 steps from run");
  }

  @Test
  void whatChangedUnderTheClassIsMarked() {
    world.run(growing("ntt", 1, 1));
    world.run(growing("ntt", 1, 1).on(Map.of("kernel", "6.5.0-1-amd64", "governor", "powersave")));

    String html = page("/implementations/ntt");

    assertThat(html)
        .contains("governor performance → powersave; kernel 6.1.0-18-amd64 → 6.5.0-1-amd64")
        .contains("class=\"change\"")
        .contains(">machine</text>");
  }

  @Test
  void whatWasNotMeasuredStandsThereWithItsReason() {
    world.failedBuild("ntt");
    world.results.plan("ntt");
    world.execute(
        "update job set state = 'queued', runner_key = null, lease_end = null where id = 'job2'");

    String html = page("/implementations/ntt");

    assertThat(html)
        .contains("not-judged: the build failed")
        .contains("None of these runs has a score.")
        .contains("class=\"state queued\"");
  }

  @Test
  void anImplementationWithoutARunSaysSo() {
    world.results.plan("ntt");

    assertThat(page("/implementations/ntt")).contains("No run of it has been judged yet.");
    assertThat(world.browser().get("/implementations/none").status()).isEqualTo(404);
  }

  @Test
  void manyRunsArePaged() {
    for (int i = 0; i < 30; i++) {
      world.run(
          growing("ntt", 1, 1)
              .on(
                  i % 2 == 0
                      ? Map.of("governor", "a".repeat(300))
                      : Map.of("kernel", "b".repeat(300))));
    }

    String html = page("/implementations/ntt");
    String older = all("href=\"([^\"]*before=[^\"]*)\"", html).getFirst().replace("&amp;", "&");

    assertThat(all("<circle class=\"(passed)\"", html)).hasSize(24);
    assertThat(all("<circle class=\"(passed)\"", page(older.replaceFirst("#.*", "")))).hasSize(6);
    assertThat(world.browser().get("/implementations/ntt/scores.csv").body().lines()).hasSize(31);
  }

  // Comparing ------------------------------------------------------------------------------------

  @Test
  void withoutRunsItExplainsItself() {
    assertThat(page("/compare")).contains("Two to eight runs").contains("name=\"run\"");
  }

  @Test
  void runsStandSideBySideWithTheirRatios() {
    String first = world.run(growing("ntt", 1, 1));
    String second = world.run(growing("plain", 2, 1).on(Map.of("governor", "powersave")));

    String html = page("/compare?run=" + first + "&run=http://localhost/runs/" + second);

    assertThat(all("▼ × ([0-9.]+)<", html))
        .hasSize(4)
        .allSatisfy(text -> assertThat(Double.parseDouble(text)).isBetween(1.95, 2.05));
    assertThat(html).contains("governor").contains("powersave").contains("the same for all");
    assertThat(html).contains("/compare?run=" + second + "&amp;run=" + first);
  }

  @Test
  void whatDoesNotCompareIsRefusedWithTheReason() {
    String first = world.run(growing("ntt", 1, 1));
    String second =
        world.run(growing("few", 1, 1), ChartWorld.job(20, List.of(ChartWorld.point(7, 7))));

    assertThat(page("/compare?run=" + first + "&run=" + second))
        .contains("B does not compare with A.")
        .contains("They have no measured point in common.");
  }

  @Test
  void eightRunsHaveRoomAndANinthIsRefused() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 9; i++) {
      ids.add(
          world.run(growing(i + "n".repeat(90), 1 + i, 1).on(Map.of("fact", "f".repeat(99) + i))));
    }

    page("/compare?run=" + String.join("+", ids.subList(0, 8)));
    Api.Reply nine = world.browser().get("/compare?run=" + String.join(",", ids));

    assertThat(nine.status()).isEqualTo(400);
    assertThat(nine.body()).contains("At most 8 runs");
    assertSound(nine.body());
  }

  @Test
  void anUnknownRunIsNamed() {
    Api.Reply reply = world.browser().get("/compare?run=nothing");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.body()).contains("There is no run 'nothing' that you may see.");
  }

  @Test
  void aPrivateRunIsNotComparedByOthers() {
    String run = world.run(growing("secret", 1, 1));
    world.execute("update implementation set is_private = true");

    assertThat(world.browser().get("/compare?run=" + run).status()).isEqualTo(404);
    world.visit(ResultsWorld.reader());
    assertThat(world.browser().get("/compare?run=" + run).body()).doesNotContain(">secret<");
  }
}
