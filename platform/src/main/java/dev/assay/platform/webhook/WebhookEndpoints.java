package dev.assay.platform.webhook;

import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Scope;
import dev.assay.platform.http.Endpoints;
import dev.assay.platform.http.Exchange;
import dev.assay.platform.http.Routes;
import io.javalin.http.HandlerType;
import java.util.Objects;

/// Answers for one's own webhooks and their deliveries.
public final class WebhookEndpoints implements Endpoints {
  private static final String ALL = "/api/v1/webhooks";
  private static final String ONE = ALL + "/{webhook}";
  private static final String DELIVERIES = ONE + "/deliveries";
  private static final String DELIVERY = DELIVERIES + "/{delivery}";
  private static final long MOST_BYTES = 16 << 10;

  private final Webhooks webhooks;

  public WebhookEndpoints(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  @Override
  public void register(Routes routes) {
    routes.scoped(HandlerType.GET, ALL, Scope.READ, this::list);
    routes.scoped(HandlerType.POST, ALL, Scope.SUBMIT, this::create);
    routes.scoped(HandlerType.GET, ONE, Scope.READ, this::show);
    routes.scoped(HandlerType.PATCH, ONE, Scope.SUBMIT, this::change);
    routes.scoped(HandlerType.DELETE, ONE, Scope.SUBMIT, this::delete);
    routes.scoped(HandlerType.POST, ONE + "/secret", Scope.SUBMIT, this::renewSecret);
    routes.scoped(HandlerType.POST, ONE + "/ping", Scope.SUBMIT, this::ping);
    routes.scoped(HandlerType.GET, DELIVERIES, Scope.READ, this::listDeliveries);
    routes.scoped(HandlerType.GET, DELIVERY, Scope.READ, this::showDelivery);
    routes.scoped(HandlerType.POST, DELIVERY + "/redeliver", Scope.SUBMIT, this::sendAgain);
  }

  private static Account account(Caller caller) {
    return Objects.requireNonNull(caller.account(), "who has a scope has an account");
  }

  private static String id(Exchange exchange) {
    return exchange.pathParameter("webhook");
  }

  private void list(Exchange exchange, Caller caller) {
    exchange.json(webhooks.page(account(caller), exchange.cursor(), exchange.limit()));
  }

  private void create(Exchange exchange, Caller caller) {
    var asked = exchange.body(Webhooks.NewWebhook.class, MOST_BYTES);
    exchange.json(201, webhooks.create(caller, account(caller), asked));
  }

  private void show(Exchange exchange, Caller caller) {
    exchange.json(webhooks.load(account(caller), id(exchange)));
  }

  private void change(Exchange exchange, Caller caller) {
    var change = exchange.body(Webhooks.WebhookChange.class, MOST_BYTES);
    exchange.json(webhooks.change(caller, account(caller), id(exchange), change));
  }

  private void delete(Exchange exchange, Caller caller) {
    webhooks.delete(caller, account(caller), id(exchange));
    exchange.noContent();
  }

  private void renewSecret(Exchange exchange, Caller caller) {
    exchange.json(201, webhooks.renewSecret(caller, account(caller), id(exchange)));
  }

  private void ping(Exchange exchange, Caller caller) {
    exchange.json(202, webhooks.ping(account(caller), id(exchange)));
  }

  private void listDeliveries(Exchange exchange, Caller caller) {
    exchange.json(
        webhooks.deliveries(account(caller), id(exchange), exchange.cursor(), exchange.limit()));
  }

  private void showDelivery(Exchange exchange, Caller caller) {
    exchange.json(
        webhooks.loadDelivery(account(caller), id(exchange), exchange.pathParameter("delivery")));
  }

  private void sendAgain(Exchange exchange, Caller caller) {
    exchange.json(
        202, webhooks.sendAgain(account(caller), id(exchange), exchange.pathParameter("delivery")));
  }
}
