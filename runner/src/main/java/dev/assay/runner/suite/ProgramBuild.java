package dev.assay.runner.suite;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameStatus;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.job.MachineServices;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Builds programs of a suite in their language's image, and asks which compilers these are.
public final class ProgramBuild {
  /// Where the folder with the program is in containers.
  private static final String FOLDER = "/solution";

  private static final DataSize KEPT = DataSize.ofMebibytes(4);
  private static final DataSize SCRATCH = DataSize.ofGibibytes(1);
  private static final DataSize MOST_DISK = DataSize.ofGibibytes(1);
  private static final int PROCESSES = 1024;
  private static final int MOST_VERSION_LINES = 3;
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(10);
  private static final Duration VERSION_LIMIT = Duration.ofMinutes(1);

  private final MachineServices machine;

  ProgramBuild(MachineServices machine) {
    this.machine = machine;
  }

  /// Why there is no program.
  public record Failure(GameStatus status, String sentence) {}

  /// Puts files, and nothing else, into an empty folder and builds there.
  ///
  /// @param id unique on this machine
  /// @param files the source, and what lies beside it
  Optional<Failure> build(
      String id,
      Image image,
      Language language,
      ProgramSource program,
      List<Path> files,
      Place place) {
    files.forEach(file -> lay(file, place.folder()));
    List<String> command = language.build();
    return command == null
        ? Optional.empty()
        : failure(
            "build", execute(id, image, Language.filled(command, program), place, BUILD_LIMIT));
  }

  /// Where a command is executed.
  ///
  /// @param folder that it may write to
  /// @param state an empty folder for its container
  /// @param log gets what it prints
  record Place(Path folder, Path state, Path log) {}

  private void lay(Path source, Path folder) {
    try {
      Path copy = Files.copy(source, folder.resolve(source.getFileName()));
      Linux.changeOwner(folder, machine.programUser(), machine.programUser());
      Linux.changeOwner(copy, machine.programUser(), machine.programUser());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The source %s could not be copied: %s".formatted(source, e), e);
    }
  }

  /// The first lines that the language's version command prints; why there are none, when it fails.
  String version(String id, Image image, Language language, Place place) {
    Ending ending = execute(id, image, language.version(), place, VERSION_LIMIT);
    return failure("version", ending)
        .map(failure -> "unknown: " + failure.sentence())
        .orElseGet(() -> firstLines(place.log()));
  }

  private static String firstLines(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .limit(MOST_VERSION_LINES)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(log, e), e);
    }
  }

  private Ending execute(
      String id, Image image, List<String> command, Place place, Duration limit) {
    var spec =
        new ContainerSpec(
            "assay-" + id,
            place.state(),
            image,
            List.of(Mount.writable(place.folder(), FOLDER)),
            machine.allCpus(),
            false,
            "solution");
    try (Container container = machine.sandbox().start(spec);
        var running = container.execute(process(image, command, place))) {
      Duration cpu = limit.multipliedBy(machine.allCpus().size());
      return running.finish(Allowance.fromNow(Limit.WALL, limit, 0, cpu)).ending();
    }
  }

  private ProcessSpec process(Image image, List<String> command, Place place) {
    String name = "logs/" + place.log().getFileName();
    return new ProcessSpec(
        command,
        environment(image),
        FOLDER,
        machine.buildMemory(),
        PROCESSES,
        SCRATCH,
        null,
        new StandardOutput.WithError(),
        new ProcessSpec.Log(place.log(), name, KEPT),
        new ProcessSpec.Storage(place.folder(), MOST_DISK, Limit.DISK));
  }

  private static Map<String, String> environment(Image image) {
    var environment = new LinkedHashMap<>(image.environment());
    environment.putIfAbsent("PATH", "/usr/local/bin:/usr/bin:/bin");
    environment.put("HOME", "/tmp");
    return environment;
  }

  /// @param what the command is for
  private static Optional<Failure> failure(String what, Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) when code == 0 -> Optional.empty();
      case Ending.Exited(int code) -> failed(what, "exited with code %d".formatted(code));
      case Ending.Signaled(int signal) -> failed(what, "died of signal %d".formatted(signal));
      case Ending.Killed(Limit limit, long _, long _) ->
          failed(what, "went over its limit of " + limit.name().toLowerCase(Locale.ROOT));
      case Ending.NotStarted(String reason) ->
          Optional.of(
              new Failure(
                  GameStatus.MISSING,
                  "the %s command could not be started: %s".formatted(what, reason)));
      case Ending.Stopped(String reason) ->
          throw new AssayException(
              ErrorCode.CANCELLED, "The build was stopped: %s.".formatted(reason));
      case Ending.SandboxFailed(String reason) ->
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED, "The build could not be executed: %s.".formatted(reason));
    };
  }

  private static Optional<Failure> failed(String what, String how) {
    return Optional.of(new Failure(GameStatus.ERROR, "the %s command %s".formatted(what, how)));
  }
}
