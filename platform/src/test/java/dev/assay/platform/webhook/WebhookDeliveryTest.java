package dev.assay.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.submission.HostAddresses;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How deliveries reach a receiver, or do not.
class WebhookDeliveryTest {
  private final WebhookWorld world = new WebhookWorld();
  private final Caller author = world.results.author();
  private final Account account = WebhookWorld.account(author);

  @AfterEach
  void close() {
    world.close();
  }

  private String hook() {
    return world.hook(author, "run.finished").webhook().id();
  }

  /// As if the time until the next attempt had passed.
  private int deliverLater() {
    world.sql("update webhook_delivery set due_at = now() where state = 'waiting'");
    return world.deliver();
  }

  @Test
  void signsWhatItSends() {
    var made = world.hook(author, "run.finished");
    world.measure("ntt");

    world.deliver();

    var told = world.receiver.last();
    Instant at = Instant.ofEpochSecond(Long.parseLong(told.timestamp()));
    assertThat(told.signature())
        .isEqualTo(Signature.of(made.secret(), at, told.body().getBytes(StandardCharsets.UTF_8)));
    assertThat(told.method()).isEqualTo("POST");
    assertThat(told.path()).isEqualTo("/assay?key=v");
    var delivery = world.newest(author, made.webhook().id());
    assertThat(delivery.id()).isEqualTo(told.id());
    assertThat(delivery.state()).isEqualTo("delivered");
    assertThat(delivery.status()).isEqualTo(200);
    assertThat(delivery.answer()).startsWith("thanks for x").hasSize(1024);
    assertThat(world.attempts).containsExactly(true);
  }

  @Test
  void signsWithBothSecretsForADayAfterTheNewOneCame() {
    var made = world.hook(author, "run.finished");
    String id = made.webhook().id();
    var renewed = world.webhooks.renewSecret(author, account, id);
    world.webhooks.ping(account, id);

    world.deliver();

    var both = world.receiver.last();
    assertThat(both.signature())
        .isEqualTo(signature(renewed.secret(), both) + "," + signature(made.secret(), both));
    assertThat(renewed.webhook().oldSecretEnd())
        .isBetween(Instant.now().plusSeconds(86_000), Instant.now().plusSeconds(86_500));

    world.sql("update webhook set old_secret_end = now()");
    world.webhooks.ping(account, id);
    world.deliver();

    var one = world.receiver.last();
    assertThat(one.signature()).isEqualTo(signature(renewed.secret(), one));
    assertThat(world.webhooks.load(account, id).oldSecretEnd()).isNull();
  }

  private static String signature(String secret, Receiver.Received told) {
    Instant at = Instant.ofEpochSecond(Long.parseLong(told.timestamp()));
    return Signature.of(secret, at, told.body().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aSecretBeforeTheLastSignsNoMore() {
    var made = world.hook(author, "run.finished");
    String id = made.webhook().id();
    var second = world.webhooks.renewSecret(author, account, id);
    var third = world.webhooks.renewSecret(author, account, id);
    world.webhooks.ping(account, id);

    world.deliver();

    var told = world.receiver.last();
    assertThat(told.signature())
        .isEqualTo(signature(third.secret(), told) + "," + signature(second.secret(), told));
  }

  @Test
  void showsASecretOnceOnly() {
    var made = world.hook(author, "run.finished");

    assertThat(world.webhooks.load(account, made.webhook().id()).toString())
        .doesNotContain(made.secret());
    assertThat(made.toString()).doesNotContain(made.secret());
  }

  @Test
  void pingsWhenItIsAskedTo() {
    String hook = hook();

    world.webhooks.ping(account, hook);

    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.receiver.last().event()).isEqualTo("ping");
  }

  @Test
  void triesAgainUnderTheSameIdWithANewTime() {
    String hook = hook();
    world.receiver.answer(500);
    world.measure("ntt");

    assertThat(world.deliver()).isEqualTo(1);
    var failed = world.newest(author, hook);
    assertThat(world.deliver()).as("not yet due").isZero();
    world.receiver.answer(202);
    assertThat(deliverLater()).isEqualTo(1);

    assertThat(failed.state()).isEqualTo("waiting");
    assertThat(failed.failure()).isEqualTo("answered 500");
    assertThat(failed.dueAt()).isAfter(failed.attemptedAt());
    var delivered = world.newest(author, hook);
    assertThat(delivered.state()).isEqualTo("delivered");
    assertThat(delivered.attempts()).isEqualTo(2);
    assertThat(delivered.failure()).isNull();
    assertThat(world.receiver.received).extracting(Receiver.Received::id).containsOnly(failed.id());
    assertThat(world.receiver.received)
        .extracting(Receiver.Received::body)
        .containsOnly(world.receiver.last().body());
    assertThat(world.webhooks.load(account, hook).failingSince()).isNull();
  }

  @Test
  void waitsTwiceAsLongEachTime() {
    assertThat(WebhookCourier.delay(1)).isEqualTo(Duration.ofSeconds(30));
    assertThat(WebhookCourier.delay(2)).isEqualTo(Duration.ofMinutes(1));
    assertThat(WebhookCourier.delay(9)).isEqualTo(Duration.ofMinutes(128));
    assertThat(WebhookCourier.delay(10)).isEqualTo(Duration.ofHours(4));
    assertThat(WebhookCourier.delay(1_000_000)).isEqualTo(Duration.ofHours(4));
  }

  @Test
  void givesUpAfterADay() {
    String hook = hook();
    world.receiver.answer(503);
    world.measure("ntt");
    world.deliver();
    world.sql(
        "update webhook_delivery set attempts = 13, started_at = now() - interval '20 hours 10 minutes'");

    deliverLater();

    assertThat(world.newest(author, hook).state()).isEqualTo("given-up");
    assertThat(deliverLater()).isZero();
    assertThat(world.webhooks.load(account, hook).isPaused()).isFalse();
  }

  @Test
  void sendsAgainWhatWasGivenUpWhenItIsAskedTo() {
    String hook = hook();
    world.receiver.answer(500);
    world.measure("ntt");
    world.deliver();
    world.sql("update webhook_delivery set state = 'given-up', attempts = 14");
    var given = world.newest(author, hook);
    world.receiver.answer(200);

    world.webhooks.sendAgain(account, hook, given.id());

    assertThat(world.deliver()).isEqualTo(1);
    assertThat(world.newest(author, hook).attempts()).isEqualTo(1);
    assertThat(world.receiver.last().id()).isEqualTo(given.id());
  }

  @Test
  void pausesAWebhookThatFailsForDaysAndSaysSo() {
    String hook = hook();
    world.receiver.answer(500);
    world.measure("a");
    world.measure("b");
    world.courier.announceAll();
    world.sql("update webhook set failing_since = now() - interval '73 hours'");

    assertThat(world.deliver()).isEqualTo(1);

    var paused = world.webhooks.load(account, hook);
    assertThat(paused.isPaused()).isTrue();
    assertThat(paused.pauseReason()).isEqualTo("nothing could be delivered for three days");
    assertThat(world.results.rows("webhook_delivery where state = 'given-up'")).isEqualTo(2);
    assertThatThrownBy(() -> world.webhooks.ping(account, hook))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    var resumed =
        world.webhooks.change(
            author, account, hook, new Webhooks.WebhookChange(null, null, null, false));
    assertThat(resumed.isPaused()).isFalse();
    assertThat(resumed.failingSince()).isNull();
    world.measure("c");
    assertThat(world.deliver()).isEqualTo(1);
  }

  @Test
  void pausesAWebhookThatIsGone() {
    String hook = hook();
    world.receiver.answer(410);
    world.measure("ntt");

    world.deliver();

    assertThat(world.webhooks.load(account, hook).pauseReason())
        .isEqualTo("the receiver answered 410 Gone");
  }

  @Test
  void followsNoRedirection() {
    String hook = hook();
    world.receiver.answer(302);
    world.measure("ntt");

    world.deliver();

    assertThat(world.newest(author, hook).failure())
        .isEqualTo("answered 302; redirections are not followed");
    assertThat(world.receiver.received).hasSize(1);
  }

  @Test
  void looksAnAddressUpAgainAtEachDelivery() {
    String hook = hook();
    world.measure("ntt");
    world.courier.announceAll();
    var strict =
        new WebhookCourier(
            world.jdbi(),
            new SecureRandom(),
            new WebhookCourier.Surroundings(
                new SourcePolicy(List.of("http"), List.of("*")),
                HostAddresses.SYSTEM,
                () -> WebhookWorld.URL,
                "0.1.0"),
            delivered -> {});

    strict.deliverAll();
    strict.close();

    assertThat(world.newest(author, hook).failure())
        .contains("stands for an address of this machine");
    assertThat(world.receiver.received).isEmpty();
  }

  @Test
  void isFollowedByAnotherWhenItDiesMidway() {
    String hook = hook();
    world.measure("ntt");
    world.courier.announceAll();
    var abandoned = world.courier.claim().orElseThrow();

    assertThat(world.deliver()).as("somebody may still be at it").isZero();
    world.sql("update webhook set busy_until = now() - interval '1 second'");
    assertThat(world.courier().deliverAll()).isEqualTo(1);

    assertThat(world.receiver.last().id()).isEqualTo(abandoned.id());
    assertThat(world.newest(author, hook).attempts()).isEqualTo(2);
  }

  @Test
  void believesNoWorkerThatWasOvertaken() {
    String hook = hook();
    world.measure("ntt");
    world.courier.announceAll();
    var slow = world.courier.claim().orElseThrow();
    world.sql("update webhook set busy_until = now() - interval '1 second'");
    world.courier.deliverAll();

    var late = new DeliveryRepository.Result(500, "", "answered 500", Duration.ZERO, Duration.ZERO);
    world.jdbi().useTransaction(handle -> new DeliveryRepository().end(handle, slow, late));

    assertThat(world.newest(author, hook).state()).isEqualTo("delivered");
    assertThat(world.webhooks.load(account, hook).failingSince()).isNull();
  }

  @Test
  void deliversEachOnceHoweverManyWorkersThereAre() {
    hook();
    hook();
    for (int i = 0; i < 10; i++) {
      world.measure("i" + i);
    }
    try (var other = world.courier()) {
      var threads =
          List.of(world.courier, other).stream()
              .map(courier ->
                  Thread.ofVirtual()
                      .start(() -> {
                        courier.announceAll();
                        courier.deliverAll();
                      }))
              .toList();
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    world.deliver();

    assertThat(world.receiver.received).hasSize(20);
    assertThat(world.receiver.received).extracting(Receiver.Received::id).doesNotHaveDuplicates();
  }

  @Test
  void keepsOneWebhooksTroubleFromOthers() {
    String bad = hook();
    world.sql("update webhook set url = 'http://127.0.0.1:1/'");
    hook();
    world.measure("ntt");

    assertThat(world.deliver()).isEqualTo(2);

    assertThat(world.receiver.received).hasSize(1);
    assertThat(world.newest(author, bad).failure()).isNotBlank();
    assertThat(world.newest(author, bad).status()).isNull();
  }

  @Test
  void takesOldDeliveriesAwayAndLeavesThoseThatWait() {
    String hook = hook();
    world.measure("a");
    world.deliver();
    world.receiver.answer(500);
    world.measure("b");
    world.deliver();
    world.sql("update webhook_delivery set created_at = now() - interval '31 days'");

    world.webhooks.sweep();

    assertThat(world.webhooks.deliveries(account, hook, Long.MAX_VALUE, 10).items())
        .extracting(DeliveryView::state)
        .containsExactly("waiting");
  }

  @Test
  void losesNothingThatHasHappenedBeforeItWasStarted() {
    hook();
    world.measure("ntt");

    try (var later = world.courier()) {
      later.announceAll();
      assertThat(later.deliverAll()).isEqualTo(1);
    }
  }

  @Test
  void tellsNothingOfWhatWasRolledBack() {
    hook();
    var planned = world.results.plan("ntt");

    world
        .jdbi()
        .useTransaction(handle -> {
          handle.execute(
              "insert into run (id, job_key, attempt, runner_key, submission_key, implementation_key, bundle_version_key, machine_class, document) select 'r', j.key, 1, n.key, j.submission_key, i.key, v.key, 'c', '{}' from job j, runner n, implementation i, bundle_version v");
          handle.execute(
              "insert into run_end (run_key, state, document) select key, 'finished', '{}' from run");
          handle.rollback();
        });

    assertThat(planned.jobId()).isEqualTo("job1");
    assertThat(world.deliver()).isZero();
  }
}
