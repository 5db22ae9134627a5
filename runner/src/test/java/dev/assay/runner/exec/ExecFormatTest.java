package dev.assay.runner.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.RunState;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ExecFormatTest {
  private static final Cost COST =
      new Cost(
          1_000_000, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null);

  private static Measurement measurement(long metered, long others, long steal) {
    return new Measurement(
        0,
        0,
        false,
        Instant.EPOCH,
        new ProcessResult(
            new Ending.Exited(0),
            new Evidence(0L, 1L << 30, null, null, 0, 0, null, null),
            COST,
            null,
            List.of(),
            null,
            null),
        metered,
        new CaseNoise(
            null, null, null, steal, null, null, null, null, null, others, others + steal),
        "tail\n");
  }

  private static ExecResult result() {
    return new ExecResult(
        ExecResult.FORMAT,
        "test",
        Instant.EPOCH,
        RunState.CANCELLED,
        "cancelled",
        List.of(List.of("a", "b c"), List.of("d")),
        1,
        2,
        ExecLimits.ofMemory(DataSize.ofGibibytes(1)),
        new ExecPlace(
            "image",
            List.of(new ExecFolder("/data", ExecFolder.Mode.FRESH)),
            "/data",
            Map.of("A", "1"),
            true),
        "/in",
        "null",
        new ImageIdentity("image", "sha256:0"),
        Map.of("A", "1"),
        new Machine(
            "name", "x86_64", "cpu", 2, 1L << 33, null, "6.1", "system", Map.of(), List.of()),
        Map.of("java", "25"),
        List.of(measurement(1_500_000, 600_000, 0)));
  }

  @Test
  void comesBackFromJsonAsItWas() {
    byte[] json = JsonCodec.toBytes(result());

    assertThat(JsonCodec.read(json, ExecResult.class, "test")).isEqualTo(result());
  }

  /// Every key that is written stands in the document that describes them.
  @Test
  void isDescribedKeyByKey() throws IOException {
    String document = Files.readString(Path.of("..", "docs", "exec.md"), StandardCharsets.UTF_8);
    String json = JsonCodec.toLine(result());

    List<String> ownKeys =
        Pattern.compile("\"([a-z_]+)\":")
            .matcher(
                json.replaceAll(
                    "\"(machine|process|noise)\":\\{.*?\\}(?=,\"(environment|metered_nanos|error_tail)\")",
                    "\"$1\":{}"))
            .results()
            .map(match -> match.group(1))
            .filter(key -> !key.matches("reference|digest|java"))
            .distinct()
            .toList();

    assertThat(ownKeys).contains("format", "commands", "working_directory", "error_tail");
    assertThat(ownKeys).allSatisfy(key -> assertThat(document).contains("`" + key + "`"));
  }

  @Test
  void countsAsCertainOnlyWhatTheProcessorsCannotHaveDoneBesideTheProcess() {
    CaseNoise beside = measurement(1_500_000, 500_000, 0).certainNoise(1);
    CaseNoise within = measurement(1_500_000, 800_000, 900_000).certainNoise(1);
    CaseNoise onTwo = measurement(1_500_000, 800_000, 0).certainNoise(2);

    assertThat(beside).extracting(CaseNoise::otherCpuNanos).isEqualTo(0L);
    assertThat(within).extracting(CaseNoise::otherCpuNanos).isEqualTo(300_000L);
    assertThat(within).extracting(CaseNoise::stealNanos).isEqualTo(400_000L);
    assertThat(onTwo).extracting(CaseNoise::otherCpuNanos).isEqualTo(0L);
  }
}
