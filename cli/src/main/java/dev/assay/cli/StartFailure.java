package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.text.CommandText;
import dev.assay.core.text.SafeText;
import dev.assay.runner.exec.ExecFolder;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Says of a command that could not be started what was tried, where it was looked for, and what to
/// do.
final class StartFailure {
  private static final List<Path> SCRATCH = List.of(Path.of("/tmp"), Path.of("/dev/shm"));

  private final ExecResult result;
  private final String callerPath;

  /// @param callerPath PATH of whoever called `assay`
  StartFailure(ExecResult result, String callerPath) {
    this.result = result;
    this.callerPath = callerPath;
  }

  /// The failure, when a command could not be started.
  static Optional<AssayException> find(ExecResult result, String callerPath) {
    return result.measurements().stream()
        .filter(one -> one.process().ending() instanceof Ending.NotStarted)
        .findFirst()
        .map(one -> new StartFailure(result, callerPath).failure(one));
  }

  private AssayException failure(Measurement measurement) {
    String reason =
        measurement.process().ending() instanceof Ending.NotStarted(String why) ? why : "";
    List<String> command = result.commands().get(measurement.command());
    String text =
        reason.startsWith("working directory")
            ? workingDirectory(reason)
            : "The command %s could not be started (%s): %s."
                .formatted(
                    SafeText.oneLine(CommandText.of(command)),
                    reason,
                    explained(command.getFirst()));
    return new AssayException(ErrorCode.USAGE, text);
  }

  private String workingDirectory(String reason) {
    String folder = result.place().workingDirectory();
    return "The command was not started, since it may not enter its working directory %s (%s). It runs as a user of its own: let others enter that folder (chmod o+rx), or show it with the rights of its owner: --dir %s:rw"
        .formatted(
            folder,
            reason.substring(reason.indexOf(':') + 1).strip(),
            CommandText.of(List.of(folder)));
  }

  private String explained(String program) {
    String where = program.contains("/") ? atPath(program) : inFolders(program);
    String root =
        result.place().image() == null
            ? "this machine's root, as the sandbox shows it"
            : "the image " + result.place().image();
    return where.formatted(root);
  }

  private String inFolders(String program) {
    String folders = result.variables().getOrDefault("PATH", "");
    String looked = "it was looked for in " + folders.replace("%", "%%") + " of %s";
    for (String folder : folders.split(":", -1)) {
      Path file = Path.of(folder.isEmpty() ? "/" : folder, program);
      if (Files.isRegularFile(file)) {
        return looked + "; " + remedy(file);
      }
    }
    return Stream.of(callerPath.split(":", -1))
        .filter(folder -> folder.startsWith("/"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isRegularFile)
        .findFirst()
        .map(file ->
            looked
                + "; your own PATH has it at %s, so name it by that path%s"
                    .formatted(escaped(file), hidden(file).map(" and "::concat).orElse("")))
        .orElse(looked);
  }

  private String atPath(String program) {
    Path file = Path.of(result.place().workingDirectory()).resolve(program).normalize();
    String looked = "it was looked for at %s of ".formatted(escaped(file)) + "%s";
    return Files.isRegularFile(file)
        ? looked + "; " + remedy(file)
        : looked + (Files.isDirectory(file) ? ", where a folder is" : "");
  }

  /// Why a file that this machine has was not executed.
  private String remedy(Path file) {
    return hidden(file)
        .map(show -> "this machine has it, but the sandbox does not: " + show)
        .orElseGet(() -> unreadable(file));
  }

  /// What makes a file visible that the sandbox hides.
  private Optional<String> hidden(Path file) {
    Path folder = file.getParent();
    if (folder == null || isShown(file)) {
      return Optional.empty();
    }
    boolean needed =
        result.place().image() != null
            || SCRATCH.stream().anyMatch(file::startsWith)
            || closedFolder(file).isPresent();
    if (!needed) {
      return Optional.empty();
    }
    return SCRATCH.contains(folder)
        ? Optional.of(
            "%s is fresh and empty there, so move it into another folder".formatted(folder))
        : Optional.of(
            "show its folder with --dir %s:ro"
                .formatted(escaped(CommandText.of(List.of(folder.toString())))));
  }

  private boolean isShown(Path file) {
    return result.place().folders().stream()
        .filter(folder ->
            folder.mode() == ExecFolder.Mode.READ_ONLY || folder.mode() == ExecFolder.Mode.WRITABLE)
        .anyMatch(folder -> file.startsWith(folder.path()));
  }

  private static Optional<Path> closedFolder(Path file) {
    Path above = file.getParent();
    while (above != null) {
      if (!permissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return Optional.of(above);
      }
      above = above.getParent();
    }
    return Optional.empty();
  }

  private static String unreadable(Path file) {
    Set<PosixFilePermission> permissions = permissions(file);
    if (!permissions.contains(PosixFilePermission.OTHERS_EXECUTE)) {
      return "it is there, and may not be executed by the sandbox's user: chmod o+rx "
          + escaped(CommandText.of(List.of(file.toString())));
    }
    return closedFolder(file)
        .map(folder ->
            "it is there, and the sandbox's user may not enter %s: chmod o+x it, or --dir with mode rw"
                .formatted(escaped(folder)))
        .orElse(
            "it is there and executable, so what it needs is missing: the interpreter in its first line, or its loader");
  }

  private static Set<PosixFilePermission> permissions(Path path) {
    try {
      return Files.getPosixFilePermissions(path);
    } catch (IOException unknown) {
      return Set.of();
    }
  }

  private static String escaped(Object text) {
    return SafeText.oneLine(text.toString()).replace("%", "%%");
  }
}
