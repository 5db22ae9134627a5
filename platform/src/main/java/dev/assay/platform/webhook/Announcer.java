package dev.assay.platform.webhook;

import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.webhook.EventRepository.Benchmark;
import dev.assay.platform.webhook.EventRepository.EntryFacts;
import dev.assay.platform.webhook.EventRepository.Owned;
import dev.assay.platform.webhook.EventRepository.Recipient;
import dev.assay.platform.webhook.EventRepository.RejudgedFacts;
import dev.assay.platform.webhook.EventRepository.Stored;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns what has happened into deliveries, one for each webhook that wants to know and may. Each
/// event in one transaction, so that it is told or still to be told, whenever the process dies. No
/// body holds what its receiver may not see. Thread-safe.
final class Announcer {
  private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);
  private static final int MOST_ROWS = 200;

  private final Jdbi jdbi;
  private final PublicId ids;
  private final Supplier<String> url;
  private final DeliveryRepository deliveries = new DeliveryRepository();

  /// @param url of the platform, as people reach it, without a slash at the end
  Announcer(Jdbi jdbi, PublicId ids, Supplier<String> url) {
    this.jdbi = jdbi;
    this.ids = ids;
    this.url = url;
  }

  /// Turns the oldest event into deliveries. One that fails five times is left for the operator.
  ///
  /// @return whether there was one
  boolean announceNext() {
    return jdbi.inTransaction(handle -> {
      var events = new EventRepository(handle);
      var next = events.lockNext();
      next.ifPresent(event -> announce(handle, events, event));
      return next.isPresent();
    });
  }

  private void announce(Handle handle, EventRepository events, Stored event) {
    handle.savepoint("news");
    try {
      news(events, event)
          .forEach((recipient, news) ->
              deliveries.insert(
                  handle,
                  new DeliveryRepository.NewDelivery(
                      ids.next(),
                      recipient.webhookKey(),
                      event.key(),
                      event.event(),
                      JsonCodec.toJson(news))));
      events.delete(event.key());
    } catch (RuntimeException e) {
      handle.rollbackToSavepoint("news");
      events.fail(event.key());
      LOG.error("The event {} ({}) could not be told", event.key(), event.event(), e);
    }
  }

  private Map<Recipient, News> news(EventRepository events, Stored event) {
    News news = News.of(event.event(), event.at(), url.get());
    return switch (WebhookEvent.parse(event.event())) {
      case RUN_FINISHED -> ofRun(events, event, news);
      case JOB_FAILED -> ofJob(events, event, news);
      case VERDICT_CHANGED -> ofRejudging(events, event, news);
      case STANDING_CHANGED -> ofStanding(events, event, news);
      case RUNNER_SET_ASIDE ->
          each(
              events.operators(event.event()),
              news.with(events.runner(event.subjectKey(), url.get())));
      case REPORT_LATE ->
          each(events.operators(event.event()), news.with(events.report(event.subjectKey())));
    };
  }

  private static Map<Recipient, News> each(List<Recipient> recipients, News news) {
    var all = new LinkedHashMap<Recipient, News>();
    recipients.forEach(one -> all.put(one, news));
    return all;
  }

  private Map<Recipient, News> ofRun(EventRepository events, Stored event, News news) {
    var run = events.run(event.subjectKey());
    var part =
        new News.OfRun(
            run.id(),
            url.get() + "/runs/" + run.id(),
            run.state(),
            run.stateReason(),
            run.job(),
            run.submission(),
            run.commit(),
            run.implementation().implementation(),
            run.benchmark().name(),
            run.benchmark().version(),
            run.machineClass(),
            events.points(event.subjectKey()));
    return each(events.owners(event.event(), List.of(run.authorKey())), news.with(part));
  }

  /// A bundle's error is its host's to mend, and so is a rejudging that failed.
  private Map<Recipient, News> ofJob(EventRepository events, Stored event, News news) {
    var job = events.job(event.subjectKey());
    long host = job.benchmark().hostKey();
    boolean isMeasuring = job.kind().equals("measure");
    boolean isHosts = !isMeasuring || job.state().equals("bundle-error");
    var accounts =
        Stream.of(isMeasuring ? job.authorKey() : 0, isHosts ? host : 0)
            .filter(key -> key != 0)
            .distinct()
            .toList();
    var all = new LinkedHashMap<Recipient, News>();
    for (Recipient one : events.owners(event.event(), accounts)) {
      all.put(one, news.with(part(job, one)));
    }
    return all;
  }

  private News.OfJob part(EventRepository.JobFacts job, Recipient recipient) {
    Owned implementation = job.implementation();
    boolean isShown = implementation != null && maySee(recipient, implementation, job.benchmark());
    return new News.OfJob(
        job.id(),
        url.get() + "/jobs/" + job.id(),
        job.kind(),
        job.state(),
        job.stateReason(),
        isShown ? job.submission() : null,
        isShown ? Objects.requireNonNull(implementation).implementation() : null,
        job.benchmark().name(),
        job.benchmark().version());
  }

  /// As runs are shown (`run.Runs`).
  private static boolean maySee(Recipient recipient, Owned implementation, Benchmark benchmark) {
    boolean isHost = recipient.accountKey() == benchmark.hostKey();
    boolean isOwner = recipient.accountKey() == implementation.ownerKey();
    return recipient.isOperator()
        || isOwner
        || (benchmark.isPrivate() && isHost)
        || (!benchmark.isPrivate() && !implementation.isPrivate());
  }

  private Map<Recipient, News> ofRejudging(EventRepository events, Stored event, News news) {
    var set = events.set(event.subjectKey());
    List<RejudgedFacts> changed =
        events.rejudged(event.subjectKey()).stream()
            .filter(one -> !one.after().equals(one.before()))
            .toList();
    List<Long> accounts =
        Stream.concat(
                Stream.of(set.benchmark().hostKey()),
                changed.stream().map(one -> one.entry().implementation().ownerKey()))
            .distinct()
            .toList();
    var all = new LinkedHashMap<Recipient, News>();
    for (Recipient recipient : events.owners(event.event(), accounts)) {
      List<RejudgedFacts> own =
          changed.stream().filter(one -> concerns(recipient, one, set.benchmark())).toList();
      if (!own.isEmpty()) {
        all.put(recipient, news.with(part(set, own)));
      }
    }
    return all;
  }

  private static boolean concerns(Recipient recipient, RejudgedFacts one, Benchmark benchmark) {
    Owned implementation = one.entry().implementation();
    return recipient.accountKey() == implementation.ownerKey()
        || (recipient.accountKey() == benchmark.hostKey()
            && maySee(recipient, implementation, benchmark));
  }

  private News.OfRejudging part(EventRepository.SetFacts set, List<RejudgedFacts> changed) {
    return new News.OfRejudging(
        set.id(),
        set.benchmark().name(),
        set.benchmark().version(),
        changed.stream().limit(MOST_ROWS).map(this::change).toList(),
        changed.size());
  }

  private News.Change change(RejudgedFacts one) {
    return new News.Change(
        one.entry().run(),
        url.get() + "/runs/" + one.entry().run(),
        one.entry().implementation().implementation(),
        one.entry().point(),
        one.before(),
        one.after());
  }

  private Map<Recipient, News> ofStanding(EventRepository events, Stored event, News news) {
    long key = event.subjectKey();
    return switch (event.cause()) {
      case "run" ->
          ofStanding(events, event, news, events.run(key).benchmark(), events.entriesOfRun(key));
      case "rejudging" ->
          ofStanding(
              events,
              event,
              news,
              events.set(key).benchmark(),
              events.rejudged(key).stream()
                  .filter(one -> one.after().equals("pass") || "pass".equals(one.before()))
                  .map(RejudgedFacts::entry)
                  .toList());
      default -> {
        var decision = events.decision(key);
        yield ofStanding(events, event, news, decision.benchmark(), List.of(decision.entry()));
      }
    };
  }

  private Map<Recipient, News> ofStanding(
      EventRepository events,
      Stored event,
      News news,
      Benchmark benchmark,
      List<EntryFacts> entries) {
    var all = new LinkedHashMap<Recipient, News>();
    for (Recipient recipient : events.followers(event.event(), benchmark)) {
      List<EntryFacts> seen =
          entries.stream()
              .filter(one -> maySee(recipient, one.implementation(), benchmark))
              .toList();
      if (!seen.isEmpty()) {
        all.put(recipient, news.with(part(event, benchmark, seen)));
      }
    }
    return all;
  }

  private News.OfStanding part(Stored event, Benchmark benchmark, List<EntryFacts> entries) {
    return new News.OfStanding(
        benchmark.name(),
        benchmark.version(),
        "%s/benchmarks/%s?version=%s"
            .formatted(url.get(), benchmark.name().replace('/', '~'), benchmark.version()),
        event.cause(),
        entries.stream()
            .limit(MOST_ROWS)
            .map(one ->
                new News.Entry(
                    one.point(),
                    one.machineClass(),
                    one.implementation().implementation(),
                    one.run()))
            .toList(),
        entries.size());
  }
}
