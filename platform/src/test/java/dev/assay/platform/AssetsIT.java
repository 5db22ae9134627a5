package dev.assay.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.platform.testkit.Api;
import dev.assay.platform.testkit.PageWorld;
import dev.assay.platform.testkit.RealBrowser;
import dev.assay.platform.testkit.RealBrowser.Visitor;
import dev.assay.platform.testkit.Visit;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What a browser keeps.
class AssetsIT {
  private static final int MOST = 150 << 10;

  @Test
  void takeAtMost150KibibytesInAll() {
    var world = PageWorld.shared();
    Set<String> paths = new TreeSet<>();
    try (Visit visit = RealBrowser.shared().visit(world.url(), Visitor.READER)) {
      visit.page().onRequest(request -> paths.add(request.url().replace(world.url(), "")));
      for (PageExamples.Example example : PageExamples.oneOfEach(world.platform().pages())) {
        if (example.account() == null) {
          visit.open(example.address());
        }
      }
    }
    paths.removeIf(path -> !path.startsWith("/assets/"));
    Api reader = Api.at(world.url(), null);
    Map<String, Integer> bytes = new TreeMap<>();
    paths.forEach(path -> bytes.put(path, reader.get(path).body().getBytes(UTF_8).length));

    assertThat(bytes).hasSizeGreaterThan(3);
    assertThat(bytes.values().stream().mapToInt(Integer::intValue).sum())
        .as("bytes of %s", bytes)
        .isLessThanOrEqualTo(MOST);
  }
}
