package dev.assay.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.http.Route;
import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// From the home page one gets everywhere, and nowhere into the void. Each account crawls once for
/// all tests.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrawlIT {
  /// Pages of one kind that are read.
  private static final int MOST_ALIKE = 8;

  private static final int MOST = 260;
  private static final Pattern LINK = Pattern.compile("<a [^>]*href=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
  private static final Pattern OTHER =
      Pattern.compile("(src|href|action|hx-get|data-part|data-events)=\"([^\"]*)\"");

  private final PageWorld world = PageWorld.shared();
  private final Map<String, Crawl> crawls = new HashMap<>();

  /// What a crawl saw.
  private final class Crawl {
    private final Api reader;
    private final ArrayDeque<String> due = new ArrayDeque<>(List.of("/"));
    private final Map<String, Set<String>> anchors = new HashMap<>();
    private final Map<String, String> wanted = new HashMap<>();
    private final Map<String, Integer> alike = new HashMap<>();
    private final Set<String> seen = new HashSet<>(Set.of("/"));
    private final List<String> dead = new ArrayList<>();
    private final Set<String> kinds = new LinkedHashSet<>();

    Crawl(@Nullable String account) {
      Api nobody = Api.at(world.url(), null);
      // Each crawl comes from elsewhere, so that rates of one address are not what is tested.
      int place = System.identityHashCode(this);
      Api from =
          nobody.with(
              "X-Forwarded-For", "198.19.%d.%d".formatted((place >> 8) & 0xff, place & 0xff));
      reader =
          account == null
              ? from
              : from.with("Cookie", "assay_session=" + PageWorld.session(account));
    }

    void run() {
      for (int i = 0; i < MOST && !due.isEmpty(); i++) {
        read(due.pop());
      }
      wanted.forEach((target, from) -> {
        String[] parts = target.split("#", 2);
        Set<String> there = anchors.get(parts[0]);
        if (there != null && !there.contains(decoded(parts[1]))) {
          dead.add("%s leads to %s, which has no such place".formatted(from, target));
        }
      });
    }

    private void read(String address) {
      Api.Reply reply = reader.get(address);
      if (reply.status() >= 400) {
        dead.add("%s answers %d".formatted(address, reply.status()));
        return;
      }
      if (!reply.header("Content-Type").startsWith("text/html")) {
        return;
      }
      anchors.put(address, all(ID, 1, reply.body()));
      for (String link : all(LINK, 1, reply.body())) {
        follow(address, link);
      }
      for (String own : all(OTHER, 2, reply.body())) {
        if (own.startsWith("http") && !own.startsWith(world.url()) && !isRepository(own)) {
          dead.add("%s holds %s, which is another host".formatted(address, own));
        }
      }
    }

    /// Where code comes from is told, and leads away on purpose.
    private boolean isRepository(String address) {
      return address.startsWith("https://example.org/");
    }

    private void follow(String from, String link) {
      String text = link.replace("&amp;", "&");
      if ((text.startsWith("http") && !text.startsWith(world.url()))
          || text.startsWith("mailto:")) {
        return;
      }
      URI uri = resolved(from, text);
      String address =
          uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
      if (uri.getRawFragment() != null) {
        wanted.putIfAbsent(address + "#" + uri.getRawFragment(), from);
      }
      String kind = kind(uri.getRawPath());
      kinds.add(kind);
      if (!seen.contains(address) && alike.merge(kind, 1, Integer::sum) <= MOST_ALIKE) {
        seen.add(address);
        due.add(address);
      }
    }

    /// As RFC 3986, section 5.2 has it; `URI` takes the last part away where only the query is new.
    private URI resolved(String from, String link) {
      return link.startsWith("?")
          ? URI.create(world.url() + from.split("[?]", 2)[0] + link)
          : URI.create(world.url() + from).resolve(link);
    }

    private String kind(String path) {
      return world.platform().pages().stream()
          .filter(route -> route.method().equals("GET"))
          .map(Route::path)
          .filter(route -> fits(route, path))
          .findFirst()
          .orElse(path);
    }
  }

  private static boolean fits(String route, String path) {
    String pattern =
        route
            .replaceAll("\\{[^}]*\\}", "[^/]+")
            .replaceAll("<[^>]*>", ".+")
            .replace(".atom", "\\.atom");
    return path.matches(pattern);
  }

  private static Set<String> all(Pattern pattern, int group, String html) {
    var found = new LinkedHashSet<String>();
    Matcher matcher = pattern.matcher(html);
    while (matcher.find()) {
      found.add(matcher.group(group));
    }
    return found;
  }

  private static String decoded(String fragment) {
    return java.net.URLDecoder.decode(fragment, java.nio.charset.StandardCharsets.UTF_8);
  }

  private Crawl crawl(String account) {
    return crawls.computeIfAbsent(
        account,
        name -> {
          var crawl = new Crawl(name.equals("nobody") ? null : name);
          crawl.run();
          return crawl;
        });
  }

  @ParameterizedTest(name = "as {0}")
  @ValueSource(strings = {"nobody", "ada", "hana", "olga"})
  void noLinkIsDead(String account) {
    Crawl crawl = crawl(account);

    assertThat(crawl.dead).isEmpty();
    assertThat(crawl.kinds)
        .contains(
            "/benchmarks/{benchmark}",
            "/benchmarks/{benchmark}/points/{point}",
            "/implementations/{implementation}",
            "/runs/{run}",
            "/runs/{run}/points/{point}",
            "/submissions/{submission}",
            "/jobs/{job}",
            "/runners/{runner}");
  }

  /// Kinds of pages that nothing leads to might as well not be there.
  @Test
  void everyKindOfPageIsLedTo() {
    var kinds = new HashSet<String>();
    for (String account : List.of("nobody", "ada", "hana", "olga")) {
      kinds.addAll(crawl(account).kinds);
    }

    List<String> lonely =
        PageExamples.pages(world.platform().pages()).stream()
            .map(PageExamples.Example::route)
            .distinct()
            .filter(route -> !kinds.contains(route))
            .toList();

    // Only a run with more files than its page has room for leads to the page of its files.
    assertThat(lonely).isSubsetOf("/", "/login/{token}", "/runs/{run}/files");
  }

  /// In the browser, three of each kind: nothing on the console, no violation of the policy, no
  /// other host.
  @Test
  void nothingGoesWrongInTheBrowser() {
    Crawl crawl = crawl("nobody");
    var counts = new HashMap<String, Integer>();
    var faults = new ArrayList<String>();
    try (Visit visit = RealBrowser.shared().visit(world.url(), Visitor.READER)) {
      for (String address : crawl.anchors.keySet()) {
        String kind = crawl.kind(address.split("[?]", 2)[0]);
        if (counts.merge(kind, 1, Integer::sum) <= 2) {
          visit.open(address);
          visit.faults().forEach(fault -> faults.add(address + ": " + fault));
        }
      }
    }

    assertThat(faults).isEmpty();
  }
}
