package dev.assay.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.testkit.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseTest {
  @ParameterizedTest(name = "{0}")
  @EnumSource
  void migratesFromEmptyAndLeavesADatabaseThatIsUpToDateAlone(TestDatabase.Kind kind) {
    DatabaseAddress address = TestDatabase.emptyAddress(kind);
    assertThat(Migration.of(address).version()).isZero();

    Database.open(address, 2).close();
    Database.open(address, 2).close();

    assertThat(Migration.of(address).version()).isEqualTo(Migration.NEWEST);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void severalProcessesMayMigrateAtOnce(TestDatabase.Kind kind)
      throws InterruptedException, ExecutionException {
    DatabaseAddress address = TestDatabase.emptyAddress(kind);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all =
          IntStream.range(0, 4)
              .<Future<?>>mapToObj(i -> threads.submit(() -> Migration.of(address).toNewest()))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    }

    assertThat(Migration.of(address).version()).isEqualTo(Migration.NEWEST);
  }

  @Test
  void knowsTheNewestMigration() {
    assertThat(Migration.class.getResource("/db/migration/V1__platform.sql")).isNotNull();
    assertThat(Migration.NEWEST).isEqualTo(1);
  }

  @Test
  void refusesADatabaseThatANewerAssayHasUsed() {
    DatabaseAddress address = TestDatabase.freshAddress();
    try (var database = Database.attach(address, 1)) {
      database
          .jdbi()
          .useHandle(handle ->
              handle.execute(
                  "insert into flyway_schema_history values (99, '99', 'x', 'SQL', 'x', 1, 'x', now(), 1, true)"));
    }

    assertThatThrownBy(() -> Database.open(address, 1)).hasMessageContaining("a newer Assay");
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void saysWhenTheDatabaseIsNotThere(TestDatabase.Kind kind) {
    DatabaseAddress there = TestDatabase.freshAddress(kind);
    var address =
        new DatabaseAddress(
            there.url().replaceFirst("/test\\d+", "/nowhere"), there.user(), there.password());

    assertThatThrownBy(() -> Database.open(address, 1))
        .hasMessageContaining("there is no such database")
        .hasMessageContaining("nowhere");
  }

  @Test
  void saysWhenNobodyListens() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var address =
        new DatabaseAddress("jdbc:postgresql://127.0.0.1:%d/assay".formatted(port), "u", "secret");

    assertThatThrownBy(() -> Database.open(address, 1))
        .hasMessageContaining("cannot be reached")
        .hasMessageNotContaining("secret")
        .extracting(e -> ((AssayException) e).code())
        .isEqualTo(ErrorCode.UNREACHABLE);
  }

  @Test
  void givesItsConnectionsANameAndALimit() {
    try (var database = TestDatabase.fresh()) {
      String limits =
          database
              .jdbi()
              .withHandle(handle ->
                  handle
                      .createQuery(
                          "select current_setting('application_name') || ' ' || current_setting('statement_timeout')")
                      .mapTo(String.class)
                      .one());

      assertThat(limits).isEqualTo("assay 30s");
      assertThat(database.poolUse().most()).isEqualTo(8);
    }
  }

  @Test
  void explainsAFullDiskAndADatabaseThatIsAway() {
    assertThat(
            DatabaseFailures.explain(
                    new IllegalStateException(new java.sql.SQLException("no space", "53100")))
                .map(AssayException::code))
        .contains(ErrorCode.DISK_FULL);
    assertThat(
            DatabaseFailures.explain(new java.sql.SQLException("gone", "57P01"))
                .map(AssayException::code))
        .contains(ErrorCode.UNREACHABLE);
    assertThat(DatabaseFailures.explain(new java.sql.SQLException("twice", "23505"))).isEmpty();
    assertThat(DatabaseFailures.explain(new IllegalStateException())).isEmpty();
  }

  /// Each holds what the other wants: the database takes one of them back, and it is done again.
  @Test
  void transactionsThatBlockEachOtherAreBothDone() throws Exception {
    try (Database database = TestDatabase.fresh();
        var threads = Executors.newFixedThreadPool(2)) {
      Jdbi jdbi = database.jdbi();
      jdbi.useHandle(handle ->
          handle.execute(
              "create table pair as select i as key, 0 as n from generate_series(1, 2) i"));
      var met = new CyclicBarrier(2);
      var one = threads.submit(() -> countBoth(jdbi, met, 1, 2));
      var other = threads.submit(() -> countBoth(jdbi, met, 2, 1));
      int attempts = one.get(30, TimeUnit.SECONDS) + other.get(30, TimeUnit.SECONDS);

      assertThat(attempts).isGreaterThan(2);
      assertThat(
              jdbi.<List<Integer>, RuntimeException>withHandle(
                  handle -> handle.createQuery("select n from pair").mapTo(Integer.class).list()))
          .containsExactly(2, 2);
    }
  }

  /// How many attempts it took.
  private static int countBoth(Jdbi jdbi, CyclicBarrier met, int first, int second)
      throws Exception {
    var attempts = new AtomicInteger();
    jdbi.useTransaction(handle -> {
      handle.execute("update pair set n = n + 1 where key = ?", first);
      if (attempts.incrementAndGet() == 1) {
        met.await(20, TimeUnit.SECONDS);
      }
      handle.execute("update pair set n = n + 1 where key = ?", second);
    });
    return attempts.get();
  }
}
