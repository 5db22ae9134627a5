package dev.assay.runner.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.game.GameStatus;
import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import dev.assay.runner.check.BundleCheck;
import dev.assay.runner.check.Finding;
import dev.assay.runner.check.RunVerifier;
import dev.assay.runner.job.FolderLogs;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.ProgramBundle;
import dev.assay.runner.job.ProgramSession;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.HomeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole programs, right ones and odd ones, from bundle to run.
class ProgramIT {
  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static ProgramFixture fixture;
  private static Path bundle;

  @BeforeAll
  static void open() throws IOException {
    machine = HomeMachine.open(folder);
    fixture = new ProgramFixture(folder);
    bundle = fixture.bundle("lines", "");
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  private static Run measure(String name, String script) throws IOException {
    return machine.measure(fixture.script(name, script), bundle).run();
  }

  private static PointResult point(Run run, String name) {
    return run.points().stream().filter(one -> one.point().equals(name)).findFirst().orElseThrow();
  }

  /// As in `ok | ok | wrong`, a group of words for each point.
  private static String statuses(Run run) {
    return run.points().stream()
        .map(point ->
            point.cases().stream().map(one -> one.status().text()).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(" | "));
  }

  private static Cause causeAt(Run run, String point) {
    return Objects.requireNonNull(point(run, point).cases().getFirst().cause());
  }

  private static List<ProgramMeasurement> measurements(PointResult point) {
    return Objects.requireNonNull(point.measurements());
  }

  @Test
  void measuresEverySizeAndTheLargestFiveMoreTimes() throws IOException {
    JobRunner.Outcome outcome =
        machine.measure(fixture.script("right", ProgramFixture.RIGHT), bundle);
    Run run = outcome.run();

    assertThat(run.state()).isEqualTo(RunState.FINISHED);
    assertThat(run.window()).isEqualTo(Window.PROCESS);
    assertThat(statuses(run)).isEqualTo("ok | ok | ok ok ok ok ok ok");
    List<ProgramMeasurement> all =
        run.points().stream().flatMap(point -> measurements(point).stream()).toList();
    assertThat(all).extracting(ProgramMeasurement::order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(all)
        .extracting(ProgramMeasurement::verified)
        .containsExactly(true, true, true, false, false, false, false, false);
    assertThat(all).isSortedAccordingTo(Comparator.comparing(ProgramMeasurement::startedAt));
    assertThat(all).allMatch(one -> !one.processors().isEmpty());
    PointResult largest = point(run, "n40");
    assertThat(largest.cases().getFirst().verification()).isNotNull();
    assertThat(largest.cases().getFirst().outputHashes()).containsKey("stdout");
    assertThat(largest.cases().getLast().verification()).isNull();
    ProgramFigures figures = ProgramFigures.of(largest).orElseThrow();
    assertThat(figures.measurements()).isEqualTo(6);
    assertThat(figures.elapsedSeconds())
        .isEqualTo(
            largest.cases().stream().map(CaseResult::seconds).min(Double::compare).orElseThrow());
    assertThat(RunReader.read(outcome.folder())).isEqualTo(run);
    assertThat(Files.readString(outcome.folder().answers("n2").resolve("000000/stdout")))
        .isEqualTo("line 1\nline 2\n");
    assertThat(Files.readAllLines(outcome.folder().journal())).hasSize(8);
    assertThat(new RunVerifier(machine.services()).verify(run, outcome.folder(), bundle, _ -> {}))
        .allMatch(Finding::passed)
        .extracting(Finding::what)
        .contains("procedure", "point n40, inputs", "point n40, output");
  }

  @Test
  void findsAByteTooMuchAtTheLargestSizeAndMeasuresItOnce() throws IOException {
    Run run = measure("byte", ProgramFixture.RIGHT + "if [ $1 = 40 ]; then printf x; fi\n");

    assertThat(statuses(run)).isEqualTo("ok | ok | wrong");
    assertThat(causeAt(run, "n40").text())
        .contains("are expected; what is too much begins with 'x'");
  }

  @Test
  void stopsAtAWrongAnswerAndSaysOfTheLargerOnesWhy() throws IOException {
    Run run = measure("second", ProgramFixture.RIGHT + "if [ $1 = 2 ]; then echo more; fi\n");

    assertThat(statuses(run)).isEqualTo("ok | wrong | lost");
    assertThat(causeAt(run, "n40").code()).isEqualTo(Cause.Code.EARLIER_CASE);
    assertThat(causeAt(run, "n40").text()).startsWith("not tried after the workload before: ");
    assertThat(measurements(point(run, "n40"))).isEmpty();
  }

  @Test
  void endsAProgramThatPrintsTenGigabytes() throws IOException {
    Run run = measure("flood", "yes | head -c 10000000000\n");

    assertThat(statuses(run)).isEqualTo("crashed | lost | lost");
    assertThat(causeAt(run, "n1").code()).isEqualTo(Cause.Code.OUTPUT_LIMIT);
    assertThat(
            GameStatus.of(
                Status.CRASHED, measurements(point(run, "n1")).getFirst().process().ending()))
        .contains(GameStatus.BAD_OUTPUT);
  }

  @Test
  void saysWhatAProgramSaidThatNeedsInputItWasNotGiven() throws IOException {
    Run run = measure("needy", "read line || { echo 'no input at all' >&2; exit 3; }\n");

    assertThat(statuses(run)).isEqualTo("crashed | lost | lost");
    assertThat(causeAt(run, "n1").text())
        .isEqualTo("exited with code 3; its last line: no input at all");
  }

  @Test
  void refusesAMegabyteInOneLine() throws IOException {
    Path numbers = fixture.bundle("lines", "compare = \"numbers\"\nabsolute = 0.1\n");
    Files.writeString(
        numbers.resolve("bundle.toml"),
        Files.readString(numbers.resolve("bundle.toml")).replace("64KiB", "4MiB"));
    try {
      Run run =
          machine
              .measure(
                  fixture.script("long", "head -c 1000000 /dev/zero | tr '\\000' 7\n"), numbers)
              .run();

      assertThat(statuses(run)).isEqualTo("wrong | lost | lost");
      assertThat(causeAt(run, "n1").text())
          .startsWith("the output differs in line 1, field 1: '777");
    } finally {
      fixture.bundle("lines", "");
    }
  }

  @Test
  void recordsABuildThatFailsOrHasNoCompiler() throws IOException {
    Path failing =
        fixture.solution("failing", "[build]\ncommand = \"exit 7\"\n[run]\ncommand = [\"./x\"]\n");
    Path compilerless =
        fixture.solution(
            "compilerless",
            "[build]\ncommand = \"no-such-compiler x.c\"\n[run]\ncommand = [\"./x\"]\n");

    assertThat(machine.measure(failing, bundle).run())
        .returns(RunState.BUILD_FAILED, Run::state)
        .returns("the build command exited with code 7", Run::stateReason);
    assertThat(machine.measure(compilerless, bundle).run())
        .returns(RunState.BUILD_FAILED, Run::state)
        .returns("the build command exited with code 127", Run::stateReason);
  }

  @Test
  void recordsAProgramThatIsNotThereAsMissing() throws IOException {
    Path missing = fixture.solution("missing", "[run]\ncommand = [\"./nothing\"]\n");

    Run run = machine.measure(missing, bundle).run();

    assertThat(statuses(run)).isEqualTo("crashed | lost | lost");
    assertThat(causeAt(run, "n1").text()).startsWith("could not be started: ");
    assertThat(point(run, "n1").cases().getFirst().seconds()).isNull();
    assertThat(
            GameStatus.of(
                Status.CRASHED, measurements(point(run, "n1")).getFirst().process().ending()))
        .contains(GameStatus.MISSING);
  }

  @Test
  void fallsBackToTheLargestWorkloadThatWasDoneInTime() throws IOException {
    Path quick = fixture.bundle("lines", "timeout = \"2s\"\nrepeats = 2\n");
    try {
      Run run =
          machine
              .measure(
                  fixture.script(
                      "slow", "if [ $1 = 40 ]; then sleep 60; fi\n" + ProgramFixture.RIGHT),
                  quick)
              .run();

      assertThat(statuses(run)).isEqualTo("ok | ok ok ok | timeout");
      assertThat(measurements(point(run, "n2")))
          .extracting(ProgramMeasurement::order)
          .containsExactly(1, 3, 4);
    } finally {
      fixture.bundle("lines", "");
    }
  }

  @Test
  void goesOnWhereExpectedOutputIsMissing() throws IOException {
    Path holey = fixture.bundle("lines", "");
    Files.delete(holey.resolve("expected/2.txt"));
    try {
      Run run = machine.measure(fixture.script("holey", ProgramFixture.RIGHT), holey).run();

      assertThat(run.state()).isEqualTo(RunState.FINISHED);
      assertThat(statuses(run)).isEqualTo("ok |  | ok ok ok ok ok ok");
      assertThat(point(run, "n2").bundleError())
          .isEqualTo("point n2 names expected/2.txt, and the bundle has no such file");
    } finally {
      fixture.bundle("lines", "");
    }
  }

  @Test
  void countsCpuTimeAndMemoryOfProcessesThatNobodyWaitsFor() throws IOException {
    Run run =
        measure(
            "tree",
            "python3 -c 'import time\nx = bytearray(40_000_000)\nwhile time.process_time() < 0.3: pass\nopen(\"/tmp/done\", \"w\")' &\n"
                + "while [ ! -e /tmp/done ]; do sleep 0.05; done\n"
                + ProgramFixture.RIGHT);

    ProgramFigures figures = ProgramFigures.of(point(run, "n1")).orElseThrow();
    assertThat(figures.cpuSeconds()).isGreaterThan(0.3);
    assertThat(figures.peakMemoryBytes()).isGreaterThan(40_000_000);
  }

  @Test
  void refusesASolutionWithAHarness() throws IOException {
    Path harnessed = fixture.solution("harnessed", "language = \"python\"\n");

    assertThatThrownBy(() -> machine.measure(harnessed, bundle))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(
            "measures whole programs, and the solution has language = \"python\"");
  }

  @Test
  void givesProgramsWhatMakeWroteAndAsksTheBundleWhatIsRight() throws IOException {
    Path made = folder.resolve("bundles/made");
    Files.createDirectories(made.resolve("solutions/reference"));
    Files.writeString(
        made.resolve("bundle.toml"),
        """
        [bundle]
        name = "game/made"
        version = "1.0.0"
        protocol = "program"
        command = ["python3", "bundle.py"]
        reference = "solutions/reference"
        [program]
        inputs = "make"
        expected = "none"
        compare = "verify"
        repeats = 1
        [[points]]
        n = 3
        args = ["/work/words.txt"]
        stdin = "text.txt"
        files = ["words.txt"]
        [[points]]
        n = 5
        args = ["/work/words.txt"]
        stdin = "text.txt"
        files = ["words.txt"]
        """);
    Files.writeString(
        made.resolve("bundle.py"),
        """
        import json, os, sys
        verb, folder = sys.argv[1:3]
        if verb == "make":
            point = json.loads(sys.argv[sys.argv.index("--point") + 1])
            os.makedirs(folder + "/cases/000000")
            for name in ("text", "words"):
                with open("%s/cases/000000/%s.txt" % (folder, name), "w") as file:
                    file.writelines("%s %d\\n" % (name, i) for i in range(point["n"]))
            json.dump({"point": point, "derived": {}, "cases": 1, "seeds": [0]}, open(folder + "/manifest.json", "w"))
        else:
            case = folder + "/cases/000000/"
            due = sorted(open(case + "text.txt", "rb").readlines() + open(case + "words.txt", "rb").readlines())
            passed = sorted(open(folder + "/out/000000/stdout", "rb").readlines()) == due
            json.dump({"cases": [{"i": 0, "passed": passed, "metrics": {"lines": len(due)}, "note": ""}]},
                      open(folder + "/verdicts.json", "w"))
        """);
    Files.writeString(
        made.resolve("solutions/reference/solution.toml"),
        "[solution]\nbundle = \"game/made@1\"\nexpect = \"pass\"\n[run]\ncommand = [\"sh\", \"main.sh\"]\n");
    Files.writeString(made.resolve("solutions/reference/main.sh"), "cat - \"$1\"\n");

    JobRunner.Outcome outcome = machine.measure(made.resolve("solutions/reference"), made);

    assertThat(statuses(outcome.run())).isEqualTo("ok | ok ok");
    assertThat(point(outcome.run(), "n5").cases().getFirst().inputHashes())
        .containsOnlyKeys("text.txt", "words.txt");
    assertThat(
            Objects.requireNonNull(point(outcome.run(), "n5").cases().getFirst().verification())
                .metrics())
        .containsEntry("lines", 10.0);
    assertThat(
            new RunVerifier(machine.services())
                .verify(outcome.run(), outcome.folder(), made, _ -> {}))
        .allMatch(Finding::passed);
    assertThat(
            new BundleCheck(
                    machine.services(),
                    made,
                    Files.createDirectories(folder.resolve("scratch")),
                    _ -> {},
                    _ -> {})
                .execute())
        .allMatch(Finding::passed);
  }

  @Test
  void provesTheExample() throws IOException {
    Path example = Path.of("..", "examples", "game", "spectral-norm").toAbsolutePath().normalize();

    List<Finding> findings =
        new BundleCheck(
                machine.services(),
                example,
                Files.createDirectories(folder.resolve("example")),
                _ -> {},
                _ -> {})
            .execute();

    assertThat(findings)
        .allMatch(Finding::passed)
        .extracting(Finding::what)
        .contains("reference", "refusals at n400", "solutions/python");
  }

  @Test
  void measuresSeveralProgramsInTurnForASuite() throws IOException {
    Path one = fixture.script("suite-one", ProgramFixture.RIGHT);
    Path two = fixture.script("suite-two", ProgramFixture.RIGHT + "exit 1\n");
    Path logs = Files.createDirectories(folder.resolve("logs"));
    var image = machine.images().require(HomeMachine.IMAGE);
    List<String> command = List.of("sh", "main.sh");
    try (var task = ProgramBundle.open(bundle, machine.services(), new FolderLogs(logs));
        var first =
            ProgramSession.open(
                task,
                machine.services(),
                new ProgramSession.Program("suite-one", image, one, command),
                new FolderLogs(logs));
        var second =
            ProgramSession.open(
                task,
                machine.services(),
                new ProgramSession.Program("suite-two", image, two, command),
                new FolderLogs(logs))) {
      var workloads = task.spec().requireProgram().workloads();
      workloads.forEach(workload -> assertThat(task.fault(workload)).isEmpty());

      assertThat(first.measure(workloads.getLast(), true, 0, 0).result().status())
          .isEqualTo(Status.OK);
      assertThat(second.measure(workloads.getFirst(), true, 0, 1).result().status())
          .isEqualTo(Status.CRASHED);
      assertThat(first.measure(workloads.getLast(), false, 1, 2).result().status())
          .isEqualTo(Status.OK);
    }
  }

  @Test
  void leavesNothingBehind() throws IOException {
    measure("last", ProgramFixture.RIGHT);

    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }
}
