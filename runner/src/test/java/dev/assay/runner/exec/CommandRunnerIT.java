package dev.assay.runner.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands on the real sandbox.
class CommandRunnerIT {
  @TempDir private static Path machineFolder;
  private static HomeMachine machine;

  @TempDir private Path folder;

  @BeforeAll
  static void open() throws IOException {
    machine = HomeMachine.open(machineFolder);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  @BeforeEach
  void openFolder() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static ExecResult execute(ExecRequest request) {
    return new CommandRunner(machine.services()).execute(request, ExecListener.SILENT);
  }

  private static ExecRequest shell(String script) {
    return ExecRequest.of("/bin/sh", "-c", script).withPlace(ExecPlace.image(HomeMachine.IMAGE));
  }

  private static Ending onlyEnding(ExecResult result) {
    assertThat(result.measurements()).hasSize(1);
    return result.measurements().getFirst().process().ending();
  }

  private static Ending of(String script) {
    return onlyEnding(execute(shell(script)));
  }

  @Test
  void measuresTwoCommandsInTurnWithWarmUpsToldApart() {
    ExecResult result =
        execute(shell("exit 0").against(List.of("/bin/sh", "-c", "exit 3")).withRepetitions(1, 2));

    assertThat(result.state()).isEqualTo(RunState.FINISHED);
    assertThat(result.measurements())
        .extracting(one -> "%d %d %s".formatted(one.command(), one.index(), one.warmup()))
        .containsExactly(
            "0 0 true", "1 0 true", "0 0 false", "1 0 false", "0 1 false", "1 1 false");
    assertThat(result.counted(0))
        .allMatch(one -> one.process().ending().equals(new Ending.Exited(0)));
    assertThat(result.counted(1))
        .allMatch(one -> one.process().ending().equals(new Ending.Exited(3)));
    assertThat(result.measurements()).allMatch(one -> one.noise() != null);
  }

  @Test
  void comesBackFromJsonAsItWas() {
    ExecResult result = execute(shell("echo failed >&2; exit 1"));

    var again = JsonCodec.read(JsonCodec.toBytes(result), ExecResult.class, "test");

    assertThat(again).isEqualTo(result);
  }

  @Test
  void keepsTheEndOfStandardError() {
    ExecResult result = execute(shell("echo what went wrong >&2; exit 1"));

    assertThat(result.measurements().getFirst().errorTail()).isEqualTo("what went wrong\n");
  }

  @Test
  void keepsStandardErrorOfEachRepetitionWhereAsked() {
    var streams = new ExecStreams(null, new ExecStreams.Output.Discarded(), folder);

    execute(
        shell("echo this >&2")
            .against(List.of("/bin/sh", "-c", "echo that >&2"))
            .withRepetitions(1, 1)
            .withStreams(streams));

    assertThat(folder.resolve("warmup-1.err")).hasContent("this");
    assertThat(folder.resolve("1.err")).hasContent("this");
    assertThat(folder.resolve("1b.err")).hasContent("that");
  }

  @Test
  void writesStandardOutputToAFileUpToTheLimit() {
    Path file = folder.resolve("out");
    var streams = new ExecStreams(null, new ExecStreams.Output.ToFile(file), null);
    ExecLimits limits = ExecLimits.ofMemory(DataSize.ofMebibytes(256));

    execute(shell("head -c 900000 /dev/zero").withStreams(streams));
    Ending ending =
        onlyEnding(
            execute(
                shell("exec cat /dev/zero")
                    .withStreams(streams)
                    .withLimits(limits.withOutput(DataSize.ofMebibytes(2)))));

    assertThat(ending).isInstanceOf(Ending.Killed.class);
    assertThat(((Ending.Killed) ending).limit()).isEqualTo(Limit.OUTPUT);
    assertThat(file).isRegularFile();
  }

  @Test
  void writesExactlyWhatTheCommandWrote() {
    Path file = folder.resolve("out");
    var streams = new ExecStreams(null, new ExecStreams.Output.ToFile(file), null);

    execute(shell("printf 'one\\ntwo'").withRepetitions(0, 2).withStreams(streams));

    assertThat(file).hasContent("one\ntwo");
  }

  @Test
  void givesEachRepetitionStandardInputFromItsBeginning() throws IOException {
    Path input = Files.writeString(folder.resolve("in"), "first\nsecond\n");
    Path file = folder.resolve("out");
    var streams = new ExecStreams(input, new ExecStreams.Output.ToFile(file), null);

    execute(shell("cat").withRepetitions(0, 2).withStreams(streams));

    assertThat(file).hasContent("first\nsecond\n");
  }

  @Test
  void endsWithTheLimitThatWasPassed() {
    ExecLimits limits = ExecLimits.ofMemory(DataSize.ofMebibytes(256));

    Ending wall =
        onlyEnding(
            execute(
                shell("sleep 20")
                    .withLimits(limits.withTimes(Duration.ofMillis(300), Duration.ofHours(1)))));
    Ending cpu =
        onlyEnding(
            execute(
                shell("while :; do :; done")
                    .withLimits(limits.withTimes(Duration.ofHours(1), Duration.ofMillis(300)))));

    assertThat(wall).isInstanceOf(Ending.Killed.class);
    assertThat(((Ending.Killed) wall).limit()).isEqualTo(Limit.WALL);
    assertThat(cpu).isInstanceOf(Ending.Killed.class);
    assertThat(((Ending.Killed) cpu).limit()).isEqualTo(Limit.CPU);
  }

  @Test
  void goesOnAfterARepetitionThatPassedALimit() {
    ExecLimits limits = ExecLimits.ofMemory(DataSize.ofMebibytes(256));

    ExecResult result =
        execute(
            shell("sleep 20")
                .withRepetitions(0, 2)
                .withLimits(limits.withTimes(Duration.ofMillis(200), Duration.ofHours(1))));

    assertThat(result.state()).isEqualTo(RunState.FINISHED);
    assertThat(result.counted(0)).hasSize(2);
  }

  @Test
  void endsMeasuringAtACommandThatDoesNotExist() {
    ExecResult result =
        execute(
            ExecRequest.of("no-such-command")
                .withPlace(ExecPlace.image(HomeMachine.IMAGE))
                .withRepetitions(0, 5));

    assertThat(onlyEnding(result)).isInstanceOf(Ending.NotStarted.class);
  }

  @Test
  void givesAFreshFolderToEachRepetition() throws IOException {
    Path scratch = folder.resolve("scratch");
    ExecPlace place =
        ExecPlace.image(HomeMachine.IMAGE)
            .withFolders(new ExecFolder(scratch.toString(), ExecFolder.Mode.FRESH));

    ExecResult result =
        execute(
            shell("test -z \"$(ls -A %1$s)\" && echo left > %1$s/behind".formatted(scratch))
                .withPlace(place)
                .withRepetitions(0, 3));

    assertThat(result.counted(0))
        .allMatch(one -> one.process().ending().equals(new Ending.Exited(0)));
    assertThat(scratch).doesNotExist();
  }

  @Test
  void limitsWhatFreshFoldersHoldTogether() {
    Path scratch = folder.resolve("scratch");
    ExecPlace place =
        ExecPlace.image(HomeMachine.IMAGE)
            .withFolders(new ExecFolder(scratch.toString(), ExecFolder.Mode.FRESH));

    Ending ending =
        onlyEnding(
            execute(
                shell("cat /dev/zero > %s/file".formatted(scratch))
                    .withPlace(place)
                    .withLimits(
                        ExecLimits.ofMemory(DataSize.ofMebibytes(256))
                            .withOutput(DataSize.ofMebibytes(8)))));

    assertThat(ending).isInstanceOf(Ending.Killed.class);
    assertThat(((Ending.Killed) ending).limit()).isEqualTo(Limit.OUTPUT);
  }

  @Test
  void showsFoldersOfTheHostAsAsked() throws IOException {
    Path seen = Files.createDirectories(folder.resolve("seen"));
    Path inner = Files.createDirectories(seen.resolve("inner"));
    Files.writeString(seen.resolve("file"), "text");
    Files.writeString(inner.resolve("secret"), "text");
    ExecPlace place =
        ExecPlace.image(HomeMachine.IMAGE)
            .withFolders(
                new ExecFolder(seen.toString(), ExecFolder.Mode.READ_ONLY),
                new ExecFolder(inner.toString(), ExecFolder.Mode.HIDDEN));

    Ending ending =
        onlyEnding(
            execute(
                shell(
                        "test -f %1$s/file && test -z \"$(ls -A %2$s)\" && ! touch %1$s/new"
                            .formatted(seen, inner))
                    .withPlace(place)));

    assertThat(ending).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void showsAFolderInsideAHiddenOneAndNothingElseOfIt() throws IOException {
    Path outer = Files.createDirectories(folder.resolve("outer"));
    Path inner = Files.createDirectories(outer.resolve("a/b"));
    Files.writeString(outer.resolve("secret"), "text");
    Files.writeString(inner.resolve("file"), "text");
    ExecPlace place =
        ExecPlace.image(HomeMachine.IMAGE)
            .withFolders(
                new ExecFolder(inner.toString(), ExecFolder.Mode.READ_ONLY),
                new ExecFolder(outer.toString(), ExecFolder.Mode.HIDDEN));

    Ending ending =
        onlyEnding(
            execute(
                shell("test -f %s/file && ! test -e %s/secret".formatted(inner, outer))
                    .withPlace(place)));

    assertThat(ending).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void executesWhatTheHostHasOnItsOwnRootThatCannotBeWritten() {
    Path file = folder.resolve("out");
    var streams = new ExecStreams(null, new ExecStreams.Output.ToFile(file), null);

    ExecResult result =
        execute(
            ExecRequest.of("/bin/sh", "-c", "id -u; touch /etc/new /var/new && exit 7; ls /tmp")
                .withStreams(streams));

    assertThat(onlyEnding(result)).isEqualTo(new Ending.Exited(0));
    assertThat(file).hasContent("99002");
    assertThat(result.image().reference()).isEqualTo("host");
  }

  @Test
  void letsACommandWriteAsTheOwnerOfAFolder() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.setPosixFilePermissions(project, PosixFilePermissions.fromString("rwx------"));
    ExecPlace place =
        new ExecPlace(
            null,
            List.of(new ExecFolder(project.toString(), ExecFolder.Mode.WRITABLE)),
            project.toString(),
            Map.of(),
            false);

    Ending ending =
        onlyEnding(execute(ExecRequest.of("/bin/sh", "-c", "echo made > result").withPlace(place)));

    assertThat(ending).isEqualTo(new Ending.Exited(0));
    assertThat(project.resolve("result")).hasContent("made");
    assertThat(Files.getOwner(project.resolve("result"))).isEqualTo(Files.getOwner(project));
  }

  @Test
  void leadsToAFolderInsideOneThatProgramsMayNotEnterAndToNothingElseThere() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Path project = Files.createDirectories(closed.resolve("project"));
    Files.writeString(closed.resolve("secret"), "text");
    Files.writeString(project.resolve("file"), "text");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    ExecPlace place =
        ExecPlace.host().withFolders(new ExecFolder(project.toString(), ExecFolder.Mode.READ_ONLY));

    Ending ending =
        onlyEnding(
            execute(
                ExecRequest.of(
                        "/bin/sh",
                        "-c",
                        "test -f %s/file && ! test -e %s/secret".formatted(project, closed))
                    .withPlace(place)));

    assertThat(ending).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void saysThatItWasCancelledAndKeepsWhatWasMeasured() throws IOException {
    try (var own = HomeMachine.open(folder.resolve("own"))) {
      var runner = new CommandRunner(own.services());

      ExecResult result =
          runner.execute(
              shell("exit 0").withRepetitions(0, 100),
              new ExecListener() {
                @Override
                public void stage(String text) {}

                @Override
                public void measured(Measurement measurement, int done, int of) {
                  if (done == 3) {
                    own.cancellation().request();
                  }
                }
              });

      assertThat(result.state()).isEqualTo(RunState.CANCELLED);
      assertThat(result.stateReason()).isEqualTo("cancelled in repetition 3 of 100");
      assertThat(result.measurements()).hasSize(3);
    }
  }

  @Test
  void givesNothingOfTheCallersEnvironment() {
    Path file = folder.resolve("out");
    ExecPlace place =
        new ExecPlace(HomeMachine.IMAGE, List.of(), "/", Map.of("OURS", "yes"), false);

    execute(
        ExecRequest.of("env")
            .withPlace(place)
            .withStreams(new ExecStreams(null, new ExecStreams.Output.ToFile(file), null)));

    assertThat(file).content().contains("OURS=yes\n", "HOME=/tmp\n", "LANG=C.UTF-8\n", "PATH=");
    assertThat(file).content().doesNotContain("JAVA_HOME", "USER=");
  }

  @Test
  void hasNoNetworkUnlessAsked() {
    assertThat(of("test \"$(ls /sys/class/net)\" = \"\" || test \"$(ls /sys/class/net)\" = lo"))
        .isEqualTo(new Ending.Exited(0));
    Ending shared =
        onlyEnding(
            execute(
                shell("test \"$(cat /proc/net/dev | wc -l)\" -ge 3")
                    .withPlace(ExecPlace.image(HomeMachine.IMAGE).withNetwork())));

    assertThat(shared).isEqualTo(new Ending.Exited(0));
  }

  @Test
  void refusesFoldersThatCannotBeHad() {
    assertRefused("/no/such/folder", ExecFolder.Mode.READ_ONLY, "/no/such/folder does not exist");
    assertRefused(
        "relative", ExecFolder.Mode.FRESH, "an absolute path of a folder below / is needed");
    assertRefused("/", ExecFolder.Mode.HIDDEN, "an absolute path of a folder below / is needed");
    assertRefused("/proc/self", ExecFolder.Mode.HIDDEN, "is the sandbox's own");
    assertRefused("/tmp", ExecFolder.Mode.FRESH, "is the sandbox's own");
    assertRefused("/etc/passwd", ExecFolder.Mode.HIDDEN, "/etc/passwd is not a folder");
    assertTogetherRefused(
        "/data/scratch lies in /data, which is emptied for each repetition",
        new ExecFolder("/data", ExecFolder.Mode.FRESH),
        new ExecFolder("/data/scratch", ExecFolder.Mode.FRESH));
    assertTogetherRefused(
        "/etc/none lies in /etc, which is mounted, and does not exist there: make it first",
        new ExecFolder("/etc", ExecFolder.Mode.READ_ONLY),
        new ExecFolder("/etc/none", ExecFolder.Mode.FRESH));
    assertTogetherRefused(
        "/data is given twice",
        new ExecFolder("/data", ExecFolder.Mode.FRESH),
        new ExecFolder("/data", ExecFolder.Mode.HIDDEN));
  }

  private static void assertTogetherRefused(String why, ExecFolder... folders) {
    ExecPlace place = ExecPlace.image(HomeMachine.IMAGE).withFolders(folders);

    assertThatThrownBy(() -> execute(shell("exit 0").withPlace(place)))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(why);
  }

  private static void assertRefused(String path, ExecFolder.Mode mode, String why) {
    ExecPlace place = ExecPlace.image(HomeMachine.IMAGE).withFolders(new ExecFolder(path, mode));

    assertThatThrownBy(() -> execute(shell("exit 0").withPlace(place)))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("cannot show the folder %s as %s".formatted(path, mode.text()))
        .hasMessageContaining(why);
  }
}
