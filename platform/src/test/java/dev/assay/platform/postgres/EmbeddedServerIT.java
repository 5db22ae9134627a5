package dev.assay.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.store.Database;
import dev.assay.platform.store.DatabaseAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The real server, as real processes that are killed.
class EmbeddedServerIT {
  private static final int TRIES = 600;

  private Path folder = Path.of("");

  /// Not JUnit's, whose folders only root may enter.
  @BeforeEach
  void makeFolder() throws IOException {
    Path parent = Files.createTempDirectory("assay-embedded");
    Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
    folder = parent.resolve("postgres");
  }

  @AfterEach
  void removeFolder() throws IOException {
    Path parent = folder.getParent();
    if (parent != null) {
      Folders.delete(parent);
    }
  }

  @Test
  void keepsWhatWasCommittedOverStops() {
    try (var server = EmbeddedServer.start(folder)) {
      write(server.address(), 1);
    }

    try (var server = EmbeddedServer.start(folder)) {
      assertThat(read(server.address())).containsExactly(1);
    }
    assertThat(EmbeddedServer.findRunning(folder)).isEmpty();
  }

  @Test
  void runsWithoutRightsAndListensToThisMachineWithAPasswordOnly() throws IOException {
    try (var server = EmbeddedServer.start(folder)) {
      assertThat(Files.readAllLines(Path.of("/proc", "" + server.pid(), "status")))
          .noneMatch(line -> line.matches("Uid:\\s+0\\s.*"))
          .anyMatch(line -> line.matches("CapEff:\\s+0+"));
      assertThat(rights(folder.resolve("data"))).isEqualTo("rwx------");
      assertThat(rights(folder.resolve("password"))).isEqualTo("rw-------");
      assertThat(settings(server.address()))
          .containsExactly("127.0.0.1", "on", "scram-sha-256", "18.6");
      assertThatThrownBy(
              () -> DriverManager.getConnection(server.address().url(), "assay", "guess").close())
          .hasMessageContaining("password authentication failed");
      assertThatThrownBy(() ->
              Database.open(new DatabaseAddress(server.address().url(), "postgres", "guess"), 1))
          .hasMessageContaining("does not accept the user or the password");
      assertThat(EmbeddedServer.findRunning(folder)).contains(server.address());
    }
  }

  @Test
  void refusesAFolderThatIsInUse() {
    try (var server = EmbeddedServer.start(folder)) {
      assertThatThrownBy(() -> EmbeddedServer.start(folder))
          .hasMessageContaining("Another Assay uses the database")
          .extracting(e -> ((AssayException) e).code())
          .isEqualTo(ErrorCode.CONFLICT);
      assertThat(server.pid()).isPositive();
    }
  }

  @Test
  void startsAgainWhenItIsKilledAndThePoolFollows() throws InterruptedException {
    try (var server = EmbeddedServer.start(folder)) {
      write(server.address(), 1);
      try (var database = Database.attach(server.address(), 3)) {
        for (int kill = 2; kill <= 4; kill++) {
          long killed = server.pid();
          ProcessHandle.of(killed).ifPresent(ProcessHandle::destroyForcibly);
          awaitAnother(server, killed);
          insertUntilItWorks(database.jdbi(), kill);
        }
      }

      assertThat(read(server.address())).containsExactly(1, 2, 3, 4);
    }
  }

  @Test
  void takesOverFromAKilledProcess() throws IOException {
    Process process = ServerProcess.start(folder);
    String[] said = new String(readLine(process), StandardCharsets.UTF_8).strip().split(" ", 2);
    long left = Long.parseLong(said[0]);
    assertThatThrownBy(() -> EmbeddedServer.start(folder)).hasMessageContaining("Another Assay");
    write(EmbeddedServer.findRunning(folder).orElseThrow(), 1);

    process.destroyForcibly().onExit().join();
    assertThat(ProcessHandle.of(left).filter(ProcessHandle::isAlive)).isPresent();
    try (var server = EmbeddedServer.start(folder)) {
      assertThat(server.pid()).isNotEqualTo(left);
      assertThat(read(server.address())).containsExactly(1);
    }
    assertThat(ProcessHandle.of(left).filter(EmbeddedServerIT::runs)).isEmpty();
  }

  @Test
  void recoversWhenBothWereKilled() throws IOException {
    Process process = ServerProcess.start(folder);
    long left =
        Long.parseLong(new String(readLine(process), StandardCharsets.UTF_8).split(" ", 2)[0]);
    write(EmbeddedServer.findRunning(folder).orElseThrow(), 1);

    process.destroyForcibly().onExit().join();
    ProcessHandle.of(left).ifPresent(ProcessHandle::destroyForcibly);
    try (var server = EmbeddedServer.start(folder)) {
      assertThat(read(server.address())).containsExactly(1);
    }
  }

  @Test
  void refusesTheDataOfAnotherMajorVersion() throws IOException {
    EmbeddedServer.start(folder).close();
    Files.writeString(folder.resolve("data/PG_VERSION"), "17\n");

    assertThatThrownBy(() -> EmbeddedServer.start(folder))
        .hasMessageContaining("PostgreSQL 17")
        .hasMessageContaining("brings PostgreSQL 18")
        .hasMessageContaining("backup");
  }

  @Test
  void startsAnewAfterAFirstStartThatBrokeOff() throws IOException {
    Files.createDirectories(folder.resolve("data.new/base"));
    Files.createDirectories(folder.resolve(".unpacking-1/bin"));
    Files.writeString(folder.resolve("password.new"), "half");

    try (var server = EmbeddedServer.start(folder)) {
      write(server.address(), 1);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsExactlyInAnyOrder("18.6.0", "data", "lock", "password", "server.log");
    }
  }

  @Test
  void saysWhoCannotEnterWhichFolder() throws IOException {
    Path closed = Files.createDirectory(folder.resolveSibling("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));

    assertThatThrownBy(() -> EmbeddedServer.start(closed.resolve("postgres")))
        .hasMessageContaining("may not enter " + closed);
  }

  private static boolean runs(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", "" + process.pid(), "cmdline")).contains("postgres");
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] readLine(Process process) throws IOException {
    var line = new java.io.ByteArrayOutputStream();
    int one;
    while ((one = process.getInputStream().read()) >= 0 && one != '\n') {
      line.write(one);
    }
    return line.toByteArray();
  }

  private static void awaitAnother(EmbeddedServer server, long killed) throws InterruptedException {
    for (int i = 0; i < TRIES && server.pid() == killed; i++) {
      Thread.sleep(50);
    }
    assertThat(server.pid()).isNotEqualTo(killed);
  }

  private static void insertUntilItWorks(Jdbi jdbi, int number) throws InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      try {
        jdbi.useHandle(handle -> handle.execute("insert into kept values (?)", number));
        return;
      } catch (RuntimeException e) {
        Thread.sleep(50);
      }
    }
    throw new AssertionError("the database did not come back");
  }

  private static void write(DatabaseAddress address, int number) {
    try (var database = Database.attach(address, 1)) {
      database
          .jdbi()
          .useHandle(handle -> {
            handle.execute("create table if not exists kept (number integer)");
            handle.execute("insert into kept values (?)", number);
          });
    }
  }

  private static List<Integer> read(DatabaseAddress address) {
    try (var database = Database.attach(address, 1)) {
      return database
          .jdbi()
          .withHandle(handle ->
              handle.createQuery("select number from kept order by 1").mapTo(Integer.class).list());
    }
  }

  private static List<String> settings(DatabaseAddress address) {
    try (var database = Database.attach(address, 1)) {
      return database
          .jdbi()
          .withHandle(handle ->
              handle
                  .createQuery(
                      "select current_setting(name) from unnest(array['listen_addresses', 'fsync', 'password_encryption', 'server_version']) with ordinality as s(name, n) order by n")
                  .mapTo(String.class)
                  .list());
    }
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
