package dev.assay.runner.encrypted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Suspicion;
import dev.assay.runner.job.RunReader;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.EncryptedFixture;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// One run of an encrypted solution in split mode, at fault in another way at each point.
class EncryptedSolutionIT {
  /// The point's name, the statuses of its cases, where case 1 failed, and a pattern of the first
  /// cause.
  private static final String FAULTS =
      """
      sound                    | ok ok ok          |         |
      encode-raises            | ok crashed ok     | encode  | failed: encode: the solution failed: ValueError: no moon
      encode-dies              | ok crashed lost   | encode  | signal: encode: died of .*SIGSEGV
      encode-hangs             | ok timeout lost   | encode  | case-limit: encode: ended after 2.*, the limit is 2
      encode-takes-all-memory  | ok oom lost       | encode  | oom-kill: encode: .*the limit is 96 MiB
      encode-exits             | ok crashed lost   | encode  | exit: encode: exited with code 3
      encode-gives-none        | wrong wrong wrong | encode  | no-answer: encode: it gave nothing
      encode-gives-text        | crashed crashed crashed | encode | failed: encode: the solution failed: vector 0 is a str
      encode-gives-too-long-a-vector | crashed crashed crashed | encrypt | failed: encrypt: the envelope failed: .*5000 elements
      init-raises              | crashed lost lost |         | init: init: exited with code 1
      init-hangs               | timeout lost lost |         | init: init: ended after 4.*, the limit is 4
      run-raises               | ok crashed ok     | run     | failed: run: the solution failed: ValueError: no moon
      run-dies                 | ok crashed lost   | run     | signal: run: died of .*SIGSEGV
      run-hangs                | ok timeout lost   | run     | case-limit: run: ended after 2.*, the limit is 2
      run-takes-all-memory     | ok oom lost       | run     | oom-kill: run: .*the limit is 96 MiB
      run-exits                | ok crashed lost   | run     | exit: run: exited with code 3
      returns-none             | ok wrong ok       | run     | no-answer: the server returned no ciphertext
      returns-a-thousand       | ok wrong ok       | run     | no-answer: the server returned 1000 ciphertexts, at most 64
      returns-its-input        | ok wrong ok       |         | verifier: the verifier refused the answer
      returns-the-one-before   | ok wrong ok       |         | verifier: the verifier refused the answer
      returns-of-another-key   | ok wrong ok       | decrypt | no-answer: the returned ciphertexts could not be opened: .*of another key
      returns-a-cut-one        | ok wrong ok       | decrypt | no-answer: the returned ciphertexts could not be opened: .*no ciphertext
      swaps-its-halves         | ok wrong ok       |         | verifier: the verifier refused the answer
      returns-text             | ok crashed ok     | run     | failed: run: the solution failed: run returned a str
      decode-raises            | ok crashed ok     | decode  | failed: decode: the solution failed: ValueError: no moon
      decode-hangs             | ok timeout lost   | decode  | case-limit: decode: ended after 2.*, the limit is 2
      decode-gives-too-few     | crashed crashed crashed | decode | failed: decode: the solution failed: ys has 31 elements
      computes-before          | ok ok ok          |         |
      looks-for-secrets        | ok ok ok          |         |
      """;

  @TempDir private static Path folder;
  private static HomeMachine machine;
  private static MeasuredRun measured;

  @BeforeAll
  static void measure() throws IOException {
    machine = HomeMachine.open(folder);
    List<String> names = faults().map(fault -> String.valueOf(fault.get()[0])).toList();
    Path bundle = EncryptedFixture.bundle(folder, names);
    measured = new MeasuredRun(machine.measure(EncryptedFixture.solution(folder, names), bundle));
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static Stream<Arguments> faults() {
    return FAULTS
        .lines()
        .map(line -> Stream.of(line.split("\\|", 4)).map(String::strip).toArray())
        .map(Arguments::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void chargesTheCaseAndNamesTheStage(String point, String statuses, String stage, String cause) {
    assertThat(measured.point(point).bundleError()).isNull();
    assertThat(measured.point(point).platformError()).isNull();
    assertThat(measured.statuses(point)).isEqualTo(statuses);
    assertThat(measured.cause(point)).containsPattern("^" + cause);
    assertThat(Objects.requireNonNullElse(caseOf(point, 1).failedStage(), "")).isEqualTo(stage);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void judgesThePointByItsCases(String point, String statuses, String stage, String cause) {
    assertThat(measured.verdict(point).outcome())
        .isEqualTo(statuses.equals("ok ok ok") ? Verdict.Outcome.PASS : Verdict.Outcome.FAIL);
  }

  @Test
  void clocksEveryStageOfACase() {
    assertThat(caseOf("sound", 1).stages())
        .extracting(StageClock::stage)
        .containsExactly(
            "encode",
            "encrypt",
            "save",
            "load",
            "run",
            "save-answer",
            "load-answer",
            "decrypt",
            "decode");
    assertThat(encrypted("sound").stages())
        .extracting(StageClock::stage)
        .containsExactly("keygen", "save-keys", "load-keys", "init", "load-keys");
  }

  @Test
  void countsAndHashesWhatCrosses() {
    EncryptedCase one = caseOf("sound", 2);

    assertThat(one.ciphertextsIn()).isEqualTo(1);
    assertThat(one.ciphertextsOut()).isEqualTo(1);
    assertThat(one.sent().getFirst().bytes()).isEqualTo(5 + 8 * 1024);
    assertThat(one.returned().getFirst().name()).isEqualTo("ciphertext-000.bin");
    assertThat(one.returned().getFirst().sha256()).isNotEqualTo(one.sent().getFirst().sha256());
    assertThat(one.meters()).containsOnlyKeys("noise_budget_bits");
    assertThat(encrypted("sound").keys())
        .extracting(EncryptedPoint.Blob::bytes)
        .containsExactly(8192L);
    assertThat(encrypted("sound").secretKeyBytes()).isEqualTo(4096);
    assertThat(encrypted("sound").security())
        .isEqualTo(new EncryptedPoint.Security(128, 128, 1024, 27, 27));
  }

  @Test
  void saysWhatEachProcessTook() {
    assertThat(encrypted("sound").processes())
        .extracting(StageProcess::stage)
        .containsExactly("encode", "seal", "open", "decode", "open", "decode");
    assertThat(encrypted("sound").processes())
        .extracting(StageProcess::attempt)
        .containsExactly(0, 0, 0, 0, StageProcesses.ECHO, StageProcesses.ECHO);
    assertThat(encrypted("sound").processes())
        .extracting(StageProcess::process)
        .allMatch(process -> process.cost().peakMemoryBytes() != null);
  }

  @Test
  void givesAServerNeitherTheSecretKeyNorAnythingInClear() throws IOException {
    ProcessResult server = Objects.requireNonNull(measured.point("looks-for-secrets").process());
    String log =
        Files.readString(
            measured.folder().path().resolve(Objects.requireNonNull(server.stderr()).file()));

    assertThat(log).containsPattern("looked at \\d+ files").contains("found []");
    assertThat(log).doesNotContainPattern("found \\[[^\\]]");
  }

  @Test
  void suspectsAnAnswerThatWasThereBeforeTheServerSawIt() {
    assertThat(measured.point("computes-before").suspicions())
        .extracting(Suspicion::code)
        .contains(Suspicion.Code.ANSWER_IN_ENCODING);
    assertThat(measured.point("computes-before").suspicions().getLast().text())
        .startsWith(
            "decrypting what was sent to the server already gives the right answer of case");
    assertThat(measured.point("sound").suspicions()).isEmpty();
  }

  @Test
  void readsBackWhatItWrote() {
    assertThat(RunReader.read(measured.folder())).isEqualTo(measured.run());
    assertThat(measured.run().state()).isEqualTo(RunState.FINISHED);
  }

  @Test
  void leavesNothingBehind() throws IOException {
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static EncryptedPoint encrypted(String point) {
    return Objects.requireNonNull(measured.point(point).encrypted());
  }

  private static EncryptedCase caseOf(String point, int index) {
    return encrypted(point).cases().get(index);
  }
}
