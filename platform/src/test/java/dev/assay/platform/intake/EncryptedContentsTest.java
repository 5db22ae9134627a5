package dev.assay.platform.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.job.Job;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import dev.assay.testkit.EncryptedRuns;
import dev.assay.testkit.Runs;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EncryptedContentsTest {
  static Stream<Run> runs() {
    return Stream.of(
        EncryptedRuns.full(),
        EncryptedRuns.exact(),
        EncryptedRuns.joined(),
        EncryptedRuns.selfReported(),
        Runs.full());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void takesWhatFits(Run run) {
    assertThat(run.points())
        .isNotEmpty()
        .allSatisfy(point -> assertThat(EncryptedContents.findFault(run.job(), point)).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"mode\":\"split\" | \"mode\":\"joined\" | it was executed joined, the plan says split",
        "\"modulus_bits\":218 | \"modulus_bits\":219 | the table of the standard says something else of 219 bits",
        "\"ring_degree\":8192,\"modulus_bits\":218,\"most_modulus_bits\":218 | \"ring_degree\":4096,\"modulus_bits\":218,\"most_modulus_bits\":109 | the table of the standard says something else of 218 bits of modulus at ring degree 4096",
        "\"reached_bits\":128 | \"reached_bits\":192 | the table of the standard",
        "\"required_bits\":128 | \"required_bits\":80 | it asks for 80 bits of security, the plan for 128",
        "\"name\":\"public.bin\" | \"name\":\"../public.bin\" | can be called '../public.bin'",
        "\"name\":\"ciphertext-001.bin\" | \"name\":\"ciphertext-000.bin\" | can be called 'ciphertext-000.bin'",
        "\"secret_key_bytes\":196737 | \"secret_key_bytes\":-1 | its secret key has -1 bytes",
        "\"ciphertexts_in\":2 | \"ciphertexts_in\":3 | case 0: 3 ciphertexts were counted, and 2 are there",
        "\"ciphertexts_out\":1 | \"ciphertexts_out\":-1 | case 0: -1 ciphertexts were counted",
        "\"stage\":\"keygen\" | \"stage\":\"KEY GEN\" | no stage can be called 'KEY GEN'",
        "\"stage\":\"decrypt\" | \"stage\":\"decode\" | a stage of a case has two clocks",
        "\"stage\":\"seal\",\"attempt\":0 | \"stage\":\"vault\",\"attempt\":0 | there is no process 'vault'",
        "\"stage\":\"seal\",\"attempt\":0 | \"stage\":\"seal\",\"attempt\":1 | attempt 1, which the plan does not have",
        "\"meters\":{\"level\" | \"meters\":{\"LEVEL\" | a meter that no envelope can have read: [LEVEL",
      })
  void refusesWhatDoesNotFit(String found, String replacement, String fault) {
    Run run = EncryptedRuns.full();
    String document = JsonCodec.toLine(run.points().getFirst());
    assertThat(document).contains(found);
    int at = document.indexOf("\"encrypted\"");
    String changed =
        document.substring(0, at)
            + document
                .substring(at)
                .replaceFirst(
                    java.util.regex.Pattern.quote(found),
                    java.util.regex.Matcher.quoteReplacement(replacement));

    assertThat(EncryptedContents.findFault(run.job(), point(changed)).orElse("nothing"))
        .contains(fault);
  }

  private static PointResult point(String document) {
    return JsonCodec.read(document.getBytes(StandardCharsets.UTF_8), PointResult.class, "a point");
  }

  @Test
  void refusesCiphertextsUnderOtherProtocolsAndCasesWithoutStages() {
    Job call = Runs.full().job();
    Run run = EncryptedRuns.full();
    PointResult point = run.points().getFirst();
    PointResult bare =
        new PointResult(
            point.point(),
            point.params(),
            point.derived(),
            null,
            null,
            point.stages(),
            point.initNanos(),
            point.process(),
            point.retries(),
            point.make(),
            point.verify(),
            point.cases(),
            point.remarks(),
            point.suspicions());

    assertThat(EncryptedContents.findFault(call, point).orElseThrow())
        .contains("the plan is not of an encrypted solution");
    assertThat(EncryptedContents.findFault(run.job(), bare).orElseThrow())
        .contains("came without their stages");
  }
}
