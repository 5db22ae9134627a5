package dev.assay.bundle.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.OutputComparison.Tolerance;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Workload;
import dev.assay.core.wire.JsonCodec;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramManifestTest {
  @TempDir Path folder;

  private BundleSpec read(String text) throws IOException {
    Files.writeString(folder.resolve("bundle.toml"), text);
    return BundleManifest.read(folder);
  }

  @Test
  void hasTheRulesOfTheGameWhereItSaysNothing() throws IOException {
    BundleSpec spec = read(ErrorCase.text("base-program.toml"));

    assertThat(spec.protocol()).isEqualTo(Protocol.PROGRAM);
    assertThat(spec.points().stream().map(Point::name)).containsExactly("n100", "n200");
    assertThat(spec.points().getLast().params()).containsEntry("n", BigDecimal.valueOf(200));
    assertThat(spec.sample().seeds().toText()).isEqualTo("0");
    assertThat(spec.score().fold()).isEqualTo(Fold.MIN);
    assertThat(spec.limits().caseTime()).isEqualTo(Duration.ofHours(1));
    ProgramSpec program = spec.requireProgram();
    assertThat(program.rules()).isEqualTo(ProgramRules.DEFAULT);
    assertThat(program.compare()).isEqualTo(OutputComparison.EXACT);
    assertThat(program.workloads())
        .containsExactly(
            new Workload("n100", 100, List.of("100"), null, List.of(), "expected/100.txt"),
            new Workload("n200", 200, List.of("200"), null, List.of(), "expected/200.txt"));
  }

  @Test
  void readsEverythingThatAProgramIsGiven() throws IOException {
    BundleSpec spec =
        read(
            """
            [bundle]
            name = "game/words"
            version = "1.0.0"
            protocol = "program"
            [program]
            inputs = "make"
            expected = "reference"
            reference = ["python3", "reference.py"]
            compare = "numbers"
            absolute = 1e-9
            fields = [{ field = 2, relative = 0.01 }]
            timeout = "5m"
            cutoff = "10s"
            repeats = 2
            [[points]]
            name = "small"
            n = 1
            args = []
            stdin = "text.txt"
            files = ["words.txt"]
            """);

    ProgramSpec program = spec.requireProgram();
    assertThat(program.makesInputs()).isTrue();
    assertThat(program.expected()).isEqualTo(ExpectedOutput.REFERENCE);
    assertThat(program.reference()).containsExactly("python3", "reference.py");
    assertThat(program.compare().of(1))
        .isEqualTo(new Tolerance(new BigDecimal("1e-9"), BigDecimal.ZERO));
    assertThat(program.compare().of(2))
        .isEqualTo(new Tolerance(BigDecimal.ZERO, new BigDecimal("0.01")));
    assertThat(program.rules())
        .isEqualTo(new ProgramRules(Duration.ofMinutes(5), Duration.ofSeconds(10), 2));
    assertThat(program.at("small"))
        .isEqualTo(new Workload("small", 1, List.of(), "text.txt", List.of("words.txt"), null));
    assertThat(JsonCodec.read(JsonCodec.toBytes(spec), BundleSpec.class, "stored")).isEqualTo(spec);
  }
}
