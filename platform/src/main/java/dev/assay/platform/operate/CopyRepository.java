package dev.assay.platform.operate;

import dev.assay.platform.operate.BackupManifest.TableColumns;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/// Reads and writes whole tables. Which there are is asked of the database, so that a new table or
/// a new column with blobs (`blob`, `…_blob`) needs no change here.
@SuppressWarnings("InlineFormatString") // All SQL stands on top, also what is completed by names.
final class CopyRepository {
  private static final String SNAPSHOT =
      "set transaction isolation level repeatable read, read only";
  private static final String RESTORING = "set local assay.is_restoring = 'on'";
  private static final String NOW = "select extract(epoch from now())::double precision";
  private static final String COLUMNS =
      """
      select c.relname, a.attname
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' and c.relname <> 'flyway_schema_history'
      order by c.relname, a.attnum
      """;
  private static final String REFERENCES =
      """
      select conrelid::regclass::text, confrelid::regclass::text from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid
      """;
  private static final String IDENTITIES =
      """
      select c.relname, a.attname
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''
      """;
  private static final String COPY_OUT = "copy %s (%s) to stdout";
  private static final String COPY_IN = "copy %s (%s) from stdin";
  private static final String BLOBS = "select distinct %s from %s where %s is not null";
  private static final String IS_EMPTY = "select not exists (select from %s)";
  private static final String SET_IDENTITY =
      "select setval(pg_get_serial_sequence('%s', '%s'), coalesce(max(%s), 0) + 1, false) from %s";

  private final Connection connection;

  /// @param connection which is in a transaction
  CopyRepository(Connection connection) {
    this.connection = connection;
  }

  /// From now on everything is seen as it is at this moment.
  void beginSnapshot() throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute(SNAPSHOT);
    }
  }

  /// Rows that come tell nobody of anything until the transaction ends: webhooks heard of them when
  /// they were new.
  void beginRestore() throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute(RESTORING);
    }
  }

  Instant now() throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(NOW)) {
      row.next();
      return Instant.ofEpochMilli((long) (row.getDouble(1) * 1000));
    }
  }

  /// All tables, each after those that it refers to.
  List<TableColumns> tables() throws SQLException {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    pairs(COLUMNS)
        .forEach(pair ->
            columns.computeIfAbsent(pair.first(), name -> new ArrayList<>()).add(pair.second()));
    List<Pair> references = pairs(REFERENCES);
    var ordered = new ArrayList<TableColumns>();
    Set<String> placed = new HashSet<>();
    while (placed.size() < columns.size()) {
      List<String> next =
          columns.keySet().stream()
              .filter(name -> !placed.contains(name))
              .filter(name -> refersToPlaced(name, references, placed))
              .toList();
      if (next.isEmpty()) {
        throw new IllegalStateException("tables refer to each other in a circle: " + columns);
      }
      next.forEach(
          name -> ordered.add(new TableColumns(name, columns.getOrDefault(name, List.of()))));
      placed.addAll(next);
    }
    return ordered;
  }

  private static boolean refersToPlaced(String name, List<Pair> references, Set<String> placed) {
    return references.stream()
        .filter(pair -> pair.first().equals(name))
        .allMatch(pair -> placed.contains(pair.second()));
  }

  private record Pair(String first, String second) {}

  private List<Pair> pairs(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      var pairs = new ArrayList<Pair>();
      while (rows.next()) {
        pairs.add(new Pair(rows.getString(1), rows.getString(2)));
      }
      return pairs;
    }
  }

  /// Is given each row of a copy.
  interface RowSink {
    void row(byte[] line) throws IOException;
  }

  void copyOut(TableColumns table, RowSink sink) throws SQLException, IOException {
    CopyOut copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyOut(COPY_OUT.formatted(quoted(table.name()), list(table)));
    byte[] line;
    while ((line = copy.readFromCopy()) != null) {
      sink.row(line);
    }
  }

  void copyIn(TableColumns table, InputStream rows) throws SQLException, IOException {
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn(COPY_IN.formatted(quoted(table.name()), list(table)), rows);
  }

  private static String list(TableColumns table) {
    return table.columns().stream().map(CopyRepository::quoted).collect(Collectors.joining(", "));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /// Hashes of all blobs that a row names, each once.
  Set<String> blobs(List<TableColumns> tables) throws SQLException {
    var hashes = new TreeSet<String>();
    for (TableColumns table : tables) {
      for (String column : table.columns()) {
        if (column.equals("blob") || column.endsWith("_blob")) {
          addBlobs(table.name(), column, hashes);
        }
      }
    }
    return hashes;
  }

  private void addBlobs(String table, String column, Set<String> hashes) throws SQLException {
    String name = quoted(column);
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(10_000);
      try (ResultSet rows = statement.executeQuery(BLOBS.formatted(name, quoted(table), name))) {
        while (rows.next()) {
          hashes.add(rows.getString(1));
        }
      }
    }
  }

  /// Tables that have a row.
  List<String> filled(List<TableColumns> tables) throws SQLException {
    var filled = new ArrayList<String>();
    for (TableColumns table : tables) {
      try (var statement = connection.createStatement();
          ResultSet row = statement.executeQuery(IS_EMPTY.formatted(quoted(table.name())))) {
        if (row.next() && !row.getBoolean(1)) {
          filled.add(table.name());
        }
      }
    }
    return filled;
  }

  /// New keys begin after those that were copied.
  void setIdentities() throws SQLException {
    for (Pair identity : pairs(IDENTITIES)) {
      try (var statement = connection.createStatement()) {
        statement.execute(
            SET_IDENTITY.formatted(
                quoted(identity.first()),
                identity.second(),
                quoted(identity.second()),
                quoted(identity.first())));
      }
    }
  }
}
