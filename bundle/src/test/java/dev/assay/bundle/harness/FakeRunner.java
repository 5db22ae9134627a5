package dev.assay.bundle.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The runner's end of the control conversation, with the harness as a child of this process.
final class FakeRunner implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;
  private final OutputStream input;
  private final Path log;

  private FakeRunner(Process process, Path log) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
    this.input = process.getOutputStream();
    this.log = log;
  }

  static FakeRunner start(Path solution, Path point) throws IOException {
    return start(solution, point, Map.of());
  }

  /// @param environment beside what this process has
  static FakeRunner start(Path solution, Path point, Map<String, String> environment)
      throws IOException {
    Path log = Files.createTempFile(solution, "stderr", ".txt");
    var builder = new ProcessBuilder("./solution", point.toString()).directory(solution.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("ASSAY_CONTROL", "stdio");
    builder.redirectError(log.toFile());
    return new FakeRunner(builder.start(), log);
  }

  /// Says a line; a harness that is gone takes it silently.
  void say(String line) {
    try {
      input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      // What it said before it went is still to be heard.
    }
  }

  /// The next line; absent at the end of the stream.
  @Nullable String hear() throws IOException {
    return lines.readLine();
  }

  @Nullable String ask(String line) throws IOException {
    say(line);
    return hear();
  }

  void closeChannel() throws IOException {
    input.close();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(Duration.ofSeconds(30).toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the harness does not end");
    }
    return process.exitValue();
  }

  String standardError() throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
