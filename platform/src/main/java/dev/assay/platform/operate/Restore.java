package dev.assay.platform.operate;

import com.github.luben.zstd.ZstdInputStream;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.blob.FolderBlobs;
import dev.assay.platform.operate.BackupManifest.Head;
import dev.assay.platform.operate.BackupManifest.TableColumns;
import dev.assay.platform.operate.BackupManifest.TableCopy;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.store.Migration;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/// Reads a backup into an empty database and an empty folder for blobs. Everything is checked
/// against the backup's own hashes; the database gets all of it in one transaction or nothing.
public final class Restore {
  private static final int MOST_JSON = 64 << 20;

  private final DatabaseAddress address;
  private final FolderBlobs blobs;

  public Restore(DatabaseAddress address, FolderBlobs blobs) {
    this.address = address;
    this.blobs = blobs;
  }

  /// @throws AssayException `CONFLICT` when there is something in the database or the folder;
  ///   `REQUEST_INVALID` when the backup is not whole; `DISK_FULL`, `IO`
  public BackupManifest read(Path file) {
    if (!blobs.isEmpty()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "There are blobs already; a backup is restored into an empty folder only. Name another with --home.");
    }
    try (var tar =
        new TarArchiveInputStream(
            new ZstdInputStream(new BufferedInputStream(Files.newInputStream(file))), "UTF-8")) {
      return read(tar, file);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID, "The backup %s could not be read: %s.".formatted(file, e), e);
    } catch (SQLException e) {
      throw new AssayException(
          ErrorCode.IO, "The database did not take the backup: %s".formatted(e), e);
    }
  }

  private BackupManifest read(TarArchiveInputStream tar, Path file)
      throws IOException, SQLException {
    TarArchiveEntry first = tar.getNextEntry();
    if (first == null || !first.getName().equals("head.json")) {
      throw broken(file, "it does not begin as a backup of Assay does");
    }
    Head head = json(tar, first, Head.class);
    requireKnown(head, file);
    Migration.of(address).to(head.schema());
    BackupManifest manifest;
    try (Connection connection = Database.connect(address, "assay restore")) {
      var repository = new CopyRepository(connection);
      repository.beginRestore();
      manifest = fill(repository, head, tar, file);
      connection.commit();
    }
    Migration.of(address).toNewest();
    return manifest;
  }

  private static void requireKnown(Head head, Path file) {
    if (head.format() != BackupManifest.FORMAT || head.schema() > Migration.NEWEST) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "The backup %s is of Assay %s, with format %d and schema %d; this Assay knows format %d and schemas up to %d. Restore it with that version."
              .formatted(
                  file,
                  head.version(),
                  head.format(),
                  head.schema(),
                  BackupManifest.FORMAT,
                  Migration.NEWEST));
    }
  }

  private BackupManifest fill(
      CopyRepository repository, Head head, TarArchiveInputStream tar, Path file)
      throws IOException, SQLException {
    List<String> filled = repository.filled(repository.tables());
    if (!filled.isEmpty()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "The database %s is not empty (%s); a backup is restored into an empty one only."
              .formatted(address, String.join(", ", filled)));
    }
    var contents = new Contents(repository, head);
    TarArchiveEntry entry;
    while ((entry = tar.getNextEntry()) != null) {
      String name = entry.getName();
      if (name.equals("manifest.json")) {
        BackupManifest manifest = json(tar, entry, BackupManifest.class);
        contents.requireSame(manifest, file);
        repository.setIdentities();
        return manifest;
      } else if (name.startsWith("blobs/")) {
        contents.blobs++;
        contents.blobBytes += blobs.store(name.substring("blobs/".length()), tar);
      } else {
        contents.addPiece(name.split("/", -1)[1], tar.readAllBytes());
      }
    }
    throw broken(file, "its end is missing");
  }

  private static <T> T json(TarArchiveInputStream tar, TarArchiveEntry entry, Class<T> type)
      throws IOException {
    return JsonCodec.read(tar.readNBytes(MOST_JSON), type, entry.getName());
  }

  private static AssayException broken(Path file, String what) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID,
        "The backup %s is not whole: %s. Nothing was restored.".formatted(file, what));
  }

  /// What was read so far.
  private static final class Contents {
    private final CopyRepository repository;
    private final Map<String, TableColumns> columns;
    private final Map<String, MessageDigest> digests = new LinkedHashMap<>();
    private long blobs;
    private long blobBytes;

    Contents(CopyRepository repository, Head head) {
      this.repository = repository;
      columns = head.tables().stream().collect(Collectors.toMap(TableColumns::name, one -> one));
    }

    void addPiece(String table, byte[] rows) throws SQLException, IOException {
      TableColumns known = columns.get(table);
      if (known == null) {
        throw new IOException("it has rows of a table that its head does not name: " + table);
      }
      digests.computeIfAbsent(table, name -> Backup.sha256()).update(rows);
      repository.copyIn(known, new ByteArrayInputStream(rows));
    }

    void requireSame(BackupManifest manifest, Path file) {
      for (TableCopy table : manifest.tables()) {
        @Nullable MessageDigest digest = digests.get(table.name());
        String hash =
            HexFormat.of().formatHex((digest == null ? Backup.sha256() : digest).digest());
        if (!hash.equals(table.sha256())) {
          throw broken(file, "rows of %s are not those that were written".formatted(table.name()));
        }
      }
      if (blobs != manifest.blobs() || blobBytes != manifest.blobBytes()) {
        throw broken(file, "it has %d of %d blobs".formatted(blobs, manifest.blobs()));
      }
    }
  }
}
