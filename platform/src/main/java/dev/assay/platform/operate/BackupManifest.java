package dev.assay.platform.operate;

import java.time.Instant;
import java.util.List;

/// The end of a backup. Without it a backup is not whole.
///
/// @param format of the file, 1
/// @param schema step of the database's schema
/// @param version of Assay that wrote it
/// @param takenAt by the database's clock: everything committed until then is in it
/// @param missingBlobs hashes that the database names and no blob has
public record BackupManifest(
    int format,
    int schema,
    String version,
    Instant takenAt,
    List<TableCopy> tables,
    long blobs,
    long blobBytes,
    List<String> missingBlobs) {
  public static final int FORMAT = 1;

  public BackupManifest {
    tables = List.copyOf(tables);
    missingBlobs = List.copyOf(missingBlobs);
  }

  /// @param bytes of the rows in PostgreSQL's text format
  /// @param sha256 of those bytes, hex
  public record TableCopy(String name, long rows, long bytes, String sha256) {}

  /// The beginning of a backup: tables with their columns, in the order of the copy.
  public record Head(int format, int schema, String version, List<TableColumns> tables) {
    public Head {
      tables = List.copyOf(tables);
    }
  }

  /// @param name of a table; tables that it refers to come before it
  public record TableColumns(String name, List<String> columns) {
    public TableColumns {
      columns = List.copyOf(columns);
    }
  }

  long rows() {
    return tables.stream().mapToLong(TableCopy::rows).sum();
  }
}
