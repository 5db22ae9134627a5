package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.RunState;
import dev.assay.platform.testkit.ResultsWorld;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class FeedAndPictureTest {
  private static final String FEED = ShownWorld.ADDRESS + "/feed.atom";
  private static final String PICTURE = ShownWorld.ADDRESS + "/standing.png";
  private static final String ATOM = "http://www.w3.org/2005/Atom";

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

  private Element feed() throws Exception {
    var reply = shown.browser().get(FEED);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).startsWith("application/atom+xml");
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    InputStream in = new ByteArrayInputStream(reply.body().getBytes(StandardCharsets.UTF_8));
    return factory.newDocumentBuilder().parse(in).getDocumentElement();
  }

  private static List<Element> children(Element parent, String name) {
    var found = new ArrayList<Element>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element
          && ATOM.equals(element.getNamespaceURI())
          && element.getLocalName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }

  /// The text of the only child of a name.
  private static String text(Element parent, String name) {
    assertThat(children(parent, name)).as(name).hasSize(1);
    return children(parent, name).getFirst().getTextContent();
  }

  /// What RFC 4287 asks of a feed (4.1.1) and of an entry (4.1.2).
  private static void requireComplete(Element element) {
    assertThat(URI.create(text(element, "id")).isAbsolute()).isTrue();
    assertThat(text(element, "title")).isNotBlank();
    assertThat(Instant.parse(text(element, "updated"))).isNotNull();
    assertThat(text(children(element, "author").getFirst(), "name")).isNotBlank();
    assertThat(children(element, "link"))
        .anyMatch(link -> link.getAttribute("rel").equals("alternate"))
        .allMatch(link -> URI.create(link.getAttribute("href")).isAbsolute());
  }

  @Test
  void theFeedIsWhatTheStandardAsks() throws Exception {
    shown.run(world, "fast", 1e-3);
    String broken = shown.run(world, "broken", 0, RunState.BUILD_FAILED, false);

    Element feed = feed();

    requireComplete(feed);
    assertThat(feed.getLocalName()).isEqualTo("feed");
    assertThat(children(feed, "link"))
        .anyMatch(link -> link.getAttribute("href").equals(ShownWorld.URL + FEED));
    List<Element> entries = children(feed, "entry");
    assertThat(entries).hasSize(2).allSatisfy(FeedAndPictureTest::requireComplete);
    assertThat(text(entries.getFirst(), "id")).isEqualTo(ShownWorld.URL + "/runs/" + broken);
    assertThat(text(entries.getFirst(), "title")).isEqualTo("broken: build-failed");
    assertThat(text(entries.getLast(), "title")).isEqualTo("fast: 2 of 2 points pass");
    assertThat(text(entries.getLast(), "content"))
        .contains("Commit c0ffee", "N1024-W64: pass, ", "polymul/negacyclic@1.0.0");
  }

  @Test
  void aFeedWithoutEntriesIsOneToo() throws Exception {
    Element feed = feed();

    requireComplete(feed);
    assertThat(children(feed, "entry")).isEmpty();
  }

  @Test
  void theFeedEscapesNamesAndLeavesOutWhatIsPrivate() throws Exception {
    shown.run(world, "open", 1e-3);
    shown.run(world, "secret", 1e-3);
    shown.execute("update implementation set is_private = true where id = 'secret'");
    shown.execute(
        "update implementation set name = ? where id = 'open'", "<b>&\u001b[31m]]>\u0007");

    Element feed = feed();

    assertThat(children(feed, "entry")).hasSize(1);
    assertThat(text(children(feed, "entry").getFirst(), "title")).startsWith("<b>&");
    shown.execute("update benchmark set is_private = true");
    assertThat(shown.browser().get(FEED).status()).isEqualTo(404);
    assertThat(shown.browser().get(PICTURE).status()).isEqualTo(404);
  }

  @Test
  void anUnchangedFeedIsNotSentAgain() {
    shown.run(world, "fast", 1e-3);
    String tag = shown.browser().get(FEED).header("ETag");
    var known = shown.browser().with("If-None-Match", tag);

    assertThat(known.get(FEED).status()).isEqualTo(304);
    shown.run(world, "slow", 2e-3);
    assertThat(known.get(FEED).status()).isEqualTo(200);
  }

  private byte[] picture(String query) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(shown.url() + PICTURE + query)).build();
    try (var client = HttpClient.newHttpClient()) {
      var reply = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.headers().firstValue("Content-Type")).contains("image/png");
      return reply.body();
    }
  }

  @Test
  void aStandingHasAPictureWithItsLeadersBars() throws Exception {
    shown.run(world, "fast", 1e-3);
    shown.run(world, "漢字", 2e-3);

    var read = ImageIO.read(new ByteArrayInputStream(picture("?point=N1024-W64")));

    assertThat(read.getWidth()).isEqualTo(1200);
    assertThat(read.getHeight()).isEqualTo(630);
    assertThat(read.getRGB(570, 216) & 0xFFFFFF).as("the leader's bar").isEqualTo(0x1F5FBF);
    assertThat(read.getRGB(990, 216) & 0xFFFFFF).as("beyond it").isEqualTo(0xD9DBDE);
    assertThat(read.getRGB(990, 254) & 0xFFFFFF).as("the longest bar").isEqualTo(0x9DBBE6);
  }

  @Test
  void aPictureIsKeptUntilTheStandingChanges() throws Exception {
    assertThat(picture("")).isNotEmpty();
    shown.run(world, "fast", 1e-3);
    String tag = shown.browser().get(PICTURE).header("ETag");
    var known = shown.browser().with("If-None-Match", tag);

    assertThat(known.get(PICTURE).status()).isEqualTo(304);
    shown.run(world, "slow", 2e-3);
    assertThat(known.get(PICTURE).status()).isEqualTo(200);
  }
}
