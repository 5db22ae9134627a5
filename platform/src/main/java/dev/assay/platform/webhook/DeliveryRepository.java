package dev.assay.platform.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Deliveries. One worker at a time delivers to one webhook: it holds the webhook for a minute, and
/// the attempt's number tells its result from that of a worker that came after.
final class DeliveryRepository {
  private static final String INSERT =
      """
      insert into webhook_delivery (id, webhook_key, event_key, event, body)
      values (:id, :webhook, :eventKey, :event, :body)
      on conflict (webhook_key, event_key) do nothing
      """;

  private static final String CLAIM =
      """
      with next as (
        select d.key as delivery, w.key as webhook
        from webhook_delivery d
          join webhook w on w.key = d.webhook_key
          join account a on a.key = w.account_key
        where d.state = 'waiting' and d.due_at <= now() and w.paused_at is null
          and a.disabled_at is null and (w.busy_until is null or w.busy_until < now())
        order by d.due_at, d.key limit 1
        for update of w skip locked
      ), held as (
        update webhook w set busy_until = now() + interval '1 minute'
        from next where w.key = next.webhook
        returning w.key, w.url, w.secret,
          case when w.old_secret_end > now() then w.old_secret end as old_secret
      )
      update webhook_delivery d set attempts = d.attempts + 1, attempted_at = now()
      from next join held on held.key = next.webhook
      where d.key = next.delivery
      returning d.key, d.webhook_key, d.id, d.event, d.body, d.attempts, held.url, held.secret,
        held.old_secret
      """;

  /// Given up a day after the first attempt, when the next one would come later.
  private static final String END =
      """
      update webhook_delivery set
        state = case when :isDelivered then 'delivered'
          when now() + make_interval(secs => :delay) > started_at + interval '24 hours'
            then 'given-up'
          else 'waiting' end,
        due_at = now() + make_interval(secs => :delay),
        status = :status, answer = :answer, failure = :failure, took_nanos = :took
      where key = :key and attempts = :attempt and state = 'waiting'
      """;

  /// After three days without a success nobody is expected to listen any more.
  private static final String FREE =
      """
      update webhook set busy_until = null,
        failing_since = case when :isDelivered then null else coalesce(failing_since, now()) end,
        paused_at = case when :isGone or (not :isDelivered
            and failing_since < now() - interval '3 days')
          then coalesce(paused_at, now()) else paused_at end,
        pause_reason = case when paused_at is not null then pause_reason
          when :isGone then 'the receiver answered 410 Gone'
          when not :isDelivered and failing_since < now() - interval '3 days'
            then 'nothing could be delivered for three days' end
      where key = :webhook
      returning paused_at is not null
      """;

  private static final String GIVE_UP_WAITING =
      """
      update webhook_delivery set state = 'given-up', failure = 'the webhook was paused'
      where webhook_key = :webhook and state = 'waiting'
      """;

  private static final String AGAIN =
      """
      update webhook_delivery set state = 'waiting', attempts = 0, started_at = now(),
        due_at = now()
      where key = :key
      """;

  private static final String COLUMNS =
      """
      select d.key, d.id, d.event, d.state, d.created_at, d.due_at, d.attempts, d.attempted_at,
        d.status, d.answer, d.failure, d.took_nanos, d.body
      from webhook_delivery d
      """;
  private static final String PAGE =
      COLUMNS
          + "where d.webhook_key = :webhook and d.key < :below order by d.key desc limit :limit";
  private static final String ONE = COLUMNS + "where d.webhook_key = :webhook and d.id = :id";

  private static final String SWEEP =
      """
      delete from webhook_delivery
      where created_at < now() - interval '30 days' and state <> 'waiting'
      """;

  /// @param eventKey absent for a ping
  record NewDelivery(
      String id, long webhookKey, @Nullable Long eventKey, String event, String body) {}

  /// What is to be sent now, by whoever has this.
  ///
  /// @param attempt 1 for the first
  /// @param oldSecret which signs too; absent for none
  record Claimed(
      long key,
      long webhookKey,
      String id,
      String event,
      String body,
      int attempt,
      String url,
      String secret,
      @Nullable String oldSecret) {
    @Override
    public String toString() {
      return "Claimed[%s, attempt %d]".formatted(id, attempt);
    }
  }

  /// What came of an attempt.
  ///
  /// @param failure absent when it was delivered
  /// @param delay until the next attempt, if there is one
  record Result(
      @Nullable Integer status,
      @Nullable String answer,
      @Nullable String failure,
      Duration took,
      Duration delay) {
    boolean isDelivered() {
      return failure == null;
    }

    /// Whether the receiver wants no more (RFC 9110, section 15.5.11).
    boolean isGone() {
      return status != null && status == 410;
    }
  }

  /// A row of a page.
  record Row(long key, DeliveryContents contents) {}

  void insert(Handle handle, NewDelivery delivery) {
    handle
        .createUpdate(INSERT)
        .bind("id", delivery.id())
        .bind("webhook", delivery.webhookKey())
        .bind("eventKey", delivery.eventKey())
        .bind("event", delivery.event())
        .bind("body", delivery.body())
        .execute();
  }

  Optional<Claimed> claim(Handle handle) {
    return handle
        .createQuery(CLAIM)
        .map((row, _) ->
            new Claimed(
                row.getLong("key"),
                row.getLong("webhook_key"),
                row.getString("id"),
                row.getString("event"),
                row.getString("body"),
                row.getInt("attempts"),
                row.getString("url"),
                row.getString("secret"),
                row.getString("old_secret")))
        .findOne();
  }

  /// Stores what came of an attempt; nothing when another attempt was begun meanwhile.
  ///
  /// @return whether the webhook is paused now
  boolean end(Handle handle, Claimed claimed, Result result) {
    int ended =
        handle
            .createUpdate(END)
            .bind("key", claimed.key())
            .bind("attempt", claimed.attempt())
            .bind("isDelivered", result.isDelivered())
            .bind("delay", result.delay().toSeconds())
            .bind("status", result.status())
            .bind("answer", result.answer())
            .bind("failure", result.failure())
            .bind("took", result.took().toNanos())
            .execute();
    return ended == 1 && free(handle, claimed, result);
  }

  private boolean free(Handle handle, Claimed claimed, Result result) {
    boolean isPaused =
        handle
            .createQuery(FREE)
            .bind("webhook", claimed.webhookKey())
            .bind("isDelivered", result.isDelivered())
            .bind("isGone", result.isGone())
            .mapTo(Boolean.class)
            .findOne()
            .orElse(false);
    if (isPaused) {
      giveUpWaiting(handle, claimed.webhookKey());
    }
    return isPaused;
  }

  void giveUpWaiting(Handle handle, long webhook) {
    handle.createUpdate(GIVE_UP_WAITING).bind("webhook", webhook).execute();
  }

  void again(Handle handle, long key) {
    handle.createUpdate(AGAIN).bind("key", key).execute();
  }

  List<Row> page(Handle handle, long webhook, long below, int limit) {
    return handle
        .createQuery(PAGE)
        .bind("webhook", webhook)
        .bind("below", below)
        .bind("limit", limit)
        .map((row, _) -> row(row))
        .list();
  }

  Optional<Row> find(Handle handle, long webhook, String id) {
    return handle
        .createQuery(ONE)
        .bind("webhook", webhook)
        .bind("id", id)
        .map((row, _) -> row(row))
        .findOne();
  }

  /// Takes away what is older than 30 days.
  void sweep(Handle handle) {
    handle.execute(SWEEP);
  }

  private static Row row(ResultSet row) throws SQLException {
    String state = row.getString("state");
    Long took = row.getObject("took_nanos", Long.class);
    var view =
        new DeliveryView(
            row.getString("id"),
            row.getString("event"),
            state,
            row.getObject("created_at", OffsetDateTime.class).toInstant(),
            state.equals("waiting") ? instant(row, "due_at") : null,
            row.getInt("attempts"),
            instant(row, "attempted_at"),
            row.getObject("status", Integer.class),
            row.getString("answer"),
            row.getString("failure"),
            took == null ? null : Duration.ofNanos(took));
    return new Row(row.getLong("key"), new DeliveryContents(view, row.getString("body")));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
