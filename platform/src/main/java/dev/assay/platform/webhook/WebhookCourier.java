package dev.assay.platform.webhook;

import dev.assay.core.error.AssayException;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.store.PublicId;
import dev.assay.platform.submission.HostAddresses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delivers in the background. One in each platform's process; several do no harm.
///
/// What is delivered may come twice: a process that dies between the receiver's answer and writing
/// it down is followed by one that delivers again, under the same id. It never comes not at all.
public final class WebhookCourier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookCourier.class);
  private static final Duration MOST = Duration.ofSeconds(10);
  private static final Duration FIRST_DELAY = Duration.ofSeconds(30);
  private static final Duration LONGEST_DELAY = Duration.ofHours(4);
  private static final int AT_ONCE = 8;

  private final Jdbi jdbi;
  private final Announcer announcer;
  private final Target.Policy policy;
  private final String version;
  private final Consumer<Boolean> onAttempt;
  private final DirectPost post;
  private final InstantSource clock = InstantSource.system();
  private final DeliveryRepository deliveries = new DeliveryRepository();
  private final Semaphore room = new Semaphore(AT_ONCE);
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("webhook-courier").factory());

  /// How it is set up.
  ///
  /// @param sources which hosts may be called
  /// @param url of the platform, as people reach it, without a slash at the end
  /// @param version of Assay
  public record Surroundings(
      SourcePolicy sources, HostAddresses addresses, Supplier<String> url, String version) {}

  /// @param onAttempt hears of each attempt, whether it was delivered
  public WebhookCourier(
      Jdbi jdbi, SecureRandom random, Surroundings around, Consumer<Boolean> onAttempt) {
    this(
        jdbi,
        random,
        around,
        onAttempt,
        new DirectPost((SSLSocketFactory) SSLSocketFactory.getDefault(), MOST));
  }

  WebhookCourier(
      Jdbi jdbi,
      SecureRandom random,
      Surroundings around,
      Consumer<Boolean> onAttempt,
      DirectPost post) {
    this.jdbi = jdbi;
    this.announcer = new Announcer(jdbi, new PublicId(random), around.url());
    this.policy = new Target.Policy(around.sources(), around.addresses());
    this.version = around.version();
    this.onAttempt = onAttempt;
    this.post = post;
  }

  /// Looks every so often until this is closed.
  public void start(Duration every) {
    var _ =
        timer.scheduleWithFixedDelay(this::tickOrLog, 0, every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void tickOrLog() {
    try {
      announceAll();
      startAll();
    } catch (RuntimeException e) {
      if (!timer.isShutdown()) {
        LOG.warn("Could not look for what is to be delivered; it is tried again", e);
      }
    }
  }

  /// Turns all that has happened into deliveries.
  void announceAll() {
    while (!timer.isShutdown() && announcer.announceNext()) {
      // The next one.
    }
  }

  private void startAll() {
    while (room.tryAcquire()) {
      Optional<DeliveryRepository.Claimed> claimed = Optional.empty();
      try {
        claimed = claim();
        claimed.ifPresent(one -> workers.execute(() -> attemptOrLog(one)));
      } catch (RejectedExecutionException e) {
        // Closed meanwhile; another process delivers it.
        claimed = Optional.empty();
      } finally {
        if (claimed.isEmpty()) {
          room.release();
        }
      }
      if (claimed.isEmpty()) {
        return;
      }
    }
  }

  private void attemptOrLog(DeliveryRepository.Claimed claimed) {
    try {
      attempt(claimed);
    } catch (RuntimeException e) {
      LOG.warn("What came of the delivery {} could not be written down", claimed.id(), e);
    } finally {
      room.release();
    }
  }

  Optional<DeliveryRepository.Claimed> claim() {
    return jdbi.inTransaction(deliveries::claim);
  }

  /// Delivers what is due, one after another.
  ///
  /// @return how many attempts there were
  int deliverAll() {
    int count = 0;
    for (var next = claim(); next.isPresent(); next = claim()) {
      attempt(next.get());
      count++;
    }
    return count;
  }

  private void attempt(DeliveryRepository.Claimed claimed) {
    DeliveryRepository.Result result = send(claimed);
    boolean isPaused = jdbi.inTransaction(handle -> deliveries.end(handle, claimed, result));
    onAttempt.accept(result.isDelivered());
    if (isPaused) {
      LOG.info("A webhook was paused after its delivery {}", claimed.id());
    }
  }

  private DeliveryRepository.Result send(DeliveryRepository.Claimed claimed) {
    long started = System.nanoTime();
    byte[] body = claimed.body().getBytes(StandardCharsets.UTF_8);
    try {
      Target target = policy.require(claimed.url());
      DirectPost.Answer answer = post.send(target, headers(claimed, body), body);
      return result(claimed, answer, failureOf(answer.status()), started);
    } catch (AssayException | IOException e) {
      String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return result(claimed, null, message, started);
    }
  }

  private Map<String, String> headers(DeliveryRepository.Claimed claimed, byte[] body) {
    Instant at = clock.instant();
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", "application/json");
    headers.put("User-Agent", "Assay/" + version);
    headers.put("Assay-Event", claimed.event());
    headers.put("Assay-Delivery", claimed.id());
    headers.put("Assay-Timestamp", Long.toString(at.getEpochSecond()));
    headers.put("Assay-Signature", signatures(claimed, at, body));
    return headers;
  }

  /// One for each secret that holds, the newer first.
  private static String signatures(DeliveryRepository.Claimed claimed, Instant at, byte[] body) {
    String signature = Signature.of(claimed.secret(), at, body);
    String old = claimed.oldSecret();
    return old == null ? signature : signature + "," + Signature.of(old, at, body);
  }

  private static @Nullable String failureOf(int status) {
    if (status >= 200 && status < 300) {
      return null;
    }
    return status >= 300 && status < 400
        ? "answered %d; redirections are not followed".formatted(status)
        : "answered %d".formatted(status);
  }

  private static DeliveryRepository.Result result(
      DeliveryRepository.Claimed claimed,
      DirectPost.@Nullable Answer answer,
      @Nullable String failure,
      long started) {
    return new DeliveryRepository.Result(
        answer == null ? null : answer.status(),
        answer == null ? null : answer.text(),
        failure,
        Duration.ofNanos(System.nanoTime() - started),
        delay(claimed.attempt()));
  }

  /// 30 s after the first attempt, then twice as long each time, and no more than four hours.
  static Duration delay(int attempt) {
    int doublings = Math.min(attempt - 1, 20);
    Duration delay = FIRST_DELAY.multipliedBy(1L << doublings);
    return delay.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : delay;
  }

  /// Ends what is under way; it is delivered again by whoever comes after.
  @Override
  public void close() {
    timer.shutdownNow();
    workers.shutdownNow();
    post.close();
  }
}
