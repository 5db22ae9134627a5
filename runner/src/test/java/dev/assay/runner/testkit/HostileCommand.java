package dev.assay.runner.testkit;

import dev.assay.runner.exec.CommandRunner;
import dev.assay.runner.exec.ExecFolder;
import dev.assay.runner.exec.ExecLimits;
import dev.assay.runner.exec.ExecListener;
import dev.assay.runner.exec.ExecPlace;
import dev.assay.runner.exec.ExecRequest;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.ExecStreams;
import dev.assay.runner.exec.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/// The modes of `hostile.c` as a command of `exec`, on a machine of its own. It starts in a folder
/// that is read-only and has the file that `reads-200-mib` wants, and may write in a fresh one.
public final class HostileCommand implements AutoCloseable {
  private final HomeMachine machine;
  private final Path folder;
  private final Path program;

  private HostileCommand(HomeMachine machine, Path folder, Path program) {
    this.machine = machine;
    this.folder = folder;
    this.program = program;
  }

  /// Opens the machine and compiles the command, or aborts the test and says what it would take.
  ///
  /// @param folder of the test
  public static HostileCommand open(Path folder) throws IOException {
    var machine = HomeMachine.open(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path program = HostileFixture.command(folder.resolve("program"));
    HostileFixture.writeBigFile(folder.resolve("program"));
    return new HostileCommand(machine, folder, program);
  }

  public HomeMachine machine() {
    return machine;
  }

  /// Where standard output lies after `execute` with `streams()`.
  public Path output() {
    return folder.resolve("stdout");
  }

  /// Standard output to a file, standard error kept in a folder.
  public ExecStreams streams() throws IOException {
    Path logs = Files.createDirectories(folder.resolve("logs"));
    return new ExecStreams(null, new ExecStreams.Output.ToFile(output()), logs);
  }

  /// Standard error of the first repetition after `execute` with `streams()`.
  public Path errors() {
    return folder.resolve("logs/1.err");
  }

  /// The command line of a mode.
  public List<String> line(String mode) {
    return List.of(program.toString(), mode, scratch().toString());
  }

  private Path scratch() {
    return folder.resolve("scratch");
  }

  /// A request for one repetition, its standard output kept.
  public ExecRequest request(String mode, ExecLimits limits) throws IOException {
    Path home = folder.resolve("program");
    var place =
        new ExecPlace(
            HomeMachine.IMAGE,
            List.of(
                new ExecFolder(home.toString(), ExecFolder.Mode.READ_ONLY),
                new ExecFolder(scratch().toString(), ExecFolder.Mode.FRESH)),
            home.toString(),
            Map.of(),
            false);
    return new ExecRequest(List.of(line(mode)), 0, 1, limits, place, streams());
  }

  public ExecResult execute(ExecRequest request) {
    return new CommandRunner(machine.services()).execute(request, ExecListener.SILENT);
  }

  /// Measures a mode once.
  public Measurement measure(String mode, ExecLimits limits) throws IOException {
    return execute(request(mode, limits)).measurements().getFirst();
  }

  /// What is left of it on the machine.
  public List<String> remains() throws IOException {
    return Census.of(machine.home(), machine.runs());
  }

  @Override
  public void close() {
    machine.close();
  }
}
