package dev.assay.sandbox.runc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EndingFactsTest {
  private static final Answer EXITED = new Answer.Ended(1, 0, 0, 0, 0, 0);
  private static final Answer KILLED = new Answer.Ended(1, 0, 9, 0, 0, 0);
  private static final Passed WALL = new Passed(Limit.WALL, 10, 11);

  @Test
  void asksThePlatformFirst() {
    assertThat(facts(EXITED, "broken", 1, WALL, "enough").decide())
        .isEqualTo(new Ending.SandboxFailed("broken"));
    assertThat(facts(new Answer.Gone(), null, 1, WALL, null).decide())
        .isInstanceOf(Ending.SandboxFailed.class);
    assertThat(facts(new Answer.Failed("filter", 22), null, 0, null, null).decide())
        .isInstanceOf(Ending.SandboxFailed.class);
  }

  @Test
  void thenMemoryEvenWhenTheFirstProcessExitsWell() {
    assertThat(facts(EXITED, null, 1, WALL, "enough").decide())
        .isEqualTo(new Ending.Killed(Limit.MEMORY, 100, 90));
    assertThat(facts(EXITED, null, 1, null, null).killedBy()).isEqualTo("kernel");
  }

  @Test
  void thenALimitThatWasPassed() {
    assertThat(facts(KILLED, null, 0, WALL, "enough").decide())
        .isEqualTo(new Ending.Killed(Limit.WALL, 10, 11));
    assertThat(facts(KILLED, null, 0, WALL, null).killedBy()).isEqualTo("runner");
  }

  @Test
  void thenAStopUnlessItHadEndedByItself() {
    assertThat(facts(KILLED, null, 0, null, "enough").decide())
        .isEqualTo(new Ending.Stopped("enough"));
    assertThat(facts(EXITED, null, 0, null, "enough").decide()).isEqualTo(new Ending.Exited(0));
    assertThat(facts(EXITED, null, 0, null, "enough").killedBy()).isNull();
  }

  @Test
  void thenSignalAndExitCode() {
    assertThat(facts(KILLED, null, 0, null, null).decide()).isEqualTo(new Ending.Signaled(9));
    assertThat(facts(KILLED, null, 0, null, null).killedBy()).isNull();
    assertThat(facts(new Answer.Ended(1, 137, 0, 0, 0, 0), null, 0, null, null).decide())
        .isEqualTo(new Ending.Exited(137));
  }

  @Test
  void tellsACommandThatCannotBeExecutedFromOneThatFails() {
    assertThat(facts(new Answer.Failed("execute", 2), null, 0, null, null).decide())
        .isEqualTo(new Ending.NotStarted("command: no such file or directory (errno 2)"));
    assertThat(facts(new Answer.Failed("folder", 2), null, 0, null, null).decide())
        .isEqualTo(new Ending.NotStarted("working directory: no such file or directory (errno 2)"));
  }

  private static EndingFacts facts(
      Answer answer,
      @Nullable String platformFailure,
      long oomKills,
      @Nullable Passed passed,
      @Nullable String stopReason) {
    return new EndingFacts(answer, platformFailure, oomKills, 100, 90, passed, stopReason);
  }
}
