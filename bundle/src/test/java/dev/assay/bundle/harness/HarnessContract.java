package dev.assay.bundle.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every language's harness does, whatever the language. Subclasses bring the sources.
abstract class HarnessContract {
  @TempDir static Path builds;
  @TempDir Path folder;

  /// The harness under test.
  abstract Harness harness();

  /// The name of the author's file.
  abstract String sourceName();

  /// A solution that gives back what it gets.
  abstract String echo(Signature signature);

  /// A solution of `vector(i32)` whose y is x, after it has done the thing that `x[0]` asks for: 1
  /// fails with the text `one\ntwo` and 300 letters behind it, 2 prints `done 0 1`, 3 closes
  /// standard output, 4 exits with 7, 5 makes y one element too short (or fails where the language
  /// rules it out), 6 reads standard input and fails with `empty` when nothing comes, 7 dies of
  /// signal 11.
  abstract String troubled();

  /// A solution of `vector(i32)` whose `init` fails with the text `no way`.
  abstract String failingInit();

  /// Skips where the tools are not there.
  abstract void assumeTools();

  /// Adds to a solution's folder before it is built.
  void prepare(Path solution) throws Exception {}

  @BeforeEach
  void needsTools() {
    assumeTools();
  }

  @Test
  void carriesEveryTypeThroughByteForByte() throws Exception {
    BundleSpec bundle = TestBundles.everything();
    Path solution = build(bundle, echo(bundle.signature()));
    PointFolder point = PointFolder.make(folder.resolve("point"), bundle, 5, 2);

    try (var runner = FakeRunner.start(solution, point.path())) {
      assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
      assertThat(runner.ask("case 1")).as(runner.standardError()).matches("done 1 [1-9][0-9]*");
      assertThat(runner.ask("case 0")).matches("done 0 [1-9][0-9]*");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }

    for (int index = 0; index < 2; index++) {
      for (String name : bundle.signature().outputs().keySet()) {
        assertThat(Files.readAllBytes(point.output(index, name)))
            .as(name)
            .isEqualTo(point.value(index, name.replace("_out", "")));
      }
    }
  }

  @Test
  void takesEmptyTensorsAndEmptyBytes() throws Exception {
    BundleSpec bundle = TestBundles.everything();
    Path solution = build(bundle, echo(bundle.signature()));
    PointFolder point = PointFolder.make(folder.resolve("point"), bundle, 0, 1);
    Files.write(point.input(0, "text"), new byte[0]);

    try (var runner = FakeRunner.start(solution, point.path())) {
      runner.hear();
      assertThat(runner.ask("case 0")).as(runner.standardError()).matches("done 0 [1-9][0-9]*");
    }

    assertThat(point.output(0, "text_out")).isEmptyFile();
    assertThat(point.output(0, "v_f64_out")).isEmptyFile();
  }

  @Test
  void doesAllCasesInTurnByHand() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, troubled());
    PointFolder point = troubles(bundle, 0, 1, 0);

    var result = Programs.execute(solution, Map.of(), "./solution", point.path().toString());

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.output()).contains("2 of 3 cases answered");
    assertThat(Files.readString(point.path().resolve("out/results.json")))
        .matches(
            "(?s)\\{\"init_s\":\\d+\\.\\d{9},\"cases\":\\[\\s*"
                + "\\{\"i\":0,\"seconds\":\\d+\\.\\d{9},\"status\":\"ok\"},\\s*"
                + "\\{\"i\":1,\"status\":\"crashed\",\"note\":\"[^\n]{1,200}\"},\\s*"
                + "\\{\"i\":2,\"seconds\":\\d+\\.\\d{9},\"status\":\"ok\"}\\s*]}\\s*");
    assertThat(point.output(2, "y")).hasSameBinaryContentAs(point.input(2, "x"));
  }

  @Test
  void printsHowItIsUsed() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, troubled());

    var result = Programs.execute(solution, Map.of(), "./solution");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.output()).contains("usage: ./solution DIR\n");
  }

  @Test
  void livesOnAfterAFailedCase() throws Exception {
    try (var runner = troubledRunner(1, 0)) {
      assertThat(runner.ask("case 0")).matches("failed 0 .*one two x{50,}").hasSizeLessThan(215);
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
    }
  }

  @Test
  void keepsTheChannelFromWhatTheAuthorPrints() throws Exception {
    try (var runner = troubledRunner(2, 0)) {
      assertThat(runner.ask("case 0")).matches("done 0 \\d\\d+");
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
      assertThat(runner.standardError()).contains("done 0 1\n");
    }
  }

  @Test
  void speaksOnAfterTheAuthorHasClosedStandardOutput() throws Exception {
    try (var runner = troubledRunner(3, 0)) {
      assertThat(runner.ask("case 0")).startsWith("done 0 ");
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
      runner.say("end");
      assertThat(runner.exitCode()).isZero();
    }
  }

  @Test
  void endsWhenTheAuthorExits() throws Exception {
    try (var runner = troubledRunner(4)) {
      assertThat(runner.ask("case 0")).isNull();
      assertThat(runner.exitCode()).isEqualTo(7);
    }
  }

  @Test
  void diesOfTheAuthorsSignal() throws Exception {
    try (var runner = troubledRunner(7)) {
      assertThat(runner.ask("case 0")).isNull();
      assertThat(runner.exitCode()).isEqualTo(128 + 11);
    }
  }

  @Test
  void refusesAnOutputOfTheWrongSize() throws Exception {
    try (var runner = troubledRunner(5, 0)) {
      assertThat(runner.ask("case 0")).startsWith("failed 0 ");
      assertThat(runner.ask("case 1")).startsWith("done 1 ");
    }

    assertThat(folder.resolve("point/out/000000/y.bin")).doesNotExist();
  }

  @Test
  void givesTheAuthorNoStandardInput() throws Exception {
    try (var runner = troubledRunner(6)) {
      runner.say("case 0");
      runner.say("end");
      assertThat(runner.hear()).matches("failed 0 .*empty.*");
      assertThat(runner.exitCode()).isZero();
    }
  }

  @Test
  void saysThatAnInputIsTooShort() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, troubled());
    PointFolder point = troubles(bundle, 0);
    Files.write(point.input(0, "x"), new byte[3]);

    try (var runner = FakeRunner.start(solution, point.path())) {
      runner.hear();
      assertThat(runner.ask("case 0")).matches("failed 0 .*x.bin has 3 bytes, its type has 16");
    }
  }

  @Test
  void endsWithoutReadyWhenInitFails() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, failingInit());
    PointFolder point = troubles(bundle, 0);

    try (var runner = FakeRunner.start(solution, point.path())) {
      assertThat(runner.hear()).isNull();
      assertThat(runner.exitCode()).isEqualTo(1);
      assertThat(runner.standardError()).contains("no way");
    }
  }

  @Test
  void endsWhenTheRunnerIsGone() throws Exception {
    try (var runner = troubledRunner(0)) {
      runner.closeChannel();
      assertThat(runner.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void endsOnALineThatIsNotDue() throws Exception {
    for (String line : new String[] {"case 1", "case", "case x", "case 0 ", "stop", ""}) {
      try (var runner = troubledRunner(0)) {
        assertThat(runner.ask(line)).as(line).isNull();
        assertThat(runner.exitCode()).isEqualTo(1);
      }
    }
  }

  @Test
  void refusesAManifestThatDoesNotFit() throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, troubled());
    PointFolder point = troubles(bundle, 0);
    for (String manifest :
        new String[] {
          "",
          "{",
          "{\"cases\":1}",
          "{\"point\":{\"N\":4.0},\"cases\":1}",
          "{\"point\":{\"N\":-4},\"cases\":1}",
          "{\"point\":{\"N\":4294967296},\"cases\":1}",
          "{\"point\":{\"N\":\"4\"},\"cases\":1}",
          "{\"point\":{\"N\":4,\"N\":4},\"cases\":1}",
          "{\"point\":{\"N\":4},\"cases\":1} x",
          "{\"point\":{\"N\":NaN},\"cases\":1}",
          "{\"point\":{\"N\":4},\"cases\":-1}"
        }) {
      Files.writeString(point.path().resolve("manifest.json"), manifest);

      var result = Programs.execute(solution, Map.of(), "./solution", point.path().toString());

      assertThat(result.exitCode()).as(manifest).isEqualTo(1);
      assertThat(result.output()).as(manifest).contains("no case can be done: ");
    }
  }

  @Test
  void scaffoldsASolutionThatAnswersWithZeros() throws Exception {
    BundleSpec bundle = TestBundles.everything();
    Path solution = folder.resolve("new");
    new SolutionScaffold(bundle, harness(), Path.of("bundle")).create(solution);
    buildIn(solution);
    PointFolder point = PointFolder.make(folder.resolve("point"), bundle, 3, 1);

    var result = Programs.execute(solution, Map.of(), "./solution", point.path().toString());

    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(point.output(0, "v_i16_out")).hasBinaryContent(new byte[2 * 3 * 2 * 2]);
  }

  FakeRunner troubledRunner(int... wishes) throws Exception {
    BundleSpec bundle = TestBundles.vector(ElementType.I32);
    Path solution = build(bundle, troubled());
    PointFolder point = troubles(bundle, wishes);
    var runner = FakeRunner.start(solution, point.path());
    assertThat(runner.hear()).as(runner.standardError()).isEqualTo("ready");
    return runner;
  }

  /// A point whose cases ask for one kind of trouble each.
  PointFolder troubles(BundleSpec bundle, int... wishes) throws IOException {
    PointFolder point = PointFolder.make(folder.resolve("point"), bundle, 4, wishes.length);
    for (int index = 0; index < wishes.length; index++) {
      byte[] x = Files.readAllBytes(point.input(index, "x"));
      x[0] = (byte) wishes[index];
      x[1] = 0;
      x[2] = 0;
      x[3] = 0;
      Files.write(point.input(index, "x"), x);
    }
    return point;
  }

  /// A built solution. Tests share it, so they leave it as it is.
  Path build(BundleSpec bundle, String source) throws Exception {
    String key = bundle.id() + source;
    Path solution = builds.resolve(Integer.toHexString(key.hashCode()));
    if (!Files.exists(solution)) {
      Files.createDirectory(solution);
      Files.writeString(solution.resolve(sourceName()), source);
      prepare(solution);
      Overlay.lay(solution, harness(), bundle);
      buildIn(solution);
    }
    return solution;
  }

  private void buildIn(Path solution) throws Exception {
    String command = harness().defaultBuildCommand();
    if (command != null) {
      var result =
          Programs.execute(
              solution,
              Map.of(
                  "CXXFLAGS", "-std=c++20 -O1 -Wall -Wextra -Werror",
                  "CFLAGS", "-std=c17 -O1 -Wall -Wextra -Werror -D_GNU_SOURCE"),
              "sh",
              "-c",
              command);
      assertThat(result.exitCode()).as(result.output()).isZero();
    }
  }
}
