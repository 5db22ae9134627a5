package dev.assay.platform.page.account;

import dev.assay.core.error.AssayException;
import dev.assay.core.text.SafeText;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import dev.assay.platform.page.Frame;
import dev.assay.platform.page.Pages;
import dev.assay.platform.webhook.DeliveryContents;
import dev.assay.platform.webhook.WebhookEvent;
import dev.assay.platform.webhook.WebhookView;
import dev.assay.platform.webhook.Webhooks;
import io.javalin.http.HandlerType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Webhooks: a list, a form for a new one, whose secret is shown once, and for each its deliveries
/// with what became of them.
final class HookPages {
  private static final String LIST = "/account/webhooks";
  private static final String ONE = LIST + "/{hook}";
  private static final String DELIVERY = ONE + "/deliveries/{delivery}";
  private static final int ROWS = 30;
  private static final int SHORT_FAILURE = 80;
  private static final int WHOLE_FAILURE = 1000;

  /// Of a delivery's body; the API has all of it.
  private static final int SHOWN_BODY = 12_000;

  private final Pages pages;
  private final Webhooks hooks;

  HookPages(Pages pages, Webhooks hooks) {
    this.pages = pages;
    this.hooks = hooks;
  }

  void register(Routes routes) {
    routes.page(HandlerType.GET, LIST, Scope.READ, this::list);
    routes.page(HandlerType.POST, LIST, Scope.SUBMIT, this::create);
    routes.page(HandlerType.GET, ONE, Scope.READ, this::show);
    routes.page(HandlerType.POST, ONE, Scope.SUBMIT, this::change);
    routes.page(HandlerType.POST, ONE + "/pause", Scope.SUBMIT, this::pause);
    routes.page(HandlerType.POST, ONE + "/resume", Scope.SUBMIT, this::resume);
    routes.page(HandlerType.POST, ONE + "/ping", Scope.SUBMIT, this::ping);
    routes.page(HandlerType.GET, ONE + "/secret", Scope.READ, this::confirmSecret);
    routes.page(HandlerType.POST, ONE + "/secret", Scope.SUBMIT, this::renewSecret);
    routes.page(HandlerType.GET, ONE + "/delete", Scope.READ, this::confirmDelete);
    routes.page(HandlerType.POST, ONE + "/delete", Scope.SUBMIT, this::delete);
    routes.page(HandlerType.GET, DELIVERY, Scope.READ, this::showDelivery);
    routes.page(HandlerType.POST, DELIVERY + "/redeliver", Scope.SUBMIT, this::sendAgain);
  }

  private String text(String key, Object... arguments) {
    return pages.texts().of(key, arguments);
  }

  private static Account account(Caller caller) {
    return AccountPage.account(caller);
  }

  private static String id(Exchange exchange) {
    return exchange.pathParameter("hook");
  }

  private static String address(String id) {
    return LIST + "/" + id;
  }

  private Frame.Head head() {
    return Frame.Head.of(text("account.hooks.title"), "account")
        .below(new Frame.Crumb(text("account.crumb"), Next.HOME));
  }

  private Frame.Head head(String title) {
    return Frame.Head.of(title, "account")
        .below(
            new Frame.Crumb(text("account.crumb"), Next.HOME),
            new Frame.Crumb(text("account.hooks.title"), LIST));
  }

  private Frame.Head head(String title, String id) {
    return Frame.Head.of(title, "account")
        .below(
            new Frame.Crumb(text("account.crumb"), Next.HOME),
            new Frame.Crumb(text("account.hooks.title"), LIST),
            new Frame.Crumb(text("account.hook.title", id), address(id)));
  }

  private void list(Exchange exchange, Caller caller) {
    var usual = List.of(WebhookEvent.RUN_FINISHED, WebhookEvent.JOB_FAILED);
    answerList(exchange, caller, 200, HookViews.Form.of("", boxes(caller, usual), ""));
  }

  /// What its role can hear of, in this session.
  private static List<HookViews.EventBox> boxes(Caller caller, List<WebhookEvent> chosen) {
    return WebhookEvent.of(account(caller).role()).stream()
        .filter(event -> caller.may(Scope.OPERATE) || event.role() != Role.OPERATOR)
        .map(event -> new HookViews.EventBox(event.text(), chosen.contains(event)))
        .toList();
  }

  private void answerList(Exchange exchange, Caller caller, int status, HookViews.Form form) {
    List<WebhookView> all =
        hooks.page(account(caller), Long.MAX_VALUE, Webhooks.MOST_WEBHOOKS).items();
    var view =
        new HookViews.ListView(
            all.stream().map(HookRows::of).toList(),
            Flash.take(exchange),
            form,
            all.size() >= Webhooks.MOST_WEBHOOKS);
    pages.answer(exchange, caller, status, head(), "page/account/hooks.jte", Map.of("view", view));
  }

  private void create(Exchange exchange, Caller caller) {
    Webhooks.WebhookCreated made;
    try {
      var asked =
          new Webhooks.NewWebhook(
              url(exchange),
              chosen(exchange).stream().map(WebhookEvent::text).toList(),
              benchmarks(exchange));
      made = hooks.create(caller, account(caller), asked);
    } catch (AssayException e) {
      answerList(exchange, caller, statusOf(e), faulty(exchange, caller, e));
      return;
    }
    showMade(exchange, caller, head(text("account.hook.made.title")), made, "account.hook.made");
  }

  /// 201, so that it is kept nowhere.
  private void showMade(
      Exchange exchange,
      Caller caller,
      Frame.Head head,
      Webhooks.WebhookCreated made,
      String said) {
    var view = new HookViews.MadeView(HookRows.of(made.webhook()), made.secret(), said);
    pages.answer(exchange, caller, 201, head, "page/account/hook-made.jte", Map.of("view", view));
  }

  private static String url(Exchange exchange) {
    return exchange.form("url").orElse("").strip();
  }

  private static List<WebhookEvent> chosen(Exchange exchange) {
    return Arrays.stream(WebhookEvent.values())
        .filter(event -> exchange.form("event_" + event.text()).isPresent())
        .toList();
  }

  private static List<String> benchmarks(Exchange exchange) {
    return Arrays.stream(exchange.form("benchmarks").orElse("").split("[\\s,]+", -1))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private HookViews.Form filled(Exchange exchange, Caller caller) {
    return HookViews.Form.of(
        url(exchange), boxes(caller, chosen(exchange)), exchange.form("benchmarks").orElse(""));
  }

  private static int statusOf(AssayException e) {
    return switch (e.code()) {
      case REQUEST_INVALID, NOT_FOUND, SOURCE_NOT_FOUND -> 400;
      case NOT_ALLOWED -> 403;
      case CONFLICT -> 409;
      default -> throw e;
    };
  }

  /// Beside the field that it is about.
  private HookViews.Form faulty(Exchange exchange, Caller caller, AssayException e) {
    HookViews.Form form = filled(exchange, caller);
    String words = Objects.requireNonNullElse(e.getMessage(), "");
    if (chosen(exchange).isEmpty()) {
      return form.withEventsFault(text("account.hook.events.missing"));
    }
    return switch (e.code()) {
      case NOT_FOUND -> form.withBenchmarksFault(words);
      case CONFLICT -> form.withFault(words);
      case REQUEST_INVALID ->
          words.contains("follows") ? form.withBenchmarksFault(words) : form.withUrlFault(words);
      default -> form.withUrlFault(words);
    };
  }

  private void show(Exchange exchange, Caller caller) {
    WebhookView hook = hooks.load(account(caller), id(exchange));
    answer(exchange, caller, 200, hook, form(caller, hook));
  }

  private static HookViews.Form form(Caller caller, WebhookView hook) {
    var chosen = hook.events().stream().map(WebhookEvent::parse).toList();
    return HookViews.Form.of(
        hook.url(), boxes(caller, chosen), String.join(" ", hook.benchmarks()));
  }

  private void answer(
      Exchange exchange, Caller caller, int status, WebhookView hook, HookViews.Form form) {
    var page = hooks.deliveries(account(caller), hook.id(), exchange.cursor(), ROWS);
    var view =
        new HookViews.HookView(
            HookRows.of(hook),
            page.items().stream().map(one -> HookRows.of(one, SHORT_FAILURE)).toList(),
            page.next(),
            Flash.take(exchange),
            form);
    pages.answer(
        exchange,
        caller,
        status,
        head(text("account.hook.title", hook.id())),
        "page/account/hook.jte",
        Map.of("view", view));
  }

  private void change(Exchange exchange, Caller caller) {
    WebhookView hook = hooks.load(account(caller), id(exchange));
    try {
      var change =
          new Webhooks.WebhookChange(
              url(exchange),
              chosen(exchange).stream().map(WebhookEvent::text).toList(),
              benchmarks(exchange),
              null);
      hooks.change(caller, account(caller), hook.id(), change);
    } catch (AssayException e) {
      answer(exchange, caller, statusOf(e), hook, faulty(exchange, caller, e));
      return;
    }
    done(exchange, Flash.HOOK_CHANGED, address(hook.id()));
  }

  private static void done(Exchange exchange, Flash flash, String address) {
    flash.set(exchange);
    Pages.seeOther(exchange, address);
  }

  private void pause(Exchange exchange, Caller caller) {
    pause(exchange, caller, true, Flash.HOOK_PAUSED);
  }

  private void resume(Exchange exchange, Caller caller) {
    pause(exchange, caller, false, Flash.HOOK_RESUMED);
  }

  private void pause(Exchange exchange, Caller caller, boolean isPaused, Flash flash) {
    String id = id(exchange);
    hooks.change(
        caller, account(caller), id, new Webhooks.WebhookChange(null, null, null, isPaused));
    done(exchange, flash, address(id));
  }

  private void ping(Exchange exchange, Caller caller) {
    String id = id(exchange);
    hooks.ping(account(caller), id);
    done(exchange, Flash.HOOK_PINGED, address(id));
  }

  private void confirmSecret(Exchange exchange, Caller caller) {
    WebhookView hook = hooks.load(account(caller), id(exchange));
    pages.answer(
        exchange,
        caller,
        head(text("account.hook.secret.title"), hook.id()),
        "page/account/hook-secret.jte",
        Map.of("view", HookRows.of(hook)));
  }

  private void renewSecret(Exchange exchange, Caller caller) {
    var renewed = hooks.renewSecret(caller, account(caller), id(exchange));
    Frame.Head head = head(text("account.hook.secret.title"), renewed.webhook().id());
    showMade(exchange, caller, head, renewed, "account.hook.secret.made");
  }

  private void confirmDelete(Exchange exchange, Caller caller) {
    WebhookView hook = hooks.load(account(caller), id(exchange));
    pages.answer(
        exchange,
        caller,
        head(text("account.hook.delete.title"), hook.id()),
        "page/account/hook-delete.jte",
        Map.of("view", HookRows.of(hook)));
  }

  private void delete(Exchange exchange, Caller caller) {
    hooks.delete(caller, account(caller), id(exchange));
    done(exchange, Flash.HOOK_DELETED, LIST);
  }

  private void showDelivery(Exchange exchange, Caller caller) {
    WebhookView hook = hooks.load(account(caller), id(exchange));
    DeliveryContents found =
        hooks.loadDelivery(account(caller), hook.id(), exchange.pathParameter("delivery"));
    String answer = found.delivery().answer();
    String body = found.body();
    var view =
        new HookViews.DeliveryPageView(
            HookRows.of(hook),
            HookRows.of(found.delivery(), WHOLE_FAILURE),
            SafeText.lines(body.substring(0, Math.min(body.length(), SHOWN_BODY))),
            body.length() > SHOWN_BODY,
            answer == null ? "" : SafeText.lines(answer),
            HookRows.moment(found.delivery().attemptedAt()),
            Flash.take(exchange));
    pages.answer(
        exchange,
        caller,
        head(text("account.delivery.title", found.delivery().id()), hook.id()),
        "page/account/delivery.jte",
        Map.of("view", view));
  }

  private void sendAgain(Exchange exchange, Caller caller) {
    String id = id(exchange);
    String delivery = exchange.pathParameter("delivery");
    hooks.sendAgain(account(caller), id, delivery);
    done(exchange, Flash.DELIVERY_AGAIN, address(id));
  }
}
