package dev.assay.runner.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.RunState;
import dev.assay.runner.testkit.Attack;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that try to get out of the sandbox, to learn of the host, or to leave something to the
/// next one.
class HostileCommandIT {
  @TempDir private Path folder;
  private HomeMachine machine;
  private Path programs;

  @BeforeEach
  void open() throws IOException {
    machine = HomeMachine.open(folder);
    programs = Attack.openToAll(Files.createDirectories(folder.resolve("programs")));
  }

  @AfterEach
  void close() {
    if (machine != null) {
      machine.close();
    }
  }

  private ExecResult execute(boolean onHost, int repetitions, String... words) throws IOException {
    ExecPlace place = onHost ? ExecPlace.host() : ExecPlace.image(HomeMachine.IMAGE);
    var request =
        ExecRequest.of(words)
            .withPlace(
                place.withFolders(new ExecFolder(programs.toString(), ExecFolder.Mode.READ_ONLY)))
            .withStreams(new ExecStreams(null, new ExecStreams.Output.Discarded(), logs()))
            .withRepetitions(0, repetitions);
    ExecResult result = new CommandRunner(machine.services()).execute(request, ExecListener.SILENT);
    assertThat(result.state()).isEqualTo(RunState.FINISHED);
    assertThat(result.measurements())
        .hasSize(repetitions)
        .allMatch(one -> one.process().ending().equals(new Ending.Exited(0)));
    return result;
  }

  private Path logs() throws IOException {
    return Files.createDirectories(folder.resolve("logs"));
  }

  private List<String> log(int repetition) throws IOException {
    return Files.readAllLines(logs().resolve(repetition + ".err"));
  }

  @ParameterizedTest(name = "on the host's root: {0}")
  @ValueSource(booleans = {false, true})
  void letsNothingOutAndTellsNothing(boolean onHost) throws IOException {
    Path attack = Attack.compile(programs);
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Path secret = Files.writeString(closed.resolve(Attack.SECRET), Attack.SECRET);

    execute(
        onHost,
        1,
        "/bin/sh",
        "-c",
        "exec %s reach %s %s >&2".formatted(attack, Attack.SECRET, secret));

    Attack.assertRefused(log(1));
  }

  @ParameterizedTest(name = "on the host's root: {0}")
  @ValueSource(booleans = {false, true})
  void leavesNothingToTheNextRepetition(boolean onHost) throws IOException {
    Path attack = Attack.compile(programs);

    execute(onHost, 3, "/bin/sh", "-c", "%1$s find >&2; %1$s leave; %1$s find".formatted(attack));

    for (int repetition = 1; repetition <= 3; repetition++) {
      Attack.assertNothingFound(log(repetition));
    }
  }

  @Test
  void leavesNothingOnTheHost() throws IOException {
    Path attack = Attack.compile(programs);
    List<String> before = hostsObjects();

    execute(true, 1, attack.toString(), "leave");

    assertThat(hostsObjects()).isEqualTo(before);
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  /// SysV objects and queues of this namespace, and what is called `left` where all may write.
  private static List<String> hostsObjects() throws IOException {
    var found = new ArrayList<String>();
    for (String kind : List.of("shm", "sem", "msg")) {
      found.addAll(Files.readAllLines(Path.of("/proc/sysvipc", kind)));
    }
    for (String file : List.of("/tmp/left", "/dev/shm/left", "/var/tmp/left", "/run/lock/left")) {
      found.add(file + Files.exists(Path.of(file)));
    }
    return found;
  }
}
