package dev.assay.sandbox.host;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Programs of this machine. They speak English and UTF-8 whatever the locale.
public final class LocalPrograms implements HostPrograms {
  private static final int KEPT_OUTPUT = 16 << 20;
  private static final int KEPT_ERRORS = 64 << 10;
  private static final Duration GRACE = Duration.ofSeconds(5);
  // A daemon that a program left behind may keep its output open for ever.
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final List<Path> folders;

  /// Looks programs up in PATH, then where system programs are: a plain user's PATH lacks these.
  public LocalPrograms() {
    this(System.getenv().getOrDefault("PATH", ""));
  }

  LocalPrograms(String path) {
    folders =
        Stream.concat(
                Arrays.stream(path.split(File.pathSeparator, -1)),
                Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/bin", "/bin"))
            .filter(folder -> folder.startsWith("/"))
            .distinct()
            .map(Path::of)
            .toList();
  }

  @Override
  public Optional<Path> find(String program) {
    return program.contains("/")
        ? Optional.of(Path.of(program)).filter(Files::isExecutable)
        : folders.stream()
            .map(folder -> folder.resolve(program))
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst();
  }

  @Override
  public HostAnswer execute(HostCommand command) {
    Process process = start(command);
    var output = new KeptText(KeptText.End.HEAD, KEPT_OUTPUT, command.lines());
    var errors = new KeptText(KeptText.End.TAIL, KEPT_ERRORS, command.lines());
    Thread outputReader = read(process.getInputStream(), output);
    Thread errorReader = read(process.getErrorStream(), errors);
    try {
      boolean ended = process.waitFor(command.timeout().toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        end(process);
      }
      outputReader.join(DRAIN);
      errorReader.join(DRAIN);
      return new HostAnswer(process.exitValue(), !ended, output.text(), errors.text());
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new AssayException(
          ErrorCode.CANCELLED, "cancelled while executing: " + command.toText(), e);
    }
  }

  private Process start(HostCommand command) {
    Path program =
        find(command.program())
            .orElseThrow(() ->
                new AssayException(
                    ErrorCode.PROGRAM_MISSING,
                    "this machine has no program '%s', needed for: %s. `assay doctor` says how to install it"
                        .formatted(command.program(), command.toText())));
    var words = new ArrayList<>(command.command());
    words.set(0, program.toString());
    var builder = new ProcessBuilder(words);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("PATH", path());
    builder.environment().putAll(command.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "cannot start %s: %s".formatted(command.toText(), e.getMessage()), e);
    }
  }

  private String path() {
    return String.join(File.pathSeparator, folders.stream().map(Path::toString).toList());
  }

  private static Thread read(InputStream stream, KeptText into) {
    return Thread.ofVirtual().start(() -> into.readAll(stream));
  }

  /// First asks it, so that it can clean up, then kills it and what it started.
  private static void end(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroy();
    boolean interrupted = Thread.interrupted();
    try {
      process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException again) {
      interrupted = true;
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
