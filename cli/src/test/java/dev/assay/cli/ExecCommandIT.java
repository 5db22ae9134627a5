package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.exec.ExecResult;
import dev.assay.runner.exec.Measurement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `assay exec` on the real sandbox, on this machine's own root unless said otherwise.
class ExecCommandIT {
  @TempDir private static Path folder;
  private static CommandFixture command;

  @BeforeAll
  static void open() throws IOException {
    command = CommandFixture.open(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static ExecResult measured(Object... arguments) {
    var withJson = new Object[arguments.length + 2];
    withJson[0] = "exec";
    withJson[1] = "--json";
    System.arraycopy(arguments, 0, withJson, 2, arguments.length);
    CommandFixture.Result result = command.assay(withJson);
    assertThat(result.err()).isEmpty();
    return JsonCodec.read(
        result.out().getBytes(StandardCharsets.UTF_8), ExecResult.class, "standard output");
  }

  private static Ending ending(Object... arguments) {
    List<Measurement> all = measured(arguments).measurements();
    assertThat(all).hasSize(1);
    return all.getFirst().process().ending();
  }

  private static void assertKilled(Ending ending, Limit limit) {
    assertThat(ending).isInstanceOf(Ending.Killed.class);
    assertThat(((Ending.Killed) ending).limit()).isEqualTo(limit);
  }

  @Test
  void printsNumbersForPeopleAndExitsWithZero() {
    var result = command.assay("exec", "-n", 3, "--warmup", 1, "--", "/bin/true");

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith("/bin/true\n  ended     3 repetitions, after 1 warm-up: all exited with 0\n")
        .contains("\n  wall  ", "\n  CPU  ", "\n  memory  ", "\nOn 1 of ");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void exitsWithOneWhenARepetitionEndedOtherwise() {
    var result = command.assay("exec", "--", "sh", "-c", "echo because >&2; exit 3");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).contains("exited with 3\n", "    | because\n");
  }

  @Test
  void takesArgumentsOfTheCommandAsTheyAre() {
    Path out = folder.resolve("arguments");

    command.assay(
        "exec", "--stdout", out, "printf", "%s|", "--json", "-n", "@file", "", "--", "--help");

    assertThat(out).hasContent("--json|-n|@file||--|--help|");
  }

  @Test
  void printsOneMeasurementAsRunexecDoes() {
    var result = command.assay("exec", "--format", "runexec", "--", "sh", "-c", "exit 3");

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .matches(
            "(?s)starttime=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{6})?[+-]\\d\\d:\\d\\d\n"
                + "returnvalue=3\nwalltime=0\\.\\d+s\ncputime=0\\.\\d+s\nmemory=\\d+B\n.*");
  }

  @Test
  void comparesTwoCommandsInTurn() {
    var result = command.assay("exec", "-n", 2, "--vs", "sh -c 'exit 0'", "--", "/bin/true");

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("A  /bin/true\n", "B  sh -c 'exit 0'\n", "-n 6 gives an interval");
  }

  @Test
  void enforcesEachLimit() {
    assertKilled(ending("--wall-limit", "300ms", "sleep", 20), Limit.WALL);
    assertKilled(
        ending("--time-limit", "300ms", "--", "sh", "-c", "while :; do :; done"), Limit.CPU);
    assertKilled(
        ending("--memory", "32MiB", "--", "sh", "-c", "head -c 100m /dev/zero | tail -c 100m"),
        Limit.MEMORY);
    Path scratch = folder.resolve("limited");
    assertKilled(
        ending(
            "--output",
            "4MiB",
            "--dir",
            scratch + ":tmp",
            "sh",
            "-c",
            "cat /dev/zero > %s/file".formatted(scratch)),
        Limit.OUTPUT);
    assertThat(ending("--processes", 3, "--", "sh", "-c", "(sleep 1 & sleep 1 & sleep 1 & wait)"))
        .isNotEqualTo(new Ending.Exited(0));
  }

  @Test
  void hasADefaultForEachLimitThatDependsOnTheOthers() {
    var plain = measured("/bin/true");
    var timed = measured("--time-limit", "10s", "/bin/true");

    assertThat(plain.limits().wallTime()).hasHours(1);
    assertThat(plain.limits().cpuTime()).hasHours(1);
    assertThat(plain.limits().memory().bytes()).isEqualTo(plain.machine().memoryBytes() / 2);
    assertThat(timed.limits().wallTime()).hasSeconds(40);
    assertThat(timed.limits().cpuTime()).hasSeconds(10);
  }

  @Test
  void writesThroughWhereAskedAndNowhereElse() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Path shut = Files.createDirectory(folder.resolve("shut"));

    Ending ending =
        ending(
            "--dir",
            open + ":rw",
            "--dir",
            shut + ":ro",
            "sh",
            "-c",
            "echo made > %s/file && ! echo made > %s/file".formatted(open, shut));

    assertThat(ending).isEqualTo(new Ending.Exited(0));
    assertThat(open.resolve("file")).hasContent("made");
    assertThat(shut).isEmptyDirectory();
  }

  @Test
  void executesInAnImage() {
    assertThat(
            ending(
                "--image",
                "localhost/assay/core",
                "--env",
                "A=b c",
                "sh",
                "-c",
                "test \"$A\" = 'b c'"))
        .isEqualTo(new Ending.Exited(0));
  }

  @Test
  void readsAndWritesTheStreamsThatItIsGiven() throws IOException {
    Path in = Files.writeString(folder.resolve("in.txt"), "b\na\n");
    Path out = folder.resolve("out.txt");
    Path logs = Files.createDirectories(folder.resolve("logs"));

    ending("--stdin", in, "--stdout", out, "sort");
    ending("--stdout", "pipe", "--logs", logs, "sh", "-c", "echo dropped; echo kept >&2");

    assertThat(out).hasContent("a\nb");
    assertThat(logs.resolve("1.err")).hasContent("kept");
  }

  @Test
  void saysWhereACommandWasLookedForThatDoesNotExist() {
    var inPath = command.assay("exec", "--", "no-such-command", "x");
    var atPath = command.assay("exec", "--", "/usr/bin/no-such-command");
    var inImage = command.assay("exec", "--image", "localhost/assay/core", "no-such-command");

    assertThat(inPath.code()).isEqualTo(2);
    assertThat(inPath.out()).isEmpty();
    assertThat(inPath.err())
        .isEqualTo(
            "assay: The command no-such-command x could not be started (command: no such file or directory (errno 2)): it was looked for in /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin of this machine's root, as the sandbox shows it.\n");
    assertThat(atPath.code()).isEqualTo(2);
    assertThat(atPath.err())
        .contains("it was looked for at /usr/bin/no-such-command of this machine's root");
    assertThat(inImage.err()).contains("of the image localhost/assay/core.");
  }

  @Test
  void saysHowToShowACommandThatTheSandboxHides() throws IOException {
    Path program = script("hidden/program", "#!/bin/sh\nexit 0\n");

    var refused = command.assay("exec", program);
    var shown = command.assay("exec", "--dir", program.getParent() + ":ro", program);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "this machine has it, but the sandbox does not: show its folder with --dir %s:ro"
                .formatted(program.getParent()));
    assertThat(shown.code()).isZero();
  }

  @Test
  void saysWhatElseKeepsACommandFromStarting() throws IOException {
    Path program = script("odd/program", "#!/no/such/interpreter\n");
    Path closed = script("odd/closed", "#!/bin/sh\n");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    String shown = program.getParent() + ":ro";

    assertThat(command.assay("exec", "--dir", shown, program).err())
        .contains("what it needs is missing: the interpreter in its first line, or its loader");
    assertThat(command.assay("exec", "--dir", shown, closed).err())
        .contains("may not be executed by the sandbox's user: chmod o+rx " + closed);
  }

  private static Path script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }

  @Test
  void tellsRunexecsUsersThatACommandDoesNotExist() {
    var result = command.assay("exec", "--format", "runexec", "no-such-command");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEqualTo("terminationreason=failed\n");
    assertThat(result.err()).contains("could not be started");
  }

  @Test
  void printsAnErrorAsJsonWhereJsonIsAskedFor() {
    var result = command.assay("exec", "--json", "no-such-command");

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out())
        .startsWith("{\"error\":\"usage\",\"fault\":\"author\",\"message\":\"The command");
  }

  /// The command's arguments and a part of its message.
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "-n 0 true | -n 0: at least 1 is needed",
        "--warmup -1 true | --warmup -1: it cannot be below 0",
        "--cpus 0 true | --cpus 0: at least 1 is needed",
        "--processes 0 true | --processes 0: at least 1 is needed",
        "--memory 1KB true | --memory 1000 B: no program starts in less than 1 MiB",
        "--memory 10 true | Invalid value for option '--memory': '10' is not a size above zero; write it with B, KB, MB, GB (1000) or KiB, MiB, GiB (1024), as in 64MiB",
        "--wall-limit 10 true | Invalid value for option '--wall-limit': '10' is not a time above zero; write it as in 500ms, 10s, 2m, 1h",
        "--time-limit 0s true | '0s' is not a time above zero",
        "--output 1 true | Invalid value for option '--output'",
        "--dir /etc true | --dir /etc: write PATH:MODE, where MODE is ro, rw, tmp, hidden",
        "--dir /etc:full true | --dir /etc:full: write PATH:MODE",
        "--dir /no/such:ro true | cannot show the folder /no/such as ro: /no/such does not exist",
        "--env NAME true | --env NAME: write NAME=VALUE",
        "--stdin /no/such true | --stdin /no/such: there is no such file that can be read",
        "--stdout /no/such/file true | --stdout /no/such/file: that is no file that could be made here",
        "--output 1GiB --stdout out.txt true | --output 1 GiB: standard output is kept in a file up to 512 MiB at most",
        "--logs /no/such true | --logs /no/such: there is no such folder",
        "--vs 'a true | --vs 'a: the quote ' at character 1 is not closed",
        "--vs a|b true | --vs a|b: no shell reads it, so '|' at character 2 does nothing",
        "--vs true --stdout out.txt true | --stdout out.txt: with --vs two commands would write it",
        "--format xml true | --format xml: the only format with a name is runexec",
        "--format runexec --json true | \"message\":\"--format runexec and --json exclude each other\"",
        "--format runexec -n 2 true | --format runexec prints one measurement, as runexec does, and -n 2 asks for more",
        "--format runexec --vs true true | and --vs asks for more",
        "-n 2 | Missing required parameter: 'COMMAND'",
        "--no-such true | Unknown option: '--no-such'"
      })
  void refusesWhatCannotBeMeant(String line) {
    List<String> parts = List.of(line.split(" \\| ", 2));
    var arguments = new java.util.ArrayList<Object>();
    arguments.add("exec");
    arguments.addAll(List.of(parts.getFirst().split(" ", -1)));

    var result = command.assay(arguments.toArray());

    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out() + result.err()).contains(parts.getLast());
  }

  @Test
  void leavesNothingBehind() throws IOException {
    List<String> before = command.census();

    command.assay("exec", "-n", 2, "--dir", folder.resolve("left") + ":tmp", "/bin/true");

    assertThat(command.census()).isEqualTo(before);
  }
}
