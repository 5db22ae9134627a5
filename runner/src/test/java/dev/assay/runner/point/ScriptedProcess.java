package dev.assay.runner.point;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.ProcessResult;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.MeterReading;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that says what a test has written down, and keeps what it was told.
final class ScriptedProcess implements MeasuredProcess {
  private final Deque<Heard> lines = new ArrayDeque<>();
  private static final long EARLY = -1;

  private final List<String> said = new ArrayList<>();
  private Ending ending = new Ending.Exited(0);
  private boolean left;
  private @Nullable String stopReason;
  private final Deque<Long> others = new ArrayDeque<>();
  private long othersSoFar;
  private long ownSoFar;
  private int readings;
  private boolean gone;
  private long readingNanos;

  ScriptedProcess says(String... texts) {
    for (String text : texts) {
      lines.add(new Heard.Line(text, 0));
    }
    return this;
  }

  /// A line that had come before the one before it was answered.
  ScriptedProcess saysEarly(String text) {
    lines.add(new Heard.Line(text, EARLY));
    return this;
  }

  ScriptedProcess hears(Heard heard) {
    lines.add(heard);
    return this;
  }

  ScriptedProcess endsAs(Ending last) {
    ending = last;
    return this;
  }

  /// How long other work runs on its processors, at one case after the other; not at all at the
  /// rest.
  ScriptedProcess othersTake(long... nanos) {
    Arrays.stream(nanos).forEach(others::add);
    return this;
  }

  /// Its meter takes this long between two readings, besides what happens between them.
  ScriptedProcess takesToRead(long nanos) {
    readingNanos = nanos;
    return this;
  }

  /// Its control group is away when it has said its last line.
  ScriptedProcess takenAway() {
    gone = true;
    return this;
  }

  /// How often its meter was read.
  int readings() {
    return readings;
  }

  /// Has ended by the time it is stopped.
  ScriptedProcess leavesAs(Ending last) {
    left = true;
    return endsAs(last);
  }

  List<String> said() {
    return said;
  }

  @Nullable String stopReason() {
    return stopReason;
  }

  @Override
  public long say(String line) {
    said.add(line);
    return System.nanoTime() - 1_000_000;
  }

  @Override
  public Heard hear(Allowance allowance) {
    Heard next = lines.poll();
    if (next instanceof Heard.Line(String text, long at) && at != EARLY) {
      return new Heard.Line(text, System.nanoTime());
    }
    if (next instanceof Heard.Line(String text, long ignored)) {
      return new Heard.Line(text, System.nanoTime() - 1_000_000_000);
    }
    return next == null ? new Heard.Ended() : next;
  }

  @Override
  public long cpuNanos() {
    return ownSoFar;
  }

  @Override
  public boolean awaitEnd(Duration atMost) {
    return true;
  }

  /// It works for 1 µs before each reading; every second one is at an answer.
  @Override
  public MeterReading read() {
    if (gone && lines.isEmpty()) {
      throw new AssayException(ErrorCode.SANDBOX_FAILED, "its control group is gone");
    }
    readings++;
    ownSoFar += 1_000;
    if (readings % 2 == 0 && !others.isEmpty()) {
      othersSoFar += others.remove();
    }
    long busy = ownSoFar + othersSoFar;
    return new MeterReading(
        readings * readingNanos,
        ownSoFar,
        3L * readings,
        null,
        null,
        0L,
        null,
        7L * readings,
        2L * readings,
        5L * readings,
        0L,
        busy,
        busy);
  }

  @Override
  public void awaitEnd(Allowance allowance) {}

  @Override
  public ProcessResult finish(Allowance allowance) {
    return result(ending);
  }

  @Override
  public ProcessResult stop(String reason) {
    stopReason = reason;
    return result(left ? ending : new Ending.Stopped(reason));
  }

  @Override
  public void close() {}

  private static ProcessResult result(Ending ending) {
    return new ProcessResult(
        ending,
        new Evidence(0L, 0, null, null, 0, null, null, null),
        new Cost(
            1_000_000_000,
            0L,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null),
        null,
        List.of(),
        null,
        null);
  }
}
