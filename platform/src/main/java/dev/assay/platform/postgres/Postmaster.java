package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The server's process on one port.
final class Postmaster {
  private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(10);
  private static final Duration ORPHANS_LEAVE = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(10);
  private static final int STOP_SECONDS = 30;

  /// What the platform relies on. All else stands in `data/postgresql.conf`, where it can be tuned.
  private static final Map<String, String> SETTINGS =
      Map.of(
          "listen_addresses", "127.0.0.1",
          "unix_socket_directories", "",
          "fsync", "on",
          "full_page_writes", "on",
          "synchronous_commit", "on");

  private final ServerFolder folder;
  private final PostgresBinaries binaries;
  private final int port;
  private volatile @Nullable Process process;
  private boolean isStopped;

  Postmaster(ServerFolder folder, PostgresBinaries binaries, int port) {
    this.folder = folder;
    this.binaries = binaries;
    this.port = port;
  }

  int port() {
    return port;
  }

  long pid() {
    return required().pid();
  }

  private Process required() {
    Process started = process;
    if (started == null) {
      throw new IllegalStateException("the server was not started");
    }
    return started;
  }

  /// Starts it and waits until it takes connections, which includes recovering from a crash. Does
  /// nothing once it was stopped.
  synchronized void start() {
    if (isStopped) {
      return;
    }
    long patience = System.nanoTime() + ORPHANS_LEAVE.toNanos();
    removeWhatIsLeft();
    while (!tryStart()) {
      // Processes of a server that was killed end by themselves, and hold its memory until then.
      if (System.nanoTime() > patience) {
        throw new AssayException(
            ErrorCode.IO,
            "Processes of an earlier PostgreSQL do not end; end those that work in %s."
                .formatted(folder.data()));
      }
      pause();
    }
  }

  private void removeWhatIsLeft() {
    try {
      if (PostmasterFile.find(folder.data()).filter(this::isOurs).isPresent()) {
        stopServer();
      } else {
        PostmasterFile.remove(folder.data());
      }
    } catch (IOException e) {
      throw ServerFailures.ofFolder("A stale postmaster.pid stays", folder.data(), e);
    }
  }

  private boolean isOurs(PostmasterFile file) {
    return file.isServerOf(folder.data());
  }

  /// @return whether it runs; not while the memory of an earlier one is in use
  private boolean tryStart() {
    long logged = folder.logSize();
    Process started = Programs.start(command(), folder.path(), folder.log());
    process = started;
    long deadline = System.nanoTime() + LONGEST_RECOVERY.toNanos();
    while (!isReady(started)) {
      if (!started.isAlive()) {
        return explain(folder.logSince(logged));
      }
      if (System.nanoTime() > deadline) {
        started.destroyForcibly();
        throw ServerFailures.ofProgram(
            "PostgreSQL did not get ready", folder.path(), folder.logSince(logged));
      }
      pause();
    }
    return true;
  }

  private boolean isReady(Process started) {
    return PostmasterFile.find(folder.data())
        .filter(file -> file.pid() == started.pid() && file.isReady())
        .isPresent();
  }

  private boolean explain(String said) {
    if (said.contains("still in use") || said.contains("is another postmaster")) {
      return false;
    }
    if (said.contains("Address already in use")) {
      throw new PortTakenException(port);
    }
    throw ServerFailures.ofProgram("PostgreSQL could not be started", folder.path(), said);
  }

  private List<String> command() {
    var command =
        new ArrayList<>(
            List.of(
                binaries.program("postgres").toString(),
                "-D",
                folder.data().toString(),
                "-p",
                Integer.toString(port)));
    SETTINGS.forEach((name, value) -> {
      command.add("-c");
      command.add(name + "=" + value);
    });
    return folder.user().command(command);
  }

  /// @return exit code of the process
  int awaitEnd() throws InterruptedException {
    return required().waitFor();
  }

  synchronized void stop() {
    isStopped = true;
    Process started = required();
    if (started.isAlive()) {
      stopServer();
    }
    try {
      if (!started.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        started.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Fast: connections are cut, what they had not committed is rolled back.
  private void stopServer() {
    Programs.Ended ended = pgCtl("fast");
    if (ended.code() != 0) {
      pgCtl("immediate");
    }
  }

  private Programs.Ended pgCtl(String mode) {
    return Programs.execute(
        folder
            .user()
            .command(
                List.of(
                    binaries.program("pg_ctl").toString(),
                    "stop",
                    "--pgdata=" + folder.data(),
                    "--mode=" + mode,
                    "--wait",
                    "--timeout=" + STOP_SECONDS)),
        folder.path());
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_AGAIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, "The start was interrupted.", e);
    }
  }
}
