package dev.assay.cli.platform;

import dev.assay.core.protocol.ReportMessage;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Keeps what runners have written: a second name for each spool's file, which stays when the
/// runner deletes its own.
final class Ledger {
  private final Path home;
  private final Path kept;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  /// @param home `ASSAY_HOME` of a runner
  Ledger(Path home) throws IOException {
    this.home = home;
    this.kept = Files.createDirectories(home.resolve("kept"));
    thread = Thread.ofPlatform().daemon().name("ledger").start(this::watch);
  }

  private void watch() {
    try {
      do {
        keepAll();
      } while (!closed.await(10, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keepAll() {
    for (Path folder : spools()) {
      Path messages = folder.resolve("messages.jsonl");
      Path link = kept.resolve(folder.getFileName() + ".jsonl");
      if (!Files.exists(link) && Files.exists(messages)) {
        try {
          Files.createLink(link, messages);
        } catch (IOException gone) {
          // Deleted this moment, or not there yet.
        }
      }
    }
  }

  /// What waits to be sent.
  List<Path> spools() {
    try (Stream<Path> platforms = Files.list(home.resolve("runner"))) {
      var all = new ArrayList<Path>();
      for (Path platform : platforms.toList()) {
        try (Stream<Path> folders = Files.list(platform.resolve("spool"))) {
          folders.filter(Files::isDirectory).forEach(all::add);
        }
      }
      return all;
    } catch (IOException none) {
      return List.of();
    }
  }

  boolean has(String run) {
    return Files.exists(kept.resolve(run + ".jsonl"));
  }

  /// What was written of a run; a line that a kill tore is none.
  List<ReportMessage> messages(String run) throws IOException {
    if (!has(run)) {
      return List.of();
    }
    String text = Files.readString(kept.resolve(run + ".jsonl"));
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(line ->
            JsonCodec.read(
                line.getBytes(StandardCharsets.UTF_8), ReportMessage.class, "a message of " + run))
        .toList();
  }

  boolean isClosed(String run) throws IOException {
    return messages(run).stream().map(ReportMessage::closed).anyMatch(Objects::nonNull);
  }

  public void close() throws InterruptedException {
    closed.countDown();
    thread.join();
  }
}
