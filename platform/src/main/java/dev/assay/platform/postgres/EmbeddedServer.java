package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.store.DatabaseAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The platform's own PostgreSQL. It listens on the loopback interface alone, asks for a password,
/// and syncs to disk. While this is open it is started again whenever it dies; it keeps its
/// address.
///
/// A server that a killed platform has left behind is stopped and started anew. PostgreSQL itself
/// recovers what it had acknowledged.
public final class EmbeddedServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
  private static final String DATABASE = "assay";
  private static final int PORTS_TRIED = 3;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final ServerFolder folder;
  private final FolderLock lock;
  private final Postmaster postmaster;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread watchdog;

  private EmbeddedServer(ServerFolder folder, FolderLock lock, Postmaster postmaster) {
    this.folder = folder;
    this.lock = lock;
    this.postmaster = postmaster;
    watchdog = Thread.ofPlatform().daemon().name("postgres-watchdog").unstarted(this::watch);
  }

  /// Starts it; the first start unpacks the programs and makes the database.
  ///
  /// @param path a folder for it alone
  /// @throws AssayException `CONFLICT` while another process uses the folder; `MACHINE_UNFIT` when
  ///   it holds a database of another major version; `DISK_FULL`, `NOT_PERMITTED`, `IO`
  public static EmbeddedServer start(Path path) {
    ServerFolder folder = ServerFolder.open(path);
    FolderLock lock = FolderLock.take(folder.path());
    try {
      PostgresBinaries binaries = PostgresBinaries.unpackInto(folder.path());
      folder.initialize(binaries);
      folder.turnLog();
      var server = new EmbeddedServer(folder, lock, launch(folder, binaries));
      server.createDatabase();
      server.watchdog.start();
      return server;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /// The address of a server that runs in `path` now, whoever started it.
  public static Optional<DatabaseAddress> findRunning(Path path) {
    Path data = path.resolve("data");
    return PostmasterFile.find(data)
        .filter(file -> file.isReady() && file.isServerOf(data))
        .map(file -> address(file.port(), DATABASE, DATABASE, ServerFolder.open(path).password()));
  }

  private static Postmaster launch(ServerFolder folder, PostgresBinaries binaries) {
    for (int tried = 1; ; tried++) {
      var postmaster = new Postmaster(folder, binaries, freePort());
      try {
        postmaster.start();
        return postmaster;
      } catch (PortTakenException e) {
        if (tried == PORTS_TRIED) {
          throw new AssayException(
              ErrorCode.MACHINE_UNFIT, "No free port was found for the database.", e);
        }
      }
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.MACHINE_UNFIT, "No free port was found for the database: %s.".formatted(e), e);
    }
  }

  private static DatabaseAddress address(int port, String database, String user, String password) {
    return new DatabaseAddress(
        "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database), user, password);
  }

  /// How the platform's database is reached, as a role that owns it and nothing else.
  public DatabaseAddress address() {
    return address(postmaster.port(), DATABASE, DATABASE, folder.password());
  }

  /// Process id of the server as it runs now.
  public long pid() {
    return postmaster.pid();
  }

  private void createDatabase() {
    DatabaseAddress root =
        address(postmaster.port(), "postgres", ServerFolder.SUPERUSER, folder.password());
    try (var connection = DriverManager.getConnection(root.url(), root.user(), root.password());
        var statement = connection.createStatement()) {
      var found = statement.executeQuery("select 1 from pg_database where datname = 'assay'");
      if (!found.next()) {
        // The password is base64url, so it needs no quoting.
        statement.execute(
            "do $$ begin if not exists (select from pg_roles where rolname = 'assay') then create role assay login password '%s'; end if; end $$"
                .formatted(folder.password()));
        statement.execute("create database assay owner assay");
      }
    } catch (SQLException e) {
      throw new AssayException(
          ErrorCode.IO, "The platform's own database could not be made: %s".formatted(e), e);
    }
  }

  private void watch() {
    try {
      while (!closing.await(0, TimeUnit.SECONDS)) {
        int code = postmaster.awaitEnd();
        if (closing.getCount() > 0) {
          LOG.error("PostgreSQL ended with code {}; it is started again", code);
          revive();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void revive() throws InterruptedException {
    Duration pause = Duration.ofMillis(100);
    while (closing.getCount() > 0) {
      try {
        postmaster.start();
        LOG.info("PostgreSQL runs again");
        return;
      } catch (RuntimeException e) {
        LOG.error("PostgreSQL could not be started again; the next try is in {}", pause, e);
      }
      boolean closed = closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      pause = closed || pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
    }
  }

  /// Stops it: what is committed is on disk, what runs is rolled back.
  @Override
  public void close() {
    closing.countDown();
    try {
      postmaster.stop();
    } finally {
      lock.close();
    }
  }
}
