package dev.assay.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.platform.testkit.TestDatabase;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresNoticesTest {
  private static final String NOTIFY = "select pg_notify(?, ?)";

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void tellsEachSubscriberOfItsChannel(TestDatabase.Kind kind) throws InterruptedException {
    DatabaseAddress address = TestDatabase.freshAddress(kind);
    var first = new LinkedBlockingQueue<String>();
    var second = new LinkedBlockingQueue<String>();

    try (var database = Database.attach(address, 2);
        var notices = PostgresNotices.open(address, List.of(Notices.JOB, Notices.QUEUE));
        var two = notices.subscribe(Notices.JOB, second::add)) {
      try (var one = notices.subscribe(Notices.JOB, first::add)) {
        notify(database.jdbi(), Notices.QUEUE, "");
        notify(database.jdbi(), Notices.JOB, "7");

        assertThat(first.poll(30, TimeUnit.SECONDS)).isEqualTo("7");
        assertThat(second.poll(30, TimeUnit.SECONDS)).isEqualTo("7");
        assertThat(one).isNotSameAs(two);
      }
      notify(database.jdbi(), Notices.JOB, "8");

      assertThat(second.poll(30, TimeUnit.SECONDS)).isEqualTo("8");
      assertThat(first).isEmpty();
    }
  }

  @Test
  void listensAgainAfterItsConnectionWasCut() throws InterruptedException {
    DatabaseAddress address = TestDatabase.freshAddress();
    var heard = new LinkedBlockingQueue<String>();

    try (var database = Database.attach(address, 2);
        var notices = PostgresNotices.open(address, List.of(Notices.JOB));
        var subscription = notices.subscribe(Notices.JOB, heard::add)) {
      database
          .jdbi()
          .useHandle(handle ->
              handle.execute(
                  "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'assay notices' and datname = current_database()"));
      String first = null;
      for (int i = 0; i < 300 && first == null; i++) {
        notify(database.jdbi(), Notices.JOB, "again");
        first = heard.poll(100, TimeUnit.MILLISECONDS);
      }

      assertThat(first).isEqualTo("again");
      assertThat(subscription).isNotNull();
    }
  }

  @Test
  void refusesAChannelThatNobodyListensTo() {
    try (var notices = PostgresNotices.open(TestDatabase.freshAddress(), List.of(Notices.JOB))) {
      assertThatThrownBy(() -> notices.subscribe("other", text -> {}))
          .hasMessageContaining("nobody listens to other");
    }
  }

  private static void notify(Jdbi jdbi, String channel, String payload) {
    jdbi.useHandle(handle -> handle.select(NOTIFY, channel, payload).mapToMap().list());
  }
}
