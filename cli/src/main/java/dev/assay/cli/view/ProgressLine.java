package dev.assay.cli.view;

import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Says how far the work is: on a terminal one line that is written over, elsewhere a line per
/// stage and one now and then for the cases.
///
/// It writes only when it is called, and seldom: while a program is measured, nothing here wakes
/// up. That is why it is not one of the progress bars with a thread of their own. Used by one
/// thread at a time.
public final class ProgressLine implements AutoCloseable {
  private static final long TERMINAL_PERIOD_NANOS = Duration.ofMillis(200).toNanos();
  private static final long PLAIN_PERIOD_NANOS = Duration.ofSeconds(10).toNanos();
  private static final String CLEAR = "\r\u001B[K";

  private final PrintWriter out;
  private final boolean isTerminal;
  private final int width;
  private final LongSupplier nanoTime;

  private String stage = "";
  private long stageStart;
  private long lastWritten;
  private boolean isDirty;

  /// @param out where it writes: standard error, so that standard output stays for the result
  /// @param isTerminal whether a line can be written over
  /// @param width columns of the terminal
  /// @param nanoTime a monotonic clock, as `System::nanoTime`
  public ProgressLine(PrintWriter out, boolean isTerminal, int width, LongSupplier nanoTime) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.width = width;
    this.nanoTime = nanoTime;
  }

  /// A line on the system's monotonic clock.
  public static ProgressLine of(PrintWriter out, boolean isTerminal, int width) {
    return new ProgressLine(out, isTerminal, width, System::nanoTime);
  }

  /// A new stage begins, as in `point 3 of 10, N4096-W64: make`.
  public void stage(String text) {
    stage = SafeText.oneLine(text);
    stageStart = nanoTime.getAsLong();
    write(stage);
  }

  /// So many of the stage's cases are done. Most calls write nothing.
  public void cases(int done, int of) {
    counted("case", done, of);
  }

  /// So many repetitions are done. Most calls write nothing.
  public void repetitions(int done, int of) {
    counted("repetition", done, of);
  }

  private void counted(String what, int done, int of) {
    long period = isTerminal ? TERMINAL_PERIOD_NANOS : PLAIN_PERIOD_NANOS;
    long now = nanoTime.getAsLong();
    if (now - lastWritten >= period || (isTerminal && done == of)) {
      write(
          "%s, %s %d of %d, %s"
              .formatted(stage, what, done, of, DurationText.ofSeconds((now - stageStart) / 1e9)));
    }
  }

  /// A line that stays, above the progress.
  public void note(String text) {
    erase();
    out.println(SafeText.oneLine(text));
    out.flush();
  }

  private void write(String text) {
    lastWritten = nanoTime.getAsLong();
    if (isTerminal) {
      out.print(CLEAR + cut(text));
      isDirty = true;
    } else {
      out.println(text);
    }
    out.flush();
  }

  /// The last column stays free, since some terminals begin a new line there.
  private String cut(String text) {
    int room = Math.max(10, width - 1);
    return text.length() <= room ? text : text.substring(0, room - 1) + "…";
  }

  private void erase() {
    if (isDirty) {
      out.print(CLEAR);
      isDirty = false;
    }
  }

  /// Takes the line away, so that something else can be written.
  public void clear() {
    erase();
    out.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
