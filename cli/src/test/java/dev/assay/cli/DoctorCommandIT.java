package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.wire.JsonCodec;
import dev.assay.sandbox.machine.Diagnosis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `assay doctor` on this machine, whatever that is like.
class DoctorCommandIT {
  @TempDir private Path folder;
  private CommandFixture command;

  @BeforeEach
  void open() {
    command = CommandFixture.open(folder);
  }

  private static Diagnosis diagnosis(CommandFixture.Result result) {
    return JsonCodec.read(
        result.out().getBytes(StandardCharsets.UTF_8), Diagnosis.class, "the output");
  }

  private static int codeOf(Diagnosis.Fitness fitness) {
    return switch (fitness) {
      case FIT -> 0;
      case WARNINGS -> 1;
      case UNFIT -> 4;
    };
  }

  @Test
  void printsAllOfItAsJsonAndEndsAsTheVerdictSays() throws IOException {
    var result = command.assay("doctor", "--json");

    Diagnosis diagnosis = diagnosis(result);
    assertThat(result.code()).isEqualTo(codeOf(diagnosis.fitness()));
    assertThat(diagnosis.format()).isEqualTo(1);
    assertThat(diagnosis.findings())
        .extracting(MachineFinding::subject)
        .doesNotHaveDuplicates()
        .contains("governor", "turbo", "load", "clock slew", "steal", "disk", "podman");
    assertThat(diagnosis.selfTest()).hasSize(6);
    assertThat(diagnosis.selfTestLeftOut()).isNull();
    assertThat(diagnosis.noiseFloor()).isNotNull();
    assertThat(command.census()).isEmpty();
  }

  @Test
  void executesNothingWhenItIsAskedNotTo() {
    var result = command.assay("doctor", "--no-self-test", "--json");

    Diagnosis diagnosis = diagnosis(result);
    assertThat(diagnosis.selfTest()).isEmpty();
    assertThat(diagnosis.selfTestLeftOut()).isEqualTo("left out, as asked for");
    assertThat(diagnosis.noiseFloor()).isNull();
    assertThat(command.home()).doesNotExist();
  }

  @Test
  void endsWithOneSentence() {
    var result = command.assay("doctor", "--no-self-test");

    List<String> lines = result.out().lines().toList();
    assertThat(result.out()).contains("\nSelf-test in the sandbox: left out, as asked for\n\n");
    assertThat(lines.getLast()).matches(".* without a self-test\\.");
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(99));
  }

  @Test
  void leavesNothingBehindWhenItIsInterrupted() throws Exception {
    Path log = folder.resolve("log");
    Process process = command.start(log, "doctor");
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!Files.readString(log).contains("self-test: noise floor")) {
      assertThat(process.isAlive() && System.nanoTime() < end).as(Files.readString(log)).isTrue();
      Thread.sleep(20);
    }

    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();

    assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(Files.readString(log)).isTrue();
    assertThat(process.exitValue()).isNotZero();
    assertThat(Files.readString(log)).contains("the self-test was cancelled");
    assertThat(command.census()).isEmpty();
  }
}
