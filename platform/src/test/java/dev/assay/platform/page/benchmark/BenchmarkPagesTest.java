package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.RunState;
import dev.assay.platform.testkit.ResultsWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BenchmarkPagesTest {
  private static final String HOSTILE = "<script>alert(1)</script>\"'&" + "x".repeat(180);

  private static final Pattern NEXT =
      Pattern.compile("<a rel=\"next\" href=\"([^\"#]+)#standing\"");
  private static final Pattern RUN = Pattern.compile("href=\"/runs/([^\"]+)\"");

  private final ShownWorld shown = new ShownWorld();
  private ResultsWorld world;

  @BeforeEach
  void open() {
    world = new ResultsWorld(shown.database.jdbi());
  }

  @AfterEach
  void close() {
    shown.close();
  }

  private String standing(String query) {
    return shown.page(ShownWorld.ADDRESS + query);
  }

  @Test
  void theHomePageSaysWhoLeadsAtTheLastPoint() {
    String fast = shown.run(world, "fast", 1e-3);
    shown.run(world, "slow", 3e-3);

    String home = shown.page("/");

    assertThat(home)
        .contains("<a href=\"/benchmarks/polymul~negacyclic\">")
        .contains("<a href=\"/benchmarks/polymul~negacyclic/points/N2048-W64\">N2048-W64</a>")
        .contains("href=\"/implementations/fast\">fast</a>")
        .contains("href=\"/runs/" + fast + "\"")
        .contains("2 implementations")
        .contains("AMD EPYC 7763 64-Core Processor, 1 core, 1 GiB, x86_64")
        .doesNotContain("href=\"/implementations/slow\">");
  }

  @Test
  void theHomePageFindsNamesTitlesAndImplementations() {
    shown.run(world, "needle", 1e-3);

    assertThat(shown.page("/?q=NEGA")).contains("<a href=\"/benchmarks/polymul~negacyclic\">");
    assertThat(shown.page("/?q=eedl")).contains("<a href=\"/implementations/needle\">needle</a>");
    assertThat(shown.page("/?q=%3Cb%3E")).contains("Nothing is called “&lt;b&gt;”");
    assertThat(shown.browser().get("/?q=a%00b").status()).isEqualTo(400);
  }

  @Test
  void aStandingShowsItsNumbersWithTheirRuns() {
    String fast = shown.run(world, "fast", 1e-3);
    shown.run(world, "slow", 3e-3);

    String page = standing("?point=N1024-W64");

    assertThat(page)
        .contains("Standing at N1024-W64")
        .contains("<a href=\"/runs/" + fast + "\">")
        .contains("<option selected>N1024-W64</option>")
        .contains("href=\"/about/glossary#shared-rank\"")
        .contains("property=\"og:image\"")
        .contains("polymul/negacyclic");
    assertThat(page.indexOf("/implementations/fast"))
        .isLessThan(page.indexOf("/implementations/slow"));
  }

  @Test
  void twoThatTieShareTheirRankAndSayWhy() {
    String one = shown.run(world, "one", 1e-3);
    String two = shown.run(world, "two", 1e-3);

    String page = standing("");

    assertThat(page)
        .contains("<td class=\"rank\">1=</td>")
        .contains("Why 2 entries tie at rank 1")
        .contains("so small a difference is no more than chance gives (median ratio of 20 pairs")
        .containsAnyOf(
            "/compare?run=%s&amp;run=%s".formatted(one, two),
            "/compare?run=%s&amp;run=%s".formatted(two, one));
  }

  @Test
  void whoIsNotRankedIsListedWithTheReasonAndTheRun() {
    String magic = shown.run(world, "magic", 1e-6, RunState.FINISHED, true);
    String broken = shown.run(world, "broken", 0, RunState.BUILD_FAILED, false);

    String page = standing("");

    assertThat(page)
        .contains("Nobody has passed at")
        .contains("suspect: a person has to look at it first")
        .contains("not judged: the build failed")
        .contains("<a href=\"/runs/" + magic + "\">")
        .contains("<a href=\"/runs/" + broken + "\">");
  }

  @Test
  void aBenchmarkWithoutRunsSaysWhatToDo() {
    assertThat(standing("")).contains("Nothing was judged at N1024-W64 yet").contains("assay init");
    assertThat(shown.page("/")).contains("Nothing was judged yet.");
  }

  @Test
  void versionsSayWhatChanged() {
    world.version("1.1.0", "another");

    assertThat(standing("?version=1.0.0"))
        .contains("to the newest, 1.1.0")
        .contains("The first version.")
        .contains("Since 1.0.0:")
        .contains("files other than the manifest");
    assertThat(shown.browser().get(ShownWorld.ADDRESS + "?version=7.0.0").body())
        .contains("has no version '7.0.0'; its newest is 1.1.0");
  }

  @Test
  void aPointThatAVersionDoesNotHaveIsSaid() {
    assertThat(standing("?point=%3Cb%3E"))
        .contains("Version 1.0.0 has no point &lt;b&gt;. Shown is N1024-W64.");
  }

  @Test
  void aPrivateBenchmarkIsNotThereForOthers() {
    shown.run(world, "fast", 1e-3);
    shown.execute("update benchmark set is_private = true");

    assertThat(shown.browser().get(ShownWorld.ADDRESS).status()).isEqualTo(404);
    assertThat(shown.page("/")).doesNotContain("polymul").contains("There is no benchmark yet");
    assertThat(shown.page("/?q=fast")).doesNotContain("/implementations/fast");
    shown.as(world.host());
    assertThat(standing("")).contains("<span class=\"flag\">private</span>");
  }

  @Test
  void aPrivateImplementationIsItsOwnersAlone() {
    shown.run(world, "secret", 1e-3);
    shown.execute("update implementation set is_private = true");

    assertThat(shown.page("/?q=ecre")).doesNotContain("/implementations/secret");
    assertThat(shown.page("/")).contains("0 implementations").doesNotContain("secret");
    shown.as(world.author());
    assertThat(standing("")).contains("/implementations/secret");
  }

  @Test
  void hostileNamesAreEscapedAndShortened() {
    shown.run(world, "one", 1e-3);
    shown.run(world, "two", 1e-3);
    shown.execute("update implementation set name = ? || id", HOSTILE);

    for (String address : new String[] {"/", "/?q=script", ShownWorld.ADDRESS}) {
      assertThat(shown.page(address)).doesNotContain("<script>alert").contains("&lt;script&gt;");
    }
  }

  @Test
  void anUnchangedPageIsNotSentAgain() {
    shown.run(world, "fast", 1e-3);
    String tag = shown.browser().get(ShownWorld.ADDRESS).header("ETag");

    assertThat(shown.browser().with("If-None-Match", tag).get(ShownWorld.ADDRESS).status())
        .isEqualTo(304);
  }

  @Test
  void aMachineIsLinkedToItsRunners() {
    shown.run(world, "fast", 1e-3);
    shown.execute(
        "update runner set machine = ?",
        dev.assay.core.wire.JsonCodec.toJson(dev.assay.testkit.Runs.machine(null)));

    assertThat(standing("")).contains("<a href=\"/runners/n1\">n1</a>");
  }

  private List<String> runsOfAllPages(String first) {
    var runs = new ArrayList<String>();
    for (String next = first; next != null; ) {
      String page = shown.page(next);
      int table = page.indexOf("<table class=\"points ranks\"");
      RUN.matcher(page.substring(table, page.indexOf("</table>", table)))
          .results()
          .forEach(found -> runs.add(found.group(1)));
      Matcher link = NEXT.matcher(page);
      next = link.find() ? link.group(1).replace("&amp;", "&") : null;
    }
    return runs;
  }

  @Test
  void fourHundredEntriesComeInSmallPages() {
    shown.entries(400, 1.05, "#" + "long name ".repeat(19));

    assertThat(runsOfAllPages(ShownWorld.ADDRESS)).hasSize(400).doesNotHaveDuplicates();
    assertThat(shown.page("/")).contains("standing of 400");
  }

  @Test
  void fourHundredThatTieComeInSmallPages() {
    shown.entries(400, 1, "<b>#" + "&".repeat(190));

    assertThat(runsOfAllPages(ShownWorld.ADDRESS)).hasSize(400).doesNotHaveDuplicates();
    assertThat(standing("")).contains("Why 400 entries tie at rank 1");
    assertThat(shown.page("/")).contains("and 398 more").doesNotContain("<b>1");
  }

  @Test
  void pairsThatTieComeInSmallPages() {
    shown.entries(100, 1, "a#" + "x".repeat(150));
    shown.execute("alter table verdict disable trigger insert_only");
    shown.execute("alter table case_result disable trigger insert_only");
    shown.execute("update case_result set score = score * power(1.1, run_key / 2)");
    shown.execute("update verdict set score = score * power(1.1, run_key / 2)");

    assertThat(runsOfAllPages(ShownWorld.ADDRESS)).hasSize(100);
    assertThat(standing("")).contains("Why 2 entries tie at rank 2");
  }

  @Test
  void theClassWithTheMostEntriesIsChosenUnlessAnotherIs() {
    shown.run(world, "alone", 1e-3);
    shown.entries(3, 2, "entry #");

    assertThat(standing(""))
        .contains("selected>CPU, 1 core, 1 GiB, x86_64</option>")
        .contains("/implementations/e1");
    assertThat(
            standing(
                "?class=x86_64,%20AMD%20EPYC%207763%2064-Core%20Processor,%201%20core,%201024%20MiB"))
        .contains("/implementations/alone")
        .doesNotContain("/implementations/e1");
    assertThat(standing("?class=none%20such")).contains("Nothing was judged at");
  }

  @Test
  void theNewestVersionThatWasJudgedIsShown() {
    shown.run(world, "fast", 1e-3);
    world.version("2.0.0", "another");

    assertThat(standing("")).contains("/implementations/fast").contains("to the newest, 2.0.0");
    assertThat(standing("?version=2.0.0")).contains("Nothing was judged at");
  }

  @Test
  void listsAreShownWholeOnPagesOfTheirOwn() {
    shown.run(world, "broken", 0, RunState.BUILD_FAILED, false);

    assertThat(standing("?show=points")).contains("N1024-W64").doesNotContain("At home");
    assertThat(standing("?show=unranked")).contains("not judged: the build failed");
    assertThat(standing("?show=versions")).contains("The first version.");
    assertThat(standing("?show=points&from=9999")).contains("Previous");
  }
}
