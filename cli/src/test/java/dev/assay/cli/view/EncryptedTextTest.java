package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.judge.RunJudge;
import dev.assay.core.run.Run;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.Runs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedTextTest {
  @Test
  void showsTheStagesWithTheMeasuredOneMarked() {
    String text = EncryptedText.of(EncryptedRuns.exact(), 100);

    assertThat(text + "\n")
        .isEqualTo(
            """
             features-64
               a case      encode 425 µs (0.7 %) + encrypt 6.57 ms (10 %) + save 1.24 ms (2.0 %) + load 2.00 ms
                           (3.2 %) + [run 50.1 ms (80 %), measured] + save-answer 365 µs (0.6 %) + load-answer
                           543 µs (0.9 %) + decrypt 1.55 ms (2.5 %) + decode 91.6 µs (0.1 %) = 62.8 ms
               once        keygen 412 ms (68 %) + save-keys 61.5 ms (10 %) + load-keys 95.2 ms (16 %) + init
                           35.0 ms (5.8 %) + load-keys 4.10 ms (0.7 %) = 608 ms
               crossed     2 ciphertexts a case to the server, 768 KiB; 1 ciphertext a case back, 128 KiB; 12.0
                           MiB of keys in 3 files; the secret key, 192 KiB, stayed with the client
               left        noise budget, bits: 21 at worst
               parameters  218 bits of modulus at ring degree 8192; 128 bits of security allow 218
            """);
  }

  @Test
  void tellsWhereCasesFailed() {
    assertThat(EncryptedText.of(EncryptedRuns.full(), 200))
        .contains(
            "failed      1 case in load-answer, 1 case in decode, 1 case in encode, 1 case in run")
        .contains("failed      1 case in keygen")
        .contains("worst precision, bits: 19.");
  }

  @Test
  void saysWhyARunIsNeverRanked() {
    assertThat(EncryptedText.of(EncryptedRuns.joined(), 200)).startsWith(" never ranked: joined: ");
    assertThat(EncryptedText.of(EncryptedRuns.selfReported(), 200))
        .startsWith(" never ranked: self-reported: ");
    assertThat(EncryptedText.of(EncryptedRuns.full(), 200)).doesNotContain("never ranked");
    Run joined = EncryptedRuns.joined();
    assertThat(PointTable.of(joined, RunJudge.judge(joined), 100)).contains("  joined");
    assertThat(RunHeader.of(joined, 200))
        .contains("CKKS, 128 bits of security at least; joined: client and server in one process");
  }

  @Test
  void saysARefusalInFull() {
    assertThat(EncryptedText.of(EncryptedRuns.refused(), 300))
        .isEqualTo(" " + EncryptedRuns.refused().stateReason());
  }

  @Test
  void saysNothingUnderOtherProtocols() {
    assertThat(EncryptedText.of(Runs.full(), 80)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void keepsToTheWidth(int width) {
    assertThat(EncryptedText.of(EncryptedRuns.full(), width).lines())
        .allMatch(line -> line.length() <= width);
  }
}
