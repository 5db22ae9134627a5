package dev.assay.cli.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A runner with a home of its own, which is killed and started again.
final class RunnerProcess {
  private final PlatformFixture platform;
  private final Path home;
  private final String url;
  private final Ledger ledger;
  private @Nullable Process process;

  /// @param url of the platform, as this runner reaches it
  RunnerProcess(PlatformFixture platform, Path home, String url) throws IOException {
    this.platform = platform;
    this.home = home;
    this.url = url;
    this.ledger = new Ledger(Files.createDirectories(home));
  }

  Path home() {
    return home;
  }

  Ledger ledger() {
    return ledger;
  }

  Path log() {
    return home.resolveSibling(home.getFileName() + ".log");
  }

  void start(String... more) throws IOException {
    start(List.of(), List.of(more));
  }

  /// @param before words in front of the command
  void start(List<String> before, List<String> more) throws IOException {
    var arguments = new ArrayList<>(List.of("runner", "--platform", url));
    arguments.addAll(more);
    process = platform.start(Map.of("ASSAY_HOME", home.toString()), log(), before, arguments);
  }

  Process process() {
    if (process == null) {
      throw new IllegalStateException("the runner was not started");
    }
    return process;
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /// As `kill -9`.
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  void killAndStart() throws IOException, InterruptedException {
    kill();
    start();
  }

  public void close() throws InterruptedException {
    kill();
    ledger.close();
  }
}
