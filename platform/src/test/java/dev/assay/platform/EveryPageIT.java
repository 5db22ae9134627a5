package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.PageExamples.Example;
import dev.assay.platform.http.Route;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every page there is.
class EveryPageIT {
  private static final int MOST_HTML = 30 << 10;
  private static final Set<String> WITHOUT_EXAMPLE =
      Set.of("/assets/{hash}/{name}", "/operator/late-reports/{report}");

  private static final Set<Example> FIRST_OF_THEIR_KIND = Set.copyOf(kinds());

  private final PageWorld world = PageWorld.shared();

  static List<Example> pages() {
    return PageExamples.pages(PageWorld.shared().platform().pages());
  }

  private static Collection<Example> kinds() {
    var kinds = new LinkedHashMap<String, Example>();
    pages().forEach(one -> kinds.putIfAbsent(one.route(), one));
    return kinds.values();
  }

  @Test
  void everyRouteHasAnExample() {
    List<Route> routes = world.platform().pages();

    List<String> without =
        routes.stream()
            .filter(route -> route.method().equals("GET"))
            .map(Route::path)
            .filter(path -> !WITHOUT_EXAMPLE.contains(path) && PageExamples.of(path).isEmpty())
            .toList();

    assertThat(without).as("add an address of each to PageExamples").isEmpty();
  }

  @Test
  void everyExampleIsOfARoute() {
    Set<String> paths =
        world.platform().pages().stream().map(Route::path).collect(Collectors.toSet());

    assertThat(PageExamples.all()).allMatch(one -> paths.contains(one.route()), "of a route");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void isSmallAndSaysWhatItIs(Example example) {
    Api.Reply reply = get(example);

    // A login link that is not there is gone.
    assertThat(reply.status()).isIn(200, 410);
    assertThat(reply.header("Content-Type")).startsWith("text/html");
    assertThat(reply.body().getBytes(StandardCharsets.UTF_8).length)
        .as("bytes of HTML")
        .isLessThanOrEqualTo(MOST_HTML);
    assertThat(reply.body().split("<h1", -1)).as("one heading of the first level").hasSize(2);
    assertThat(reply.body()).doesNotContain(" style=").doesNotContain(" onclick=");
  }

  private Api.Reply get(Example example) {
    Api reader = Api.at(world.url(), null).with("X-Forwarded-For", "198.19.0.1");
    return (example.account() == null
            ? reader
            : reader.with("Cookie", "assay_session=" + PageWorld.session(example.account())))
        .get(example.address());
  }

  /// By day at a desk; where motion is not wished for; and, one page of each kind, by night on a
  /// telephone. One visit for all, since loading a page takes longer than looking at it.
  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void nothingIsWrongByDayNorByNight(Example example) {
    try (Visit visit =
        RealBrowser.shared().visit(world.url(), Visitor.READER.as(example.account()))) {
      visit.open(example.address());
      var faults = new ArrayList<String>();
      look(visit, "by day", faults);
      visit.wishForLittleMotion();
      visit.moving().forEach(one -> faults.add("moves: " + one));
      if (FIRST_OF_THEIR_KIND.contains(example)) {
        visit.turnDark(360, 800);
        look(visit, "by night on a telephone", faults);
      }

      assertThat(faults).isEmpty();
    }
  }

  private static void look(Visit visit, String when, List<String> faults) {
    Stream.of(visit.faults(), visit.axe(), visit.sideways())
        .flatMap(List::stream)
        .forEach(fault -> faults.add(when + ": " + fault));
  }
}
