package dev.assay.cli;

import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The command line with a home of its own in a test's folder.
public final class CommandFixture {
  private final Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Wiring wiring;

  private CommandFixture(Path folder) {
    this.folder = folder;
    wiring =
        new Wiring(
            new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false, 100),
            Map.of("ASSAY_HOME", home().toString()));
    // The JVM of the tests has nothing to wait for at its end.
    wiring.finished();
  }

  /// Opens it, or aborts the test and says what it would take.
  public static CommandFixture open(Path folder) {
    HomeMachine.requireSandbox();
    return new CommandFixture(folder);
  }

  /// What a command printed and ended with.
  public record Result(int code, String out, String err) {}

  /// Executes a command in this JVM. Runs lie in the fixture's folder.
  public Result assay(Object... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    int code = AssayCommand.commandLine(wiring).execute(texts(arguments));
    return new Result(code, out.toString(), err.toString());
  }

  private static String[] texts(Object... arguments) {
    return Stream.of(arguments).map(String::valueOf).toArray(String[]::new);
  }

  /// Starts a command in a process of its own, as `./assay` does.
  Process start(Path log, Object... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                AssayCommand.class.getName()));
    command.addAll(List.of(texts(arguments)));
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("ASSAY_HOME", home().toString());
    return builder.start();
  }

  Path folder() {
    return folder;
  }

  Path home() {
    return HomeMachine.home(folder);
  }

  Path runs() {
    return folder.resolve("runs");
  }

  /// The folders of its runs, the oldest first.
  List<Path> runFolders() throws IOException {
    if (!Files.isDirectory(runs())) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(runs())) {
      return folders.sorted().toList();
    }
  }

  /// What is left on this machine.
  List<String> census() throws IOException {
    return Census.of(home(), runs());
  }
}
