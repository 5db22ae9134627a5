package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where standard output goes, where standard input comes from, and what is read around it.
final class StandardOutputIT {
  @TempDir Path folder;
  private SandboxFixture fixture;
  private Path kept;

  @BeforeEach
  void open() throws IOException {
    fixture = SandboxFixture.open(folder);
    kept = folder.resolve("stdout.txt");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private ProcessSpec spec(@Nullable String input, StandardOutput output, String script) {
    ProcessSpec plain = fixture.process(false, List.of("sh", "-c", script));
    return new ProcessSpec(
        plain.command(),
        plain.environment(),
        plain.workingDirectory(),
        plain.memory(),
        plain.processes(),
        plain.scratch(),
        input,
        output,
        plain.log(),
        null);
  }

  private ProcessResult execute(@Nullable String input, StandardOutput output, String script) {
    return fixture.execute(spec(input, output, script), SandboxFixture.LONG, SandboxFixture.LONG);
  }

  private StandardOutput kept(int bytes, @Nullable DataSize limit) {
    return new StandardOutput.Kept(
        new ProcessSpec.Log(kept, "stdout.txt", DataSize.ofBytes(bytes)), limit);
  }

  @Test
  void keepsStandardOutputApartFromStandardError() throws Exception {
    ProcessResult result = execute(null, kept(100, null), "echo out; echo err >&2");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(Files.readString(kept)).isEqualTo("out\n");
    assertThat(fixture.logText()).isEqualTo("err\n");
    assertThat(result.stdout()).isEqualTo(new LogFile("stdout.txt", 4, 4, false));
  }

  @Test
  void keepsHeadAndTailWithoutALimit() throws Exception {
    ProcessResult result = execute(null, kept(6, null), "echo head; seq 10000; echo tail");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(Files.readString(kept)).startsWith("hea\n[...").endsWith("il\n");
    assertThat(result.stdout()).isEqualTo(new LogFile("stdout.txt", 48_904, 6, true));
  }

  @Test
  void endsAProcessThatWritesWithoutEnd() throws Exception {
    ProcessResult result =
        execute(null, kept(1_000, DataSize.ofMebibytes(3)), "echo first; exec yes");

    assertThat(result.ending())
        .isInstanceOfSatisfying(
            Ending.Killed.class,
            killed -> {
              assertThat(killed.limit()).isEqualTo(Limit.OUTPUT);
              assertThat(killed.limitValue()).isEqualTo(3 << 20);
              assertThat(killed.reached()).isBetween(3L << 20, 5L << 20);
            });
    assertThat(Files.readString(kept)).startsWith("first\ny\n").endsWith("y\n");
    assertThat(result.evidence().killedBy()).isEqualTo("runner");
  }

  @Test
  void noticesThatTheLimitWasPassedByWhatEnded() {
    ProcessResult result = execute(null, kept(100, DataSize.ofBytes(100)), "seq 1000");

    assertThat(result.ending()).isEqualTo(new Ending.Killed(Limit.OUTPUT, 100, 3_893));
  }

  @Test
  void dropsWhatIsDrained() throws Exception {
    ProcessResult result =
        execute(null, new StandardOutput.Drained(), "test -p /dev/stdout; echo $? >&2; seq 200000");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.logText()).isEqualTo("0\n");
    assertThat(result.stdout()).isNull();
  }

  @Test
  void discardsToNothing() throws Exception {
    ProcessResult result =
        execute(
            null,
            new StandardOutput.Discarded(),
            "exec 3>&1; readlink /proc/$$/fd/3 >&2; seq 200000");

    assertThat(result.ending()).isEqualTo(new Ending.Exited(0));
    assertThat(fixture.logText()).isEqualTo("/dev/null\n");
  }

  @Test
  void readsAFileAsStandardInput() throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "from a file\n");
    fixture.restart(Mount.readOnly(input, "/input"));

    execute("/input", new StandardOutput.WithError(), "cat; echo x > /input");

    assertThat(fixture.logText()).startsWith("from a file\n").contains("Read-only file system");
  }

  @Test
  void countsSwitchesAndFaultsOfTheWholeTree() {
    ProcessResult result =
        execute(null, new StandardOutput.Discarded(), "for i in 1 2 3 4 5; do sleep 0.001; done");

    assertThat(result.cost().voluntarySwitches()).isGreaterThanOrEqualTo(10);
    assertThat(result.cost().involuntarySwitches()).isNotNull();
    assertThat(result.cost().pageFaults()).isGreaterThan(100);
    assertThat(result.cost().majorPageFaults()).isNotNull();
  }

  @Test
  void readsTheMeterWhileAProcessRuns() throws Exception {
    ProcessSpec spec =
        fixture.process(
            true,
            List.of(
                "sh",
                "-c",
                "read x; i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 0.01; echo done; read x"));
    try (MeasuredProcess process = fixture.container.execute(spec)) {
      MeterReading before = process.read();
      process.say("go");
      process.hear(SandboxFixture.allowance());
      MeterReading after = process.read();

      var noise = after.since(before);
      assertThat(after.cpuNanos() - before.cpuNanos()).isGreaterThan(10_000_000);
      assertThat(after.atNanos()).isGreaterThan(before.atNanos());
      assertThat(noise.voluntarySwitches()).isPositive();
      assertThat(noise.pageFaults()).isNotNull();
      assertThat(noise.otherCpuNanos()).isNotNegative();
      assertThat(noise.machineCpuNanos()).isGreaterThanOrEqualTo(noise.otherCpuNanos());
      assertThat(noise.stealNanos()).isNotNull();
    }
  }

  private List<String> stamps(String script) {
    var lines = new ArrayList<String>();
    var allowance = SandboxFixture.allowance();
    try (MeasuredProcess process =
        fixture.container.execute(spec(null, new StandardOutput.Stamped(), script))) {
      while (process.hear(allowance) instanceof Heard.Line(String text, long _)) {
        lines.add(text);
      }
      assertThat(process.finish(allowance).ending()).isEqualTo(new Ending.Exited(0));
    }
    return lines;
  }

  @Test
  void hearsDescriptorThreeBesideStandardOutput() {
    assertThat(stamps("echo out; echo 0 >&3; echo 1 > /dev/fd/3; sh -c 'echo 2 >&3'"))
        .containsExactly("0", "1", "2");
    // The last is what ls reads the folder by.
    assertThat(stamps("ls /proc/self/fd | tr '\\n' ' ' >&3; echo >&3"))
        .containsExactly("0 1 2 3 4 ");
  }

  @Test
  void givesOthersNoDescriptorThree() throws Exception {
    execute(null, new StandardOutput.WithError(), "echo x >&3 || true; readlink /proc/self/fd/1");

    assertThat(fixture.logText()).contains("Bad file descriptor").contains("-err");
  }
}
