package dev.assay.platform.page.operate;

import dev.assay.platform.account.Accounts;
import dev.assay.platform.account.Audit;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Routes;
import dev.assay.platform.intake.LateReports;
import dev.assay.platform.operate.Health;
import dev.assay.platform.operate.PlatformState;
import dev.assay.platform.page.Pages;
import dev.assay.platform.queue.JobDesk;
import dev.assay.platform.queue.QueueBoard;
import dev.assay.platform.queue.RunnerRegistry;
import dev.assay.platform.run.Runs;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/// The queue and the runners for everybody; what operators do.
public final class OperatePages implements Endpoints {
  private final Pages pages;
  private final Jdbi jdbi;
  private final Desks desks;

  public OperatePages(Pages pages, Jdbi jdbi, Desks desks) {
    this.pages = pages;
    this.jdbi = jdbi;
    this.desks = desks;
  }

  /// Who carries out what operators ask for.
  ///
  /// @param health looks whether the platform works, part by part
  public record Desks(
      JobDesk jobs,
      RunnerRegistry runners,
      Accounts accounts,
      Audit audit,
      Supplier<Health> health) {}

  @Override
  public void register(Routes routes) {
    var board = new QueueBoard(jdbi);
    var late = new LateReports(jdbi);
    var runs = new Runs(jdbi);
    new QueuePages(pages, board, InstantSource.system()).register(routes);
    new RunnerPages(pages, desks.runners(), desks.jobs(), runs).register(routes);
    new OverviewPage(pages, desks.health(), () -> PlatformState.now(jdbi), late, desks.audit())
        .register(routes);
    new OperatorRunnerPages(pages, desks.runners(), desks.jobs(), runs).register(routes);
    new OperatorJobPages(pages, desks.jobs()).register(routes);
    new RecordPages(pages, late, desks.audit()).register(routes);
    new AccountDeskPages(pages, desks.accounts()).register(routes);
  }
}
