package dev.assay.runner.encrypted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.error.AssayException;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.runner.check.BundleCheck;
import dev.assay.runner.check.Finding;
import dev.assay.runner.check.RunVerifier;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.job.RunRequest;
import dev.assay.runner.source.SourceRequest;
import dev.assay.runner.source.TreeCopy;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.EncryptedFixture;
import dev.assay.runner.testkit.Folders;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import dev.assay.runner.testkit.Spinner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Encrypted solutions joined, refused, cancelled, measured again, verified and checked.
class EncryptedRunsIT {
  private static final List<String> SOUND = List.of("sound");

  @TempDir private Path folder;
  private HomeMachine machine;
  private Path bundle;
  private Path solution;

  @BeforeEach
  void open() throws IOException {
    machine = HomeMachine.open(folder);
    bundle = EncryptedFixture.bundle(folder, SOUND);
    solution = EncryptedFixture.solution(folder, SOUND);
  }

  @AfterEach
  void close() throws IOException {
    if (machine != null) {
      assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
      machine.close();
    }
  }

  private MeasuredRun measure() {
    return new MeasuredRun(machine.measure(solution, bundle));
  }

  private static EncryptedPoint encrypted(MeasuredRun run) {
    return Objects.requireNonNull(run.point("sound").encrypted());
  }

  @Test
  void givesTheSameAnswersInOneProcessAsInFive() {
    MeasuredRun split = measure();
    MeasuredRun joined =
        new MeasuredRun(
            machine.measure(solution, bundle, JobPlanner.Ask.EVERYTHING.inOneProcess()));

    assertThat(joined.statuses("sound")).isEqualTo("ok ok ok");
    assertThat(joined.point("sound").suspicions()).isEmpty();
    assertThat(joined.point("sound").cases())
        .allSatisfy(one -> assertThat(one.suspicions()).isEmpty());
    assertThat(bySeed(joined)).isEqualTo(bySeed(split));
    assertThat(encrypted(joined).mode()).isEqualTo(EncryptedMode.JOINED);
    assertThat(encrypted(joined).stages())
        .extracting(StageClock::stage)
        .containsExactly("keygen", "save-keys", "load-keys", "init");
    assertThat(encrypted(joined).cases().getFirst().stages()).hasSize(9);
    assertThat(encrypted(joined).cases().getFirst().ciphertextsOut()).isEqualTo(1);
    assertThat(encrypted(joined).config()).isEqualTo(encrypted(split).config());
  }

  private static List<String> bySeed(MeasuredRun run) {
    return run.point("sound").cases().stream()
        .map(one -> "%d %s".formatted(one.seed(), one.outputHashes()))
        .sorted()
        .toList();
  }

  @Test
  void joinsNothingThatIsNotInTheEnvelopesLanguage() throws IOException {
    Files.writeString(bundle.resolve("envelope/envelope.hpp"), "");
    EncryptedFixture.change(solution.resolve("solution.toml"), "\"python\"", "\"cpp\"");

    assertThatThrownBy(
            () -> machine.measure(solution, bundle, JobPlanner.Ask.EVERYTHING.inOneProcess()))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("one process has one language");
  }

  @Test
  void refusesParametersThatAreTooWeakBeforeAnythingIsBuilt() throws IOException {
    EncryptedFixture.change(solution.resolve("config.jsonc"), "[27]", "[14, 14]");

    MeasuredRun run = measure();

    assertThat(run.run().state()).isEqualTo(RunState.BUILD_FAILED);
    assertThat(run.run().stateReason())
        .isEqualTo(
            "the parameters are refused: 28 bits of modulus at ring degree 1024; for 128 bits of security the standard's table allows 27 at most");
    assertThat(run.run().build()).isNull();
    assertThat(run.run().points()).isEmpty();
  }

  @Test
  void refusesUnknownKeysOfTheConfig() throws IOException {
    EncryptedFixture.change(
        solution.resolve("config.jsonc"), "\"ballast_mib\"", "\"security\": 1, \"ballast_mib\"");

    MeasuredRun run = measure();

    assertThat(run.run().state()).isEqualTo(RunState.BUILD_FAILED);
    assertThat(run.run().stateReason()).contains("config.jsonc").contains("security");
  }

  @Test
  void chargesKeysBeyondTheMemoryLimitToTheAuthor() throws IOException {
    EncryptedFixture.change(
        solution.resolve("config.jsonc"), "\"ballast_mib\": 0", "\"ballast_mib\": 4096");

    MeasuredRun run = measure();

    assertThat(run.statuses("sound")).isEqualTo("oom lost lost");
    assertThat(run.cause("sound"))
        .isEqualTo("init: keygen: the kernel killed it for memory: the limit is 96 MiB");
    assertThat(encrypted(run).cases().getFirst().failedStage()).isEqualTo("keygen");
    assertThat(encrypted(run).secretKeyBytes()).isNull();
    assertThat(run.run().state()).isEqualTo(RunState.FINISHED);
  }

  /// What the envelope does is driven by the author's parameters and ciphertexts, so its time is
  /// too.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          keygen(config, point)      | keygen  | timeout lost lost | init
          encrypt(keys, packings)    | encrypt | timeout lost lost | case-limit
          decrypt(keys, ciphertexts) | decrypt | timeout lost lost | case-limit
          """)
  void namesTheStageOfTheEnvelopeThatTookTooLong(
      String function, String stage, String statuses, String code) throws IOException {
    EncryptedFixture.change(
        bundle.resolve("envelope/envelope.py"),
        "def %s:\n".formatted(function),
        "def %s:\n    import time; time.sleep(60)\n".formatted(function));

    MeasuredRun run = measure();

    assertThat(run.statuses("sound")).isEqualTo(statuses);
    CaseResult first = run.point("sound").cases().getFirst();
    assertThat(Objects.requireNonNull(first.cause()).code().text()).isEqualTo(code);
    assertThat(first.cause().text()).contains(stage + ": ended after ").contains("the limit is");
    assertThat(encrypted(run).cases().getFirst().failedStage()).isEqualTo(stage);
  }

  @Test
  void blamesTheBundleForKeysOfOtherParameters() throws IOException {
    EncryptedFixture.change(
        bundle.resolve("envelope/envelope.py"), "\"ring_degree\": keys.n", "\"ring_degree\": 4096");

    MeasuredRun run = measure();

    assertThat(run.run().state()).isEqualTo(RunState.BUNDLE_ERROR);
    assertThat(run.point("sound").bundleError())
        .isEqualTo(
            "the envelope made keys of 27 bits of modulus at ring degree 4096, where config.jsonc asks for 27 bits at 1024");
  }

  @Test
  void blamesTheBundleForAnEnvelopeThatSpeaksOutOfTurn() throws IOException {
    EncryptedFixture.change(
        bundle.resolve("envelope/envelope.py"),
        "def keygen(config, point):\n",
        "def keygen(config, point):\n    import os\n    os.write(201, b'case closed\\n')\n");

    MeasuredRun run = measure();

    assertThat(run.point("sound").bundleError())
        .startsWith(
            "the envelope broke the rules: keygen: said 'case closed' where 'ready' was due");
  }

  @Test
  void readsTheStagesThatAnOwnProgramReports() throws IOException {
    Path program =
        Folders.copyOf(
            "runner/src/test/resources/dev/assay/runner/encrypted/program",
            folder.resolve("program"));
    Folders.write(
        program,
        "solution.toml",
        """
        [solution]
        bundle = "test/double@1"

        [run]
        command = ["python3", "main.py"]
        """);

    MeasuredRun run = new MeasuredRun(machine.measure(program, bundle));

    assertThat(run.statuses("sound")).isEqualTo("ok ok ok");
    assertThat(encrypted(run).mode()).isEqualTo(EncryptedMode.SELF_REPORTED);
    assertThat(encrypted(run).stages())
        .containsExactly(new StageClock("keygen", 250_000_000), new StageClock("init", 1_000_000));
    assertThat(encrypted(run).cases().get(1).stages())
        .containsExactly(
            new StageClock("encode", 2_000_000),
            new StageClock("encrypt", 4_000_000),
            new StageClock("run", 1_000_000),
            new StageClock("decrypt", 3_000_000));
    assertThat(encrypted(run).cases().get(1).ciphertextsIn()).isEqualTo(2);
    assertThat(encrypted(run).cases().get(1).ciphertextsOut()).isEqualTo(1);
    assertThat(run.point("sound").remarks())
        .contains("results.json says decoding_s = 0.5 of all cases together");
  }

  @Test
  void keepsWhatWasMeasuredWhenCancelled() throws IOException {
    MeasuredRun run =
        new MeasuredRun(
            machine.measure(
                request(JobPlanner.Ask.EVERYTHING),
                new Listening() {
                  @Override
                  public void measured(String point, int done, int of) {
                    if (done == 1) {
                      machine.cancellation().request();
                    }
                  }
                }));

    assertThat(run.run().state()).isEqualTo(RunState.CANCELLED);
    assertThat(run.point("sound").cases()).hasSize(3);
    assertThat(encrypted(run).cases().getFirst().stages())
        .extracting(StageClock::stage)
        .contains("encode", "encrypt", "run");
    assertThat(run.point("sound").cases().getLast().cause())
        .extracting(Cause::code)
        .isEqualTo(Cause.Code.CANCELLED);
    assertThat(Files.readAllLines(run.folder().journal())).hasSize(3);
  }

  /// Hears nothing.
  private abstract static class Listening implements RunListener {
    @Override
    public void stage(String text) {}

    @Override
    public void measuredAgain(String point, int retry, int done, int of) {}

    @Override
    public void point(PointResult result) {}
  }

  private RunRequest request(JobPlanner.Ask ask) {
    return new RunRequest(
        new SourceRequest(solution.toString(), ".", null, true), bundle, ask, machine.runs(), true);
  }

  @Test
  void opensAndJudgesWhatIsMeasuredAgain() throws IOException {
    // Waking up and going to sleep is other work by the kernel's counters of the processor.
    EncryptedFixture.change(
        solution.resolve("solution.py"),
        "    suffer(\"run\", state.name)\n",
        "    suffer(\"run\", state.name)\n    end = time.monotonic() + 0.3\n    while time.monotonic() < end:\n        pass\n");
    JobRunner.Outcome outcome;
    try (var spinner = Spinner.onTheMeasuredCore()) {
      outcome =
          machine.measure(
              request(JobPlanner.Ask.EVERYTHING.retryingDisturbed(1)), RunListener.SILENT);
      assertThat(spinner.isAlive()).isTrue();
    }
    var run = new MeasuredRun(outcome);

    assertThat(run.statuses("sound")).isEqualTo("ok ok ok");
    assertThat(run.point("sound").retries()).hasSize(1);
    assertThat(run.point("sound").cases().getFirst().attempts())
        .extracting(CaseAttempt::status)
        .containsExactly(Status.OK, Status.OK);
    assertThat(encrypted(run).processes())
        .extracting(StageProcess::stage)
        .containsExactly("encode", "seal", "open", "decode", "open", "decode", "open", "decode");
    assertThat(encrypted(run).cases()).allMatch(one -> one.attempt() == 1);
    assertThat(
            new RunVerifier(machine.services())
                .verify(run.run(), outcome.folder(), bundle, _ -> {}))
        .allMatch(Finding::passed);
  }

  @Test
  void derivesEveryVerdictAgain() {
    MeasuredRun run = measure();

    List<Finding> findings =
        new RunVerifier(machine.services()).verify(run.run(), run.folder(), bundle, _ -> {});

    assertThat(findings).allMatch(Finding::passed);
    assertThat(findings)
        .extracting(Finding::detail)
        .contains(
            "6 files, every hash as recorded", "3 answers judged again, every verdict the same");
    assertThat(run.verdict("sound").outcome()).isEqualTo(Verdict.Outcome.PASS);
  }

  @Test
  void provesAnEncryptedBundle() throws IOException {
    TreeCopy.copy(solution, bundle.resolve("solutions/reference"));
    TreeCopy.copy(solution, bundle.resolve("solutions/weak"));
    EncryptedFixture.change(bundle.resolve("solutions/weak/config.jsonc"), "[27]", "[54]");
    EncryptedFixture.change(
        bundle.resolve("solutions/weak/solution.toml"),
        "language",
        "expect = \"build-failed\"\nlanguage");
    EncryptedFixture.change(
        bundle.resolve("bundle.toml"),
        "protocol = \"encrypted\"",
        "protocol = \"encrypted\"\nreference = \"solutions/reference\"");

    List<Finding> findings =
        new BundleCheck(machine.services(), bundle, folder.resolve("scratch"), _ -> {}, _ -> {})
            .execute();

    assertThat(findings).allMatch(Finding::passed);
    assertThat(findings)
        .extracting(Finding::what)
        .contains("reference", "encodings", "refusals at sound", "solutions/weak");
  }

  @Test
  void losesNoCaseToAnEnvelopeThatCannotRead() throws IOException {
    EncryptedFixture.change(
        bundle.resolve("envelope/envelope.py"),
        "def decrypt(keys, ciphertexts):\n",
        "def decrypt(keys, ciphertexts):\n    raise ValueError('the noise is too large')\n");

    MeasuredRun run = measure();

    assertThat(run.point("sound").cases())
        .extracting(CaseResult::status)
        .containsOnly(Status.WRONG);
    assertThat(run.cause("sound"))
        .isEqualTo(
            "no-answer: the returned ciphertexts could not be opened: ValueError: the noise is too large");
    assertThat(run.point("sound").cases()).allMatch(one -> one.seconds() != null);
  }
}
