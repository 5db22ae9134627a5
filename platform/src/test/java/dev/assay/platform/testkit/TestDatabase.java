package dev.assay.platform.testkit;

import dev.assay.platform.postgres.PostgresBinaries;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/// A PostgreSQL for this JVM's tests, started once, with a database of its own for each that asks.
///
/// Tests that do not say otherwise get Debian's PostgreSQL 15, or with
/// `ASSAY_TEST_POSTGRES=embedded` the one that Assay brings.
public final class TestDatabase {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private TestDatabase() {}

  /// Which PostgreSQL.
  public enum Kind {
    DEBIAN_15,
    EMBEDDED;

    private Server server() {
      return switch (this) {
        case DEBIAN_15 -> Debian.SERVER;
        case EMBEDDED -> Embedded.SERVER;
      };
    }
  }

  private static Kind usual() {
    return "embedded".equals(System.getenv("ASSAY_TEST_POSTGRES")) ? Kind.EMBEDDED : Kind.DEBIAN_15;
  }

  /// An empty, migrated database. The caller closes it.
  public static Database fresh() {
    return fresh(usual());
  }

  public static Database fresh(Kind kind) {
    return Database.open(freshAddress(kind), 8);
  }

  /// Address of an empty, migrated database.
  public static DatabaseAddress freshAddress() {
    return freshAddress(usual());
  }

  public static DatabaseAddress freshAddress(Kind kind) {
    return kind.server().create("test" + COUNT.incrementAndGet(), "template_assay");
  }

  /// Address of a database that has nothing in it.
  public static DatabaseAddress emptyAddress(Kind kind) {
    return kind.server().create("test" + COUNT.incrementAndGet(), "template1");
  }

  private static final class Debian {
    static final Server SERVER = new Server(folder -> Path.of("/usr/lib/postgresql/15"));
  }

  private static final class Embedded {
    static final Server SERVER = new Server(folder -> PostgresBinaries.unpackInto(folder).folder());
  }

  private static final class Server {
    private final int port;

    /// @param programs where they are, or come to be, for a folder
    Server(UnaryOperator<Path> programs) {
      try {
        Path folder = Files.createTempDirectory("assay-pg");
        String bin = programs.apply(folder) + "/bin/";
        execute("chown", "nobody", folder.toString());
        port = freePort();
        Path data = folder.resolve("data");
        execute(
            asNobody(
                bin + "initdb",
                "-D",
                data.toString(),
                "-A",
                "trust",
                "-U",
                "assay",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C"));
        var server =
            new ProcessBuilder(
                    asNobody(
                        bin + "postgres",
                        "-D",
                        data.toString(),
                        "-p",
                        "" + port,
                        "-h",
                        "127.0.0.1",
                        "-k",
                        "",
                        "-F",
                        "-c",
                        "max_connections=200"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, folder)));
        awaitReady(server);
        sql("postgres", "create database template_assay");
        Database.open(address("template_assay"), 2).close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /// Nobody waits until the files of some hundred databases are removed.
    private static void end(Process server, Path folder) {
      server.destroyForcibly();
      try {
        server.waitFor();
        new ProcessBuilder("rm", "-rf", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private static String[] asNobody(String... command) {
      var all =
          new ArrayList<>(
              List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
      all.addAll(List.of(command));
      return all.toArray(String[]::new);
    }

    private static void execute(String... command) {
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said =
            new String(
                process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        int code = process.waitFor();
        if (code != 0) {
          throw new IllegalStateException(String.join(" ", command) + ": " + said);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private static int freePort() throws IOException {
      try (var socket = new ServerSocket(0)) {
        return socket.getLocalPort();
      }
    }

    private void awaitReady(Process server) {
      for (int i = 0; ; i++) {
        try {
          sql("postgres", "select 1");
          return;
        } catch (IllegalStateException e) {
          if (i == 400 || hasEnded(server)) {
            throw e;
          }
        }
      }
    }

    /// Looks for a moment.
    private static boolean hasEnded(Process server) {
      try {
        return server.waitFor(25, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    private void sql(String database, String statement) {
      try (var connection = DriverManager.getConnection(address(database).url(), "assay", "assay");
          var one = connection.createStatement()) {
        one.execute(statement);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private DatabaseAddress address(String database) {
      return new DatabaseAddress(
          "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database), "assay", "assay");
    }

    synchronized DatabaseAddress create(String database, String template) {
      sql("postgres", "create database %s template %s".formatted(database, template));
      return address(database);
    }
  }
}
