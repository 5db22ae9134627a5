package dev.assay.platform.store;

import java.sql.Connection;
import java.sql.SQLException;

/// What Flyway has noted. Read without Flyway, which would take a good part of a start.
final class SchemaRepository {
  private static final String HAS_HISTORY =
      "select to_regclass('flyway_schema_history') is not null";
  private static final String VERSION =
      "select coalesce(max(version::integer), 0) from flyway_schema_history where success";

  private SchemaRepository() {}

  static int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var history = statement.executeQuery(HAS_HISTORY);
      if (!history.next() || !history.getBoolean(1)) {
        return 0;
      }
      var version = statement.executeQuery(VERSION);
      return version.next() ? version.getInt(1) : 0;
    }
  }
}
