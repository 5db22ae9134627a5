package dev.assay.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalProgramsTest {
  private final LocalPrograms programs = new LocalPrograms();

  @Test
  void givesExitCodeOutputAndErrors() {
    HostAnswer answer =
        programs.execute(HostCommand.of("sh", "-c", "echo out; echo no >&2; exit 3"));

    assertThat(answer).isEqualTo(new HostAnswer(3, false, "out\n", "no\n"));
    assertThat(answer.succeeded()).isFalse();
    assertThat(answer.lastLine()).isEqualTo("no");
  }

  @Test
  void endsWhatTakesTooLongWithAllItStarted(@TempDir Path folder) throws Exception {
    Path pid = folder.resolve("pid");
    HostCommand command =
        HostCommand.of("sh", "-c", "sleep 300 & echo $! > %s; wait".formatted(pid))
            .within(Duration.ofMillis(300));

    HostAnswer answer = programs.execute(command);

    assertThat(answer.timedOut()).isTrue();
    assertThat(answer.ending()).isEqualTo("took too long and was ended");
    long child = Long.parseLong(Files.readString(pid).strip());
    ProcessHandle.of(child).ifPresent(left -> left.onExit().join());
    assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void keepsTheEndOfLongErrorsAndTellsEveryLine() {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    HostCommand command =
        HostCommand.of("sh", "-c", "seq 100000 >&2; printf 'no line feed' >&2").tell(lines::add);

    HostAnswer answer = programs.execute(command);

    assertThat(answer.errors()).hasSize(64 << 10).endsWith("100000\nno line feed");
    assertThat(lines).hasSize(100_001).startsWith("1", "2", "3").endsWith("100000", "no line feed");
  }

  @Test
  void speaksEnglishWithEmptyInput() {
    HostAnswer answer =
        programs.execute(HostCommand.of("sh", "-c", "cat; echo $LC_ALL $X").with("X", "y"));

    assertThat(answer.output()).isEqualTo("C.UTF-8 y\n");
  }

  @Test
  void namesAProgramThatIsMissing() {
    assertThatThrownBy(() -> programs.execute(HostCommand.of("no-such-program", "x")))
        .isInstanceOfSatisfying(
            AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROGRAM_MISSING))
        .hasMessageContaining("'no-such-program'")
        .hasMessageContaining("assay doctor");
  }

  @Test
  void findsSystemProgramsOutsideOfPath() {
    assertThat(new LocalPrograms("").find("sh")).isPresent();
  }

  @Test
  void tellsLivingOwnersFromDeadOnes() {
    Owner self = Owner.self();

    assertThat(Owner.find("work." + self.mark() + ".img")).contains(self);
    assertThat(self.isAlive()).isTrue();
    assertThat(new Owner(self.pid(), self.startTicks() + 1).isAlive()).isFalse();
    assertThat(new Owner(999_999_999, 1).isAlive()).isFalse();
    assertThat(Owner.find("work.img")).isEmpty();
  }

  @Test
  void keepsTheHeadOfLongOutput() {
    var kept = new KeptText(KeptText.End.HEAD, 5, line -> {});

    kept.readAll(new ByteArrayInputStream("0123456789".getBytes(StandardCharsets.UTF_8)));

    assertThat(kept.text()).isEqualTo("01234");
  }
}
