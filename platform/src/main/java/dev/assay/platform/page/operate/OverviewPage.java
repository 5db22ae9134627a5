package dev.assay.platform.page.operate;

import dev.assay.core.unit.DurationText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.AuditEntry;
import dev.assay.platform.account.AuditFilter;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.intake.LateReports;
import dev.assay.platform.operate.Health;
import dev.assay.platform.operate.PlatformState;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import io.javalin.http.HandlerType;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// How the platform is, at a glance.
final class OverviewPage {
  private static final int FEW = 8;

  private final Pages pages;
  private final Supplier<Health> health;
  private final Supplier<PlatformState> state;
  private final LateReports late;
  private final Audit audit;

  OverviewPage(
      Pages pages,
      Supplier<Health> health,
      Supplier<PlatformState> state,
      LateReports late,
      Audit audit) {
    this.pages = pages;
    this.health = health;
    this.state = state;
    this.late = late;
    this.audit = audit;
  }

  /// @param late newest reports that came too late
  /// @param audit newest entries
  record View(
      Health health, PlatformState state, List<LateReports.Line> late, List<AuditEntry> audit) {
    String oldest() {
      return DurationText.ofSeconds(state.oldestSeconds());
    }
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, Operator.PATH, Scope.OPERATE, this::show);
  }

  private void show(Exchange exchange, Caller caller) {
    var view =
        new View(
            health.get(),
            state.get(),
            late.page(Long.MAX_VALUE, FEW).items(),
            audit.search(AuditFilter.NONE, Long.MAX_VALUE, FEW).items());
    var head = Frame.Head.of(pages.texts().of("operate.operator.title"), Operator.SECTION);
    pages.answer(exchange, caller, head, "page/operate/overview.jte", Map.of("view", view));
  }
}
