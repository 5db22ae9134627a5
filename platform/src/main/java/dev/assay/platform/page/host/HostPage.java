package dev.assay.platform.page.host;

import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import io.javalin.http.HandlerType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A host's own benchmarks, and what of them waits for a person.
final class HostPage {
  static final String PATH = "/host";
  static final String SECTION = "host";
  private static final int ROWS = 30;

  private final Pages pages;
  private final OwnBenchmarks benchmarks;

  HostPage(Pages pages, OwnBenchmarks benchmarks) {
    this.pages = pages;
    this.benchmarks = benchmarks;
  }

  /// @param next address of more; absent at the end
  record View(Page<HostRepository.Line> benchmarks, @Nullable String next) {}

  void register(Routes routes) {
    routes.page(HandlerType.GET, PATH, Scope.PUBLISH, this::show);
  }

  /// Address of a benchmark's page for its host.
  static String of(String benchmark) {
    return PATH + Addresses.benchmark(benchmark);
  }

  static Frame.Crumb crumb(Pages pages) {
    return new Frame.Crumb(pages.texts().of("host.title"), PATH);
  }

  private void show(Exchange exchange, Caller caller) {
    Page<HostRepository.Line> page = benchmarks.page(caller, exchange.cursor(), ROWS);
    var view =
        new View(page, page.next() == null ? null : Addresses.with(PATH, "cursor", page.next()));
    pages.answer(
        exchange,
        caller,
        Frame.Head.of(pages.texts().of("host.title"), SECTION),
        "page/host/host.jte",
        Map.of("view", view));
  }
}
