package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Heard;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConversationIT {
  @TempDir Path folder;
  private SandboxFixture fixture;

  @BeforeEach
  void open() throws Exception {
    fixture = SandboxFixture.open(folder);
  }

  @AfterEach
  void close() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void handsLinesOverAndHearsAnswers() throws Exception {
    try (var process =
        fixture.converse("sh", "-c", "while read a; do echo heard $a; echo log >&2; done")) {
      for (int i = 0; i < 50; i++) {
        long said = process.say("case " + i);
        var heard = process.hear(SandboxFixture.allowance());

        assertThat(heard).isInstanceOf(Heard.Line.class);
        var line = (Heard.Line) heard;
        assertThat(line.text()).isEqualTo("heard case " + i);
        assertThat(line.atNanos()).isBetween(said, System.nanoTime());
      }
      assertThat(process.stop("done").ending()).isEqualTo(new Ending.Stopped("done"));
    }
    assertThat(fixture.logText()).isEqualTo("log\n".repeat(50));
  }

  @Test
  void hearsWhatWasSaidBeforeTheEnd() {
    try (var process = fixture.converse("sh", "-c", "echo one; echo two; printf three; exit 4")) {
      assertThat(text(process.hear(SandboxFixture.allowance()))).isEqualTo("one");
      assertThat(text(process.hear(SandboxFixture.allowance()))).isEqualTo("two");
      assertThat(process.hear(SandboxFixture.allowance())).isEqualTo(new Heard.Ended());
      assertThat(process.finish(SandboxFixture.allowance()).ending())
          .isEqualTo(new Ending.Exited(4));
    }
  }

  @Test
  void namesTheLimitThatWasPassedWhileItWaited() {
    try (var process = fixture.converse("sleep", "100")) {
      var allowance = Allowance.fromNow(Limit.INIT, Duration.ofMillis(100), 0, SandboxFixture.LONG);

      assertThat(process.hear(allowance)).isEqualTo(new Heard.Ended());
      RuncSandboxIT.killed(process.finish(allowance).ending(), Limit.INIT);
    }
  }

  @Test
  void countsCpuTimeFromWhereTheAllowanceStarts() throws Exception {
    String spin = fixture.compile("spin", Programs.SPIN);
    try (var process =
        fixture.converse("sh", "-c", "while read a; do " + spin + " 150; echo done; done")) {
      for (int i = 0; i < 4; i++) {
        process.say("case " + i);
        var allowance =
            Allowance.fromNow(
                Limit.WALL, SandboxFixture.LONG, process.cpuNanos(), Duration.ofMillis(250));

        assertThat(text(process.hear(allowance))).isEqualTo("done");
      }
      assertThat(process.cpuNanos()).isGreaterThan(600_000_000L);
    }
  }

  @Test
  void refusesLinesThatAreTooLongOrNotText() {
    try (var process = fixture.converse("sh", "-c", "yes | tr -d '\\n'")) {
      assertThat(process.hear(SandboxFixture.allowance())).isInstanceOf(Heard.Malformed.class);
    }
    try (var process = fixture.converse("sh", "-c", "printf 'a\\377b\\n'; sleep 9")) {
      assertThat(process.hear(SandboxFixture.allowance())).isInstanceOf(Heard.Malformed.class);
    }
    try (var process = fixture.converse("sh", "-c", "head -c 4096 /dev/zero; echo; sleep 9")) {
      assertThat(text(process.hear(SandboxFixture.allowance()))).hasSize(4096);
    }
  }

  @Test
  void takesLinesForAProcessThatIsGone() {
    try (var process = fixture.converse("true")) {
      assertThat(process.hear(SandboxFixture.allowance())).isEqualTo(new Heard.Ended());

      process.say("case 1");

      assertThat(process.finish(SandboxFixture.allowance()).ending())
          .isEqualTo(new Ending.Exited(0));
    }
  }

  @Test
  void tellsTheNextProcessNothingOfTheLastConversation() {
    try (var process = fixture.converse("sleep", "9")) {
      process.say("secret");
    }
    try (var process = fixture.converse("sh", "-c", "read a; echo got $a")) {
      process.say("public");

      assertThat(text(process.hear(SandboxFixture.allowance()))).isEqualTo("got public");
    }
  }

  @Test
  void doesNotTakeAReadersPauseForAnEnd() {
    try (var process = fixture.converse("sh", "-c", "exec 3>&1 1>&-; sleep 0.3; echo late >&3")) {
      assertThat(text(process.hear(SandboxFixture.allowance()))).isEqualTo("late");
    }
  }

  private static String text(Heard heard) {
    assertThat(heard).isInstanceOf(Heard.Line.class);
    return ((Heard.Line) heard).text();
  }
}
