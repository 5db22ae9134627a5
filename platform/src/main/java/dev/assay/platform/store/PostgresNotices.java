package dev.assay.platform.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listens on one connection of its own, which is made anew whenever it breaks.
public final class PostgresNotices implements Notices, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresNotices.class);
  private static final Duration PROVE_CONNECTION = Duration.ofSeconds(15);
  private static final Duration TRY_AGAIN = Duration.ofSeconds(1);
  private static final int VALIDATION_SECONDS = 5;

  private final DatabaseAddress address;
  private final Map<String, List<Consumer<String>>> listeners;
  private final CountDownLatch listening = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile @Nullable Connection current;

  private PostgresNotices(DatabaseAddress address, Collection<String> channels) {
    this.address = address;
    listeners =
        channels.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(), channel -> new CopyOnWriteArrayList<>()));
  }

  /// Begins to listen; returns when it does, or after 10 s when the database is away.
  ///
  /// @param channels all that can be subscribed to
  public static PostgresNotices open(DatabaseAddress address, Collection<String> channels) {
    var notices = new PostgresNotices(address, channels);
    Thread.ofVirtual().name("notices").start(notices::listen);
    try {
      if (!notices.listening.await(10, TimeUnit.SECONDS)) {
        LOG.warn("notices of {} are not heard yet", address);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return notices;
  }

  @Override
  public Subscription subscribe(String channel, Consumer<String> listener) {
    List<Consumer<String>> heard = listeners.get(channel);
    if (heard == null) {
      throw new IllegalArgumentException(
          "nobody listens to %s; channels are %s".formatted(channel, listeners.keySet()));
    }
    heard.add(listener);
    return () -> heard.remove(listener);
  }

  private void listen() {
    while (closing.getCount() > 0) {
      try (Connection connection = Database.connect(address, "assay notices")) {
        current = connection;
        subscribeAll(connection);
        listening.countDown();
        hear(connection);
      } catch (SQLException | RuntimeException e) {
        pauseAfter(e);
      }
    }
  }

  private void subscribeAll(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (String channel : listeners.keySet()) {
        statement.execute("listen " + channel);
      }
    }
  }

  private void hear(Connection connection) throws SQLException {
    PGConnection heard = connection.unwrap(PGConnection.class);
    while (closing.getCount() > 0) {
      PGNotification[] notices = heard.getNotifications((int) PROVE_CONNECTION.toMillis());
      if (notices != null && notices.length > 0) {
        List.of(notices).forEach(this::tell);
      } else if (!connection.isValid(VALIDATION_SECONDS)) {
        throw new SQLException("the connection gives no answer");
      }
    }
  }

  private void tell(PGNotification notice) {
    for (Consumer<String> listener : listeners.getOrDefault(notice.getName(), List.of())) {
      try {
        listener.accept(notice.getParameter());
      } catch (RuntimeException e) {
        LOG.error("a listener of {} failed", notice.getName(), e);
      }
    }
  }

  private void pauseAfter(Exception e) {
    if (closing.getCount() > 0) {
      LOG.warn("notices are not heard; trying again in {}: {}", TRY_AGAIN, e.toString());
      try {
        boolean closed = closing.await(TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        LOG.debug(closed ? "closing" : "connecting again");
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    closing.countDown();
    Connection open = current;
    if (open != null) {
      try {
        open.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("the connection was broken already", e);
      }
    }
  }
}
