package dev.assay.platform.page.operate;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.account.Audit;
import dev.assay.platform.account.AuditFilter;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Page;
import dev.assay.platform.http.Routes;
import dev.assay.platform.intake.LateReports;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.page.Pages;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is kept for operators to look up: late reports and the audit log.
final class RecordPages {
  static final String LATE = Operator.PATH + "/late-reports";
  static final String AUDIT = Operator.PATH + "/audit";
  private static final int ROWS = 30;

  /// What a person may look for; others are found when they are typed.
  static final List<String> ACTIONS =
      List.of(
          "account.change",
          "account.create",
          "account.login-link",
          "account.password",
          "benchmark.change",
          "bundle.publish",
          "image.publish",
          "job.cancel",
          "job.priority",
          "runner-code.make",
          "runner.active",
          "runner.retired",
          "runner.set-aside",
          "suspicion-cleared",
          "suspicion-confirmed",
          "token.create",
          "token.revoke");

  private final Pages pages;
  private final LateReports late;
  private final Audit audit;

  RecordPages(Pages pages, LateReports late, Audit audit) {
    this.pages = pages;
    this.late = late;
    this.audit = audit;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, LATE, Scope.OPERATE, this::listLate);
    routes.page(HandlerType.GET, LATE + "/{report}", Scope.OPERATE, this::document);
    routes.page(HandlerType.GET, AUDIT, Scope.OPERATE, this::listAudit);
  }

  /// @param next address of more; absent at the end
  record LateView(List<LateReports.Line> reports, @Nullable String next) {}

  /// @param next address of more; absent at the end
  record AuditView(AuditFilter filter, Audit.Search found, @Nullable String next) {
    boolean isNarrowed() {
      return !filter.equals(AuditFilter.NONE);
    }
  }

  private void listLate(Exchange exchange, Caller caller) {
    Page<LateReports.Line> page = late.page(exchange.cursor(), ROWS);
    var view =
        new LateView(
            page.items(), page.next() == null ? null : Addresses.with(LATE, "cursor", page.next()));
    pages.answer(
        exchange,
        caller,
        Operator.head(pages, "operate.late.title"),
        "page/operate/late.jte",
        Map.of("view", view));
  }

  private void document(Exchange exchange, Caller caller) {
    long number = number(exchange.pathParameter("report"));
    exchange
        .context()
        .header(
            "Content-Disposition",
            "attachment; filename=\"late-report-%d.json\"".formatted(number));
    exchange.bytes(200, "application/json", late.document(number).getBytes(StandardCharsets.UTF_8));
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.NOT_FOUND, "There is no late report '%s'.".formatted(SafeText.shown(text)), e);
    }
  }

  private void listAudit(Exchange exchange, Caller caller) {
    String actor = exchange.query("actor").map(String::strip).orElse(null);
    String action = exchange.query("action").map(String::strip).orElse(null);
    String text = exchange.query("text").map(String::strip).orElse(null);
    var filter = new AuditFilter(actor, action, text);
    Audit.Search found = audit.search(filter, exchange.cursor(), ROWS);
    String here = actor == null ? AUDIT : Addresses.with(AUDIT, "actor", actor);
    here = action == null ? here : Addresses.with(here, "action", action);
    here = text == null ? here : Addresses.with(here, "text", text);
    var view =
        new AuditView(
            filter,
            found,
            found.next() == null ? null : Addresses.with(here, "cursor", found.next()));
    pages.answer(
        exchange,
        caller,
        Operator.head(pages, "operate.audit.title"),
        "page/operate/audit.jte",
        Map.of("view", view));
  }
}
