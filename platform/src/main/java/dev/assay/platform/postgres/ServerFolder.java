package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Where the platform's own PostgreSQL lies.
///
///     FOLDER/VERSION/    its programs, root's own where root started the platform
///     FOLDER/data/       its data, mode 700, the server's user's
///     FOLDER/password    mode 600, the platform's user's
///     FOLDER/server.log  what it says
///     FOLDER/lock        held while a platform uses it
record ServerFolder(Path path, ServerUser user) {
  static final String SUPERUSER = "postgres";

  /// Written into `postgresql.conf`. They keep an idle server small: no workers, little shared
  /// memory.
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("shared_buffers", "32MB"),
          Map.entry("max_connections", "60"),
          Map.entry("wal_level", "minimal"),
          Map.entry("max_wal_senders", "0"),
          Map.entry("max_worker_processes", "4"),
          Map.entry("max_logical_replication_workers", "0"),
          Map.entry("io_method", "sync"),
          Map.entry("autovacuum_worker_slots", "4"),
          Map.entry("autovacuum_max_workers", "2"),
          Map.entry("jit", "off"),
          Map.entry("huge_pages", "off"),
          Map.entry("log_min_messages", "log"),
          Map.entry("log_checkpoints", "off"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"));

  private static final int PASSWORD_BYTES = 24;
  private static final long MOST_LOG = 8L << 20;

  static ServerFolder open(Path path) {
    ServerUser user = ServerUser.choose();
    try {
      Folders.create(path, user.uid() == null ? "rwx------" : "rwx--x--x");
      user.requireWayTo(path.resolve("data"));
      return new ServerFolder(path.toRealPath(), user);
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The folder for PostgreSQL could not be made", path, e);
    }
  }

  Path data() {
    return path.resolve("data");
  }

  Path log() {
    return path.resolve("server.log");
  }

  /// Random, made once.
  String password() {
    Path file = path.resolve("password");
    try {
      if (!Files.exists(file)) {
        writePassword(file);
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The database's password could not be kept", path, e);
    }
  }

  private void writePassword(Path file) throws IOException {
    var bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    Path fresh = path.resolve("password.new");
    Files.deleteIfExists(fresh);
    secretFile(fresh, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void secretFile(Path file, String text) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(
        file,
        (text + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
  }

  /// Makes the database unless it is there. It appears complete or not at all.
  void initialize(PostgresBinaries binaries) {
    try {
      if (Files.exists(data())) {
        requireVersion(binaries);
      } else {
        make(binaries);
      }
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The database could not be made", path, e);
    }
  }

  private void requireVersion(PostgresBinaries binaries) throws IOException {
    String found = Files.readString(data().resolve("PG_VERSION")).strip();
    if (!found.equals(binaries.major())) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT,
          "%s holds a database of PostgreSQL %s, and this Assay brings PostgreSQL %s, which cannot read it. Make a backup with the Assay that wrote it, and restore it into an empty folder (docs/operating.md, “Upgrading”)."
              .formatted(data(), found, binaries.major()));
    }
  }

  private void make(PostgresBinaries binaries) throws IOException {
    Path fresh = path.resolve("data.new");
    Folders.delete(fresh);
    Folders.create(fresh, "rwx------");
    Path passwordFile = path.resolve("password.init");
    Files.deleteIfExists(passwordFile);
    secretFile(passwordFile, password());
    user.own(fresh);
    user.own(passwordFile);
    Programs.Ended ended = Programs.execute(initdb(binaries, fresh, passwordFile), path);
    Files.deleteIfExists(passwordFile);
    if (ended.code() != 0) {
      Folders.delete(fresh);
      throw ServerFailures.ofProgram("The database could not be made", path, ended.said());
    }
    move(fresh);
  }

  private void move(Path fresh) throws IOException {
    try {
      Files.move(fresh, data(), StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException e) {
      throw new AssayException(
          ErrorCode.CONFLICT, "%s came into being meanwhile; start again.".formatted(data()), e);
    }
  }

  private List<String> initdb(PostgresBinaries binaries, Path fresh, Path passwordFile) {
    var command =
        new ArrayList<>(
            List.of(
                binaries.program("initdb").toString(),
                "--pgdata=" + fresh,
                "--auth=scram-sha-256",
                "--username=" + SUPERUSER,
                "--pwfile=" + passwordFile,
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
    SETTINGS.forEach((name, value) -> {
      command.add("-c");
      command.add(name + "=" + value);
    });
    return user.command(command);
  }

  /// Keeps one log before this one, so that the two have a bound.
  void turnLog() {
    try {
      if (Files.exists(log()) && Files.size(log()) > MOST_LOG) {
        Files.move(log(), path.resolve("server.log.old"), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The server's log could not be turned", path, e);
    }
  }

  /// What the log has had since it was `from` bytes long.
  String logSince(long from) {
    try (var file = Files.newInputStream(log())) {
      file.skipNBytes(from);
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "nothing (%s)".formatted(e);
    }
  }

  long logSize() {
    try {
      return Files.exists(log()) ? Files.size(log()) : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
