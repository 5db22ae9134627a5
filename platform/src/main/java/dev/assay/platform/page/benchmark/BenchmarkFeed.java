package dev.assay.platform.page.benchmark;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.page.Pages;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jdbi.v3.core.Jdbi;

/// Answers with the feed of a benchmark.
final class BenchmarkFeed {
  private static final int MOST_ENTRIES = 30;

  private final Pages pages;
  private final Jdbi jdbi;
  private final ShownVersions versions;
  private final BenchmarkPage page;

  BenchmarkFeed(Pages pages, Jdbi jdbi, ShownVersions versions, BenchmarkPage page) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.versions = versions;
    this.page = page;
  }

  void answer(Exchange exchange, Caller caller) {
    ShownBenchmark benchmark = page.require(caller, exchange.pathParameter("benchmark"));
    byte[] feed = AtomFeed.write(pages.texts(), pages.url(), told(caller, benchmark));
    String tag =
        HexFormat.of()
            .formatHex(Secrets.hash(new String(feed, StandardCharsets.ISO_8859_1)), 0, 12);
    if (!exchange.isKnown(tag, "private, no-cache")) {
      exchange.bytes(200, "application/atom+xml; charset=utf-8", feed);
    }
  }

  private AtomFeed.Told told(Caller caller, ShownBenchmark benchmark) {
    ShownVersion newest = versions.load(benchmark.newest().key());
    return jdbi.withHandle(handle -> {
      var repository = new ShownRepository(handle);
      var runs = repository.finished(caller, benchmark, MOST_ENTRIES);
      return new AtomFeed.Told(
          benchmark.name(),
          newest.spec().title(),
          newest.spec().score(),
          newest.publishedAt(),
          runs,
          repository.outcomes(runs));
    });
  }
}
