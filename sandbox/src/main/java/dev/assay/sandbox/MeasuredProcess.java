package dev.assay.sandbox;

import dev.assay.core.run.ProcessResult;
import java.time.Duration;

/// A process tree under measurement. Used by one thread at a time. Its limits are enforced while
/// `hear` or `finish` wait.
public interface MeasuredProcess extends AutoCloseable {
  /// Sends one line to its standard input.
  ///
  /// @param line without the line feed
  /// @return `System.nanoTime()` right before it was written; a process that is gone takes it
  ///   silently
  long say(String line);

  /// Waits for its next line on standard output.
  Heard hear(Allowance allowance);

  /// CPU time of the whole tree so far, in nanoseconds.
  long cpuNanos();

  /// The meter now, and the machine's counters.
  MeterReading read();

  /// Waits until it has ended, at most so long. Limits of memory and storage are enforced
  /// meanwhile, limits of time are not.
  ///
  /// @return whether it has ended
  boolean awaitEnd(Duration atMost);

  /// Waits until it ends by itself, or kills it when it passes the allowance. Its tree is dead
  /// afterwards, and its meter can still be read; `finish` gives the result.
  void awaitEnd(Allowance allowance);

  /// Waits until it ends by itself, or kills it when it passes the allowance. Its tree is dead
  /// afterwards. The same result the second time.
  ProcessResult finish(Allowance allowance);

  /// Kills the tree. Like `finish` when it has ended already.
  ///
  /// @param reason for the record, when it had not ended by itself
  ProcessResult stop(String reason);

  /// Stops what was not finished.
  @Override
  void close();
}
