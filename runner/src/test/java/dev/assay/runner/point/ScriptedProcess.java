package dev.assay.runner.point;

import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Evidence;
import dev.assay.core.run.ProcessResult;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Heard;
import dev.assay.sandbox.MeasuredProcess;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that says what a test has written down, and keeps what it was told.
final class ScriptedProcess implements MeasuredProcess {
  private final Deque<Heard> lines = new ArrayDeque<>();
  private static final long EARLY = -1;

  private final List<String> said = new ArrayList<>();
  private Ending ending = new Ending.Exited(0);
  private @Nullable String stopReason;

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
    return 0;
  }

  @Override
  public boolean awaitEnd(Duration atMost) {
    return true;
  }

  @Override
  public ProcessResult finish(Allowance allowance) {
    return result(ending);
  }

  @Override
  public ProcessResult stop(String reason) {
    stopReason = reason;
    return result(new Ending.Stopped(reason));
  }

  @Override
  public void close() {}

  private static ProcessResult result(Ending ending) {
    return new ProcessResult(
        ending,
        new Evidence(0L, 0, null, null, 0, null, null),
        new Cost(
            1_000_000_000, 0L, null, null, null, null, null, null, null, null, null, null, null),
        null,
        List.of(),
        null);
  }
}
