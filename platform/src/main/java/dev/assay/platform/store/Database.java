package dev.assay.platform.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.SerializableTransactionRunner;

/// The database, opened and up to date.
///
/// A statement of the pool may take 30 s and a transaction may idle for a minute; then the database
/// ends it. Whoever finds no connection free for 10 s gets a failure. When the database goes away
/// and comes back, the pool follows by itself.
public final class Database implements AutoCloseable {
  /// The oldest PostgreSQL that the platform's SQL is written for.
  public static final int OLDEST_MAJOR = 15;

  private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(10);
  private static final Duration VALIDATION = Duration.ofSeconds(3);
  private static final int CONNECT_SECONDS = 10;

  /// Above the statements' own limit, so that it ends only what a broken network holds.
  private static final int SOCKET_SECONDS = 90;

  private static final String PREPARE =
      """
      set statement_timeout = '30s';
      set idle_in_transaction_session_timeout = '60s';
      set timezone = 'UTC'
      """;

  private final HikariDataSource pool;

  /// `deadlock_detected`.
  private static final String DEADLOCK = "40P01";

  private static final int MOST_RETRIES = 5;

  private final Jdbi jdbi;

  private Database(HikariDataSource pool) {
    this.pool = pool;
    this.jdbi = Jdbi.create(pool);
    // Transactions that lock jobs and runners in another order than each other are rare, and the
    // database takes one of them back as if it had never been.
    jdbi.setTransactionHandler(new SerializableTransactionRunner());
    jdbi.getConfig(SerializableTransactionRunner.Configuration.class)
        .setSerializationFailureSqlState(DEADLOCK)
        .setMaxRetries(MOST_RETRIES);
  }

  /// Opens a database and brings it up to date. Several processes may do so at once.
  ///
  /// @param connections the most that are open at once
  /// @throws AssayException `UNREACHABLE`; `MACHINE_UNFIT` when it is too old, refuses the user, or
  ///   was brought up to date by a newer Assay
  public static Database open(DatabaseAddress address, int connections) {
    Migration.of(address).toNewest();
    return attach(address, connections);
  }

  /// Opens a database as it is.
  public static Database attach(DatabaseAddress address, int connections) {
    return new Database(new HikariDataSource(config(address, connections)));
  }

  private static HikariConfig config(DatabaseAddress address, int connections) {
    var config = new HikariConfig();
    config.setJdbcUrl(address.url());
    config.setUsername(address.user());
    config.setPassword(address.password());
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(1);
    config.setPoolName("assay");
    config.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
    config.setValidationTimeout(VALIDATION.toMillis());
    config.setConnectionInitSql(PREPARE);
    properties("assay", SOCKET_SECONDS)
        .forEach((name, value) -> config.addDataSourceProperty(String.valueOf(name), value));
    return config;
  }

  private static Properties properties(String application, int socketSeconds) {
    var properties = new Properties();
    properties.setProperty("ApplicationName", application);
    properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
    properties.setProperty("socketTimeout", Integer.toString(socketSeconds));
    properties.setProperty("tcpKeepAlive", "true");
    return properties;
  }

  /// A connection of its own, beside the pool and without the pool's limits of time.
  ///
  /// @param application name that the database shows
  /// @throws AssayException `UNREACHABLE`; `MACHINE_UNFIT` when the server is older than 15 or
  ///   refuses the user
  public static Connection connect(DatabaseAddress address, String application) {
    try {
      Properties properties = properties(application, 0);
      properties.setProperty("user", address.user());
      properties.setProperty("password", address.password());
      Connection connection = DriverManager.getConnection(address.url(), properties);
      requireVersion(address, connection);
      return connection;
    } catch (SQLException e) {
      throw DatabaseFailures.ofOpening(address, e);
    }
  }

  private static void requireVersion(DatabaseAddress address, Connection connection)
      throws SQLException {
    int major = connection.getMetaData().getDatabaseMajorVersion();
    if (major < OLDEST_MAJOR) {
      connection.close();
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "The database %s is PostgreSQL %d; Assay needs %d or newer."
              .formatted(address, major, OLDEST_MAJOR));
    }
  }

  public Jdbi jdbi() {
    return jdbi;
  }

  /// How the pool is used at this moment.
  public PoolUse poolUse() {
    var pooled = pool.getHikariPoolMXBean();
    return new PoolUse(
        pooled.getActiveConnections(),
        pooled.getIdleConnections(),
        pooled.getThreadsAwaitingConnection(),
        pool.getMaximumPoolSize());
  }

  /// @param active connections that are in use
  /// @param idle connections that are open and free
  /// @param waiting threads that wait for one
  /// @param most connections there can be
  public record PoolUse(int active, int idle, int waiting, int most) {}

  @Override
  public void close() {
    pool.close();
  }
}
