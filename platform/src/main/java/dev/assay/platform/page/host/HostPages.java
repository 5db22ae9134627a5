package dev.assay.platform.page.host;

import dev.assay.platform.bundle.Benchmarks;
import dev.assay.platform.bundle.BundlePublisher;
import dev.assay.platform.bundle.Uploads;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.judge.Rejudgings;
import dev.assay.platform.page.Pages;
import dev.assay.platform.standing.Standings;
import java.nio.file.Path;
import org.jdbi.v3.core.Jdbi;

/// What hosts do: publish, read check reports, judge again.
public final class HostPages implements Endpoints {
  private final Pages pages;
  private final Jdbi jdbi;
  private final Desks desks;

  public HostPages(Pages pages, Jdbi jdbi, Desks desks) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.desks = desks;
  }

  /// Who carries out what hosts ask for.
  ///
  /// @param folder for archives while they are read
  public record Desks(
      BundlePublisher publisher,
      Uploads uploads,
      Benchmarks benchmarks,
      Rejudgings rejudgings,
      Standings standings,
      Path folder) {}

  @Override
  public void register(Routes routes) {
    var own = new OwnBenchmarks(jdbi);
    new HostPage(pages, own).register(routes);
    new PublishPage(pages, desks.publisher(), desks.uploads(), desks.folder()).register(routes);
    new HostedBenchmarkPage(pages, own, desks.benchmarks(), desks.standings()).register(routes);
    new RejudgePage(pages, own, desks.rejudgings()).register(routes);
  }
}
