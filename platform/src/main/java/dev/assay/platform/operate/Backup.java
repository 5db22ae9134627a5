package dev.assay.platform.operate;

import com.github.luben.zstd.ZstdOutputStream;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.operate.BackupManifest.Head;
import dev.assay.platform.operate.BackupManifest.TableColumns;
import dev.assay.platform.operate.BackupManifest.TableCopy;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import dev.assay.platform.store.Migration;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/// Writes all that a platform has into one file, while it works: every table as of one moment, then
/// every blob that a row of then names. Blobs never change, so they may be read later.
///
/// The file is a tar compressed by zstd: `head.json`, `tables/NAME/NUMBER` (rows in PostgreSQL's
/// text format, in pieces), `blobs/HASH`, `manifest.json`. It holds hashes of passwords and tokens,
/// so only its owner may read it.
public final class Backup {
  private static final int PIECE = 8 << 20;

  private final DatabaseAddress address;
  private final Blobs blobs;
  private final String version;

  /// @param version of Assay
  public Backup(DatabaseAddress address, Blobs blobs, String version) {
    this.address = address;
    this.blobs = blobs;
    this.version = version;
  }

  /// Writes `file`, which appears complete or not at all.
  ///
  /// @throws AssayException `CONFLICT` when it is there; `DISK_FULL`, `IO`, `UNREACHABLE`
  public BackupManifest write(Path file) {
    Path unfinished = file.resolveSibling(file.getFileName() + ".part");
    try {
      if (Files.exists(file)) {
        throw new AssayException(
            ErrorCode.CONFLICT, "%s is there already; name another file.".formatted(file));
      }
      BackupManifest manifest = writeUnfinished(unfinished);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      return manifest;
    } catch (IOException e) {
      throw failure(file, e);
    } catch (SQLException e) {
      throw new AssayException(
          ErrorCode.IO, "The database could not be read for the backup: %s".formatted(e), e);
    } finally {
      delete(unfinished);
    }
  }

  private BackupManifest writeUnfinished(Path file) throws IOException, SQLException {
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        OutputStream out =
            new BufferedOutputStream(
                java.nio.channels.Channels.newOutputStream(channel), 1 << 16)) {
      BackupManifest manifest;
      // Closing what compresses ends its frame; the file is still to be synced after that.
      try (var tar = new TarArchiveOutputStream(new ZstdOutputStream(uncloseable(out)), "UTF-8")) {
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        manifest = write(tar);
      }
      out.flush();
      channel.force(true);
      return manifest;
    }
  }

  private static OutputStream uncloseable(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  private BackupManifest write(TarArchiveOutputStream tar) throws IOException, SQLException {
    int schema = Migration.of(address).version();
    try (Connection connection = Database.connect(address, "assay backup")) {
      var repository = new CopyRepository(connection);
      repository.beginSnapshot();
      java.time.Instant now = repository.now();
      List<TableColumns> tables = repository.tables();
      put(
          tar,
          "head.json",
          JsonCodec.toBytes(new Head(BackupManifest.FORMAT, schema, version, tables)));
      var copies = new ArrayList<TableCopy>();
      for (TableColumns table : tables) {
        copies.add(copy(repository, table, tar));
      }
      var missing = new ArrayList<String>();
      long count = 0;
      long bytes = 0;
      for (String hash : repository.blobs(tables)) {
        OptionalLong size = blobs.findSize(hash);
        if (size.isEmpty()) {
          missing.add(hash);
        } else {
          putBlob(tar, hash, size.getAsLong());
          count++;
          bytes += size.getAsLong();
        }
      }
      var manifest =
          new BackupManifest(
              BackupManifest.FORMAT, schema, version, now, copies, count, bytes, missing);
      put(tar, "manifest.json", JsonCodec.toBytes(manifest));
      return manifest;
    }
  }

  private static TableCopy copy(
      CopyRepository repository, TableColumns table, TarArchiveOutputStream tar)
      throws IOException, SQLException {
    var pieces = new Pieces(table.name(), tar);
    repository.copyOut(table, pieces::add);
    return pieces.end();
  }

  /// One table's rows, a piece at a time, since a tar wants sizes first.
  private static final class Pieces {
    private final String table;
    private final TarArchiveOutputStream tar;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private final MessageDigest digest = sha256();
    private long rows;
    private long bytes;
    private int number;

    Pieces(String table, TarArchiveOutputStream tar) {
      this.table = table;
      this.tar = tar;
    }

    void add(byte[] line) throws IOException {
      rows++;
      bytes += line.length;
      digest.update(line);
      piece.writeBytes(line);
      if (piece.size() >= PIECE) {
        flush();
      }
    }

    private void flush() throws IOException {
      put(tar, "tables/%s/%06d".formatted(table, number++), piece.toByteArray());
      piece.reset();
    }

    TableCopy end() throws IOException {
      if (piece.size() > 0) {
        flush();
      }
      return new TableCopy(table, rows, bytes, HexFormat.of().formatHex(digest.digest()));
    }
  }

  private static void put(TarArchiveOutputStream tar, String name, byte[] content)
      throws IOException {
    var entry = new TarArchiveEntry(name);
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private void putBlob(TarArchiveOutputStream tar, String hash, long size) throws IOException {
    var entry = new TarArchiveEntry("blobs/" + hash);
    entry.setSize(size);
    tar.putArchiveEntry(entry);
    try (InputStream content = blobs.open(hash)) {
      content.transferTo(tar);
    }
    tar.closeArchiveEntry();
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // What failed before is said.
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static AssayException failure(Path file, IOException e) {
    boolean isFull = String.valueOf(e.getMessage()).contains("No space left on device");
    return new AssayException(
        isFull ? ErrorCode.DISK_FULL : ErrorCode.IO,
        isFull
            ? "The backup %s was not written: the disk is full.".formatted(file)
            : "The backup %s could not be written: %s.".formatted(file, e),
        e);
  }
}
