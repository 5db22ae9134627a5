package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Executes further `assay` commands as processes of their own, against one platform: what is
/// measured is not disturbed by a platform in the same process, and people see commands that they
/// can type themselves.
final class DemoPrograms {
  private static final Duration LONGEST = Duration.ofDays(3650);

  private final HostPrograms programs;
  private final Path launcher;
  private final Map<String, String> environment;

  /// @param launcher the script `assay`
  DemoPrograms(HostPrograms programs, Path launcher, String platform, String token) {
    this.programs = programs;
    this.launcher = launcher;
    this.environment = Map.of("ASSAY_PLATFORM", platform, "ASSAY_TOKEN", token, "COLUMNS", "100");
  }

  /// What the command printed.
  ///
  /// @param lines hears each line as it comes
  /// @throws AssayException when it did not do what it was to do
  String require(Consumer<String> lines, String... words) {
    HostAnswer answer = execute(lines, words);
    if (answer.exitCode() != 0) {
      throw new AssayException(
          ErrorCode.INTERNAL,
          "'assay %s' ended with %d: %s"
              .formatted(
                  String.join(" ", words),
                  answer.exitCode(),
                  (answer.errors() + answer.output()).strip()));
    }
    return answer.output();
  }

  private HostAnswer execute(Consumer<String> lines, String... words) {
    List<String> command = Stream.concat(Stream.of(launcher.toString()), Stream.of(words)).toList();
    return programs.execute(new HostCommand(command, environment, LONGEST, lines));
  }

  /// Starts a command that goes on until it is closed.
  Running start(Consumer<String> lines, String... words) {
    return new Running(
        Thread.ofPlatform().name("assay " + words[0]).start(() -> untilInterrupted(lines, words)));
  }

  private void untilInterrupted(Consumer<String> lines, String... words) {
    try {
      HostAnswer answer = execute(lines, words);
      lines.accept(
          "'assay %s' ended with %d: %s"
              .formatted(words[0], answer.exitCode(), answer.errors().strip()));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.CANCELLED) {
        lines.accept(e.getMessage());
      }
    }
  }

  /// A command at work. Closing it ends it: asked first, then killed.
  record Running(Thread thread) implements AutoCloseable {
    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
