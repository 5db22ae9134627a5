package dev.assay.cli.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The platform's database, seen past the platform. Every look has a connection of its own, since
/// the server is killed now and then.
final class Store {
  /// Notes each state that a job takes.
  private static final String WATCH =
      """
      create table if not exists seen_state (key bigint generated always as identity, job text, state text);
      create or replace function see_state() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' or new.state is distinct from old.state then
          insert into seen_state (job, state) values (new.id, new.state);
        end if;
        return new;
      end $$;
      create or replace trigger see_state after insert or update on job
        for each row execute function see_state();
      """;

  private final Path postgres;

  /// @param home the platform's folder
  Store(Path home) {
    postgres = home.resolve("postgres");
  }

  /// Something that is done with the database.
  private interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  private <T> T in(Work<T> work) throws IOException, SQLException {
    try (Connection connection = connect()) {
      return work.with(connection);
    }
  }

  private Connection connect() throws IOException, SQLException {
    String port = Files.readAllLines(postgres.resolve("data/postmaster.pid")).get(3).strip();
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%s/assay?connectTimeout=5&socketTimeout=30".formatted(port),
        "assay",
        Files.readString(postgres.resolve("password")).strip());
  }

  /// Process id of the server.
  long postmaster() throws IOException {
    return Long.parseLong(
        Files.readAllLines(postgres.resolve("data/postmaster.pid")).getFirst().strip());
  }

  void watchStates() throws IOException, SQLException {
    execute(WATCH);
  }

  void execute(String sql) throws IOException, SQLException {
    in(connection -> {
      try (var statement = connection.createStatement()) {
        return statement.execute(sql);
      }
    });
  }

  /// The first column.
  List<String> column(String sql, Object... values) throws IOException, SQLException {
    return in(connection -> {
      try (var statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        return firstColumn(statement.executeQuery());
      }
    });
  }

  private static List<String> firstColumn(ResultSet rows) throws SQLException {
    var column = new ArrayList<String>();
    while (rows.next()) {
      column.add(String.valueOf(rows.getString(1)));
    }
    return column;
  }

  long count(String sql, Object... values) throws IOException, SQLException {
    return Long.parseLong(column(sql, values).getFirst());
  }

  /// Lets nobody write to a table until it is closed.
  Hold hold(String table) throws IOException, SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("lock table %s in exclusive mode".formatted(table));
    }
    return new Hold(connection, table);
  }

  /// A table that is held.
  final class Hold implements AutoCloseable {
    private final Connection connection;
    private final String table;

    private Hold(Connection connection, String table) {
      this.connection = connection;
      this.table = table;
    }

    /// Whether somebody waits to write to it.
    boolean isWaitedFor() throws IOException, SQLException {
      return count(
              "select count(*) from pg_locks where not granted and relation = ?::regclass", table)
          > 0;
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (SQLException gone) {
        // With its server, and so is the lock.
      }
    }
  }
}
