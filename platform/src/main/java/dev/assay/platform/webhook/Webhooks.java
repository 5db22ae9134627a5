package dev.assay.platform.webhook;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.http.Page;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.submission.HostAddresses;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Where accounts say which programs hear of what. Thread-safe.
public final class Webhooks {
  /// Webhooks of one account.
  public static final int MOST_WEBHOOKS = 10;

  private static final int MOST_BENCHMARKS = 20;

  private final Jdbi jdbi;
  private final Secrets secrets;
  private final PublicId ids;
  private final Target.Policy policy;
  private final AuditTrail audit;
  private final Supplier<String> url;
  private final InstantSource clock = InstantSource.system();
  private final WebhookRepository webhooks = new WebhookRepository();
  private final DeliveryRepository deliveries = new DeliveryRepository();

  /// @param sources which hosts may be called
  /// @param url of the platform, as people reach it, without a slash at the end
  public Webhooks(
      Jdbi jdbi,
      SecureRandom random,
      SourcePolicy sources,
      HostAddresses addresses,
      AuditTrail audit,
      Supplier<String> url) {
    this.jdbi = jdbi;
    this.secrets = new Secrets(random);
    this.ids = new PublicId(random);
    this.policy = new Target.Policy(sources, addresses);
    this.audit = audit;
    this.url = url;
  }

  /// What is asked for.
  ///
  /// @param events at least one, as in `run.finished`
  /// @param benchmarks whose standings it hears of besides those that one hosts; absent for none
  public record NewWebhook(String url, List<String> events, @Nullable List<String> benchmarks) {
    public NewWebhook {
      events = checked(events);
      benchmarks = benchmarks == null ? null : checkedBenchmarks(benchmarks);
    }
  }

  /// What is to be otherwise; what is absent stays.
  public record WebhookChange(
      @Nullable String url,
      @Nullable List<String> events,
      @Nullable List<String> benchmarks,
      @Nullable Boolean paused) {
    public WebhookChange {
      events = events == null ? null : checked(events);
      benchmarks = benchmarks == null ? null : checkedBenchmarks(benchmarks);
    }
  }

  /// A webhook that is new, or has another secret.
  ///
  /// @param secret that its deliveries are signed with; shown this once
  public record WebhookCreated(WebhookView webhook, String secret) {
    @Override
    public String toString() {
      return "WebhookCreated[%s]".formatted(webhook.id());
    }
  }

  private static List<String> checked(List<String> events) {
    if (events.isEmpty()) {
      throw new AssayException(ErrorCode.REQUEST_INVALID, "A webhook hears of at least one event.");
    }
    return events.stream().map(WebhookEvent::parse).distinct().map(WebhookEvent::text).toList();
  }

  private static List<String> checkedBenchmarks(List<String> benchmarks) {
    if (benchmarks.size() > MOST_BENCHMARKS) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "A webhook follows %d benchmarks at most, not %d."
              .formatted(MOST_BENCHMARKS, benchmarks.size()));
    }
    return List.copyOf(benchmarks);
  }

  /// @throws AssayException `REQUEST_INVALID`; `NOT_ALLOWED` for a URL that is not called or an
  ///   event of another role; `SOURCE_NOT_FOUND` for a host without an address; `NOT_FOUND` for a
  ///   benchmark; `CONFLICT` when there are too many
  public WebhookCreated create(Caller caller, Account account, NewWebhook asked) {
    requireMay(caller, asked.events());
    policy.require(asked.url());
    String secret = secrets.next("assay_hook_");
    String id = ids.next();
    WebhookView made =
        jdbi.inTransaction(handle -> {
          requireRoom(handle, account);
          long key =
              webhooks.insert(handle, id, account.key(), asked.url(), asked.events(), secret);
          follow(handle, caller, key, asked.benchmarks() == null ? List.of() : asked.benchmarks());
          audit.record(handle, caller, "webhook.create", id, String.join(", ", asked.events()));
          return webhooks.find(handle, account.key(), id).orElseThrow().view();
        });
    return new WebhookCreated(made, secret);
  }

  /// Gives it another secret. The one before signs deliveries too for a day.
  ///
  /// @throws AssayException `NOT_FOUND`, also for one of others
  public WebhookCreated renewSecret(Caller caller, Account account, String id) {
    String secret = secrets.next("assay_hook_");
    return jdbi.inTransaction(handle -> {
      webhooks.renew(handle, lock(handle, account, id).key(), secret);
      audit.record(handle, caller, "webhook.secret", id, "");
      return new WebhookCreated(require(handle, account, id).view(), secret);
    });
  }

  private static void requireMay(Caller caller, List<String> events) {
    for (String text : events) {
      WebhookEvent event = WebhookEvent.parse(text);
      boolean isOperators = event.role() == Role.OPERATOR;
      if (isOperators && !caller.may(Scope.OPERATE)) {
        throw new AssayException(
            ErrorCode.NOT_ALLOWED, "Only operators hear of %s.".formatted(event.text()));
      }
    }
  }

  private void requireRoom(Handle handle, Account account) {
    if (webhooks.countLocked(handle, account.key()) >= MOST_WEBHOOKS) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "An account has %d webhooks at most; delete one that is not used."
              .formatted(MOST_WEBHOOKS));
    }
  }

  private void follow(Handle handle, Caller caller, long key, List<String> benchmarks) {
    webhooks.unfollow(handle, key);
    for (String name : benchmarks) {
      long benchmark =
          webhooks
              .findBenchmark(handle, caller, name)
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.NOT_FOUND,
                      "There is no benchmark '%s' that you may see."
                          .formatted(SafeText.shown(name))));
      webhooks.follow(handle, key, benchmark);
    }
  }

  /// One's webhooks below a key, newest first.
  public Page<WebhookView> page(Account account, long below, int limit) {
    return Page.of(
        jdbi.withHandle(handle -> webhooks.page(handle, account.key(), below, limit + 1)),
        limit,
        WebhookRepository.Row::key,
        WebhookRepository.Row::view);
  }

  /// @throws AssayException `NOT_FOUND`, also for one of others
  public WebhookView load(Account account, String id) {
    return jdbi.withHandle(handle -> require(handle, account, id)).view();
  }

  private WebhookRepository.Row require(Handle handle, Account account, String id) {
    return webhooks.find(handle, account.key(), id).orElseThrow(() -> notFound("webhook", id));
  }

  private static AssayException notFound(String what, String id) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "There is no %s '%s'.".formatted(what, SafeText.shown(id)));
  }

  private WebhookRepository.Row lock(Handle handle, Account account, String id) {
    return webhooks.lock(handle, account.key(), id).orElseThrow(() -> notFound("webhook", id));
  }

  /// Changes, pauses or resumes. What waits when it is paused is given up, and what happens while
  /// it is paused is not told.
  ///
  /// @throws AssayException as `create`
  public WebhookView change(Caller caller, Account account, String id, WebhookChange change) {
    if (change.url() != null) {
      policy.require(change.url());
    }
    if (change.events() != null) {
      requireMay(caller, change.events());
    }
    return jdbi.inTransaction(handle -> {
      var old = lock(handle, account, id);
      webhooks.update(
          handle,
          old.key(),
          change.url() == null ? old.view().url() : change.url(),
          change.events() == null ? old.view().events() : change.events());
      if (change.benchmarks() != null) {
        follow(handle, caller, old.key(), change.benchmarks());
      }
      if (change.paused() != null) {
        pause(handle, old, change.paused());
      }
      audit.record(handle, caller, "webhook.change", id, text(change));
      return require(handle, account, id).view();
    });
  }

  /// Without the URL, which may hold a secret of the receiver's.
  private static String text(WebhookChange change) {
    return "url %s, events %s, benchmarks %s, paused %s"
        .formatted(
            change.url() == null ? "-" : "another",
            change.events() == null ? "-" : String.join(", ", change.events()),
            change.benchmarks() == null ? "-" : String.join(", ", change.benchmarks()),
            change.paused() == null ? "-" : change.paused().toString());
  }

  private void pause(Handle handle, WebhookRepository.Row old, boolean isPaused) {
    if (isPaused) {
      webhooks.pause(handle, old.key());
      deliveries.giveUpWaiting(handle, old.key());
    } else if (old.view().isPaused()) {
      webhooks.resume(handle, old.key());
    }
  }

  /// Deletes it with its deliveries.
  ///
  /// @throws AssayException `NOT_FOUND`, also for one of others
  public void delete(Caller caller, Account account, String id) {
    jdbi.useTransaction(handle -> {
      webhooks.delete(handle, lock(handle, account, id).key());
      audit.record(handle, caller, "webhook.delete", id, "");
    });
  }

  /// Has it delivered to for a try.
  ///
  /// @throws AssayException `NOT_FOUND`; `CONFLICT` when it is paused
  public DeliveryView ping(Account account, String id) {
    String body = JsonCodec.toJson(News.of(WebhookEvent.PING, clock.instant(), url.get()));
    return jdbi.inTransaction(handle -> {
      var webhook = lock(handle, account, id);
      requireRunning(webhook.view());
      String delivery = ids.next();
      deliveries.insert(
          handle,
          new DeliveryRepository.NewDelivery(
              delivery, webhook.key(), null, WebhookEvent.PING, body));
      return find(handle, webhook, delivery).contents().delivery();
    });
  }

  private static void requireRunning(WebhookView webhook) {
    if (webhook.isPaused()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "The webhook %s is paused; resume it before.".formatted(webhook.id()));
    }
  }

  private DeliveryRepository.Row find(Handle handle, WebhookRepository.Row webhook, String id) {
    return deliveries.find(handle, webhook.key(), id).orElseThrow(() -> notFound("delivery", id));
  }

  /// Deliveries of a webhook below a key, newest first.
  ///
  /// @throws AssayException `NOT_FOUND`
  public Page<DeliveryView> deliveries(Account account, String id, long below, int limit) {
    return jdbi.withHandle(handle ->
        Page.of(
            deliveries.page(handle, require(handle, account, id).key(), below, limit + 1),
            limit,
            DeliveryRepository.Row::key,
            row -> row.contents().delivery()));
  }

  /// @throws AssayException `NOT_FOUND`
  public DeliveryContents loadDelivery(Account account, String id, String delivery) {
    return jdbi.withHandle(handle -> find(handle, require(handle, account, id), delivery))
        .contents();
  }

  /// Has a delivery sent again, under the same id and with the same body, for another day.
  ///
  /// @throws AssayException `NOT_FOUND`; `CONFLICT` when the webhook is paused
  public DeliveryView sendAgain(Account account, String id, String delivery) {
    return jdbi.inTransaction(handle -> {
      var webhook = lock(handle, account, id);
      requireRunning(webhook.view());
      deliveries.again(handle, find(handle, webhook, delivery).key());
      return find(handle, webhook, delivery).contents().delivery();
    });
  }

  /// Takes away deliveries that are older than 30 days.
  public void sweep() {
    jdbi.useHandle(deliveries::sweep);
  }
}
