package dev.assay.platform.webhook;

import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Account;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Role;
import dev.assay.platform.access.Scope;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.settings.PlatformSettings.SourcePolicy;
import dev.assay.platform.store.Database;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jdbi.v3.core.Jdbi;

/// A benchmark with its people in a database, their webhooks, and a receiver on loopback, which the
/// operator allows.
final class WebhookWorld implements AutoCloseable {
  static final SourcePolicy LOOPBACK = new SourcePolicy(List.of("http"), List.of("127.0.0.1"));
  static final String URL = "https://assay.test";

  final Receiver receiver = new Receiver();
  final List<Boolean> attempts = new ArrayList<>();
  private final Database database = TestDatabase.fresh();
  private final SecureRandom random = new SecureRandom();
  final ResultsWorld results = new ResultsWorld(jdbi());
  final ReportIntake intake = new ReportIntake(jdbi(), new RowLeases());
  final Webhooks webhooks =
      new Webhooks(
          jdbi(),
          random,
          LOOPBACK,
          HostAddresses.SYSTEM,
          (handle, caller, action, subject, detail) -> {},
          () -> URL);
  final WebhookCourier courier = courier();

  Jdbi jdbi() {
    return database.jdbi();
  }

  /// Another process's.
  WebhookCourier courier() {
    return new WebhookCourier(
        jdbi(),
        random,
        new WebhookCourier.Surroundings(LOOPBACK, HostAddresses.SYSTEM, () -> URL, "0.1.0"),
        attempts::add,
        new DirectPost((SSLSocketFactory) SSLSocketFactory.getDefault(), Duration.ofSeconds(20)));
  }

  static Account account(Caller caller) {
    return Objects.requireNonNull(caller.account());
  }

  /// Somebody new.
  Caller someone(String name, Role role) {
    long key =
        jdbi()
            .withHandle(handle ->
                handle
                    .createQuery(
                        "insert into account (id, name, role) values (:name, :name, :role) returning key")
                    .bind("name", name)
                    .bind("role", role.text())
                    .mapTo(Long.class)
                    .one());
    return new Caller(new Account(key, name, name, role), Scope.of(role), "127.0.0.1", null);
  }

  Webhooks.WebhookCreated hook(Caller caller, String... events) {
    return webhooks.create(
        caller, account(caller), new Webhooks.NewWebhook(receiver.url(), List.of(events), null));
  }

  /// A whole run of an implementation by the author.
  ///
  /// @return its id
  String measure(String implementation) {
    var planned = results.plan(implementation);
    var points = List.of(planned.point(0, one -> 1e-3), planned.point(1, one -> 2e-3));
    report(planned, planned.messages(RunState.FINISHED, points));
    return planned.runId();
  }

  void report(ResultsWorld.Planned planned, List<ReportMessage> messages) {
    intake.accept(results.runner(), planned.batch(messages));
  }

  /// Tells all that has happened and delivers what is due.
  ///
  /// @return how many attempts there were
  int deliver() {
    courier.announceAll();
    return courier.deliverAll();
  }

  DeliveryView newest(Caller caller, String hook) {
    return webhooks.deliveries(account(caller), hook, Long.MAX_VALUE, 1).items().getFirst();
  }

  void sql(String statement) {
    jdbi().useHandle(handle -> handle.execute(statement));
  }

  @Override
  public void close() {
    courier.close();
    receiver.close();
    database.close();
  }
}
