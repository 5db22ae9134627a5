package dev.assay.runner.exec;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The standard streams of commands.
///
/// @param input file that is copied once and opened anew by each repetition; absent for an empty
///   one
/// @param logs existing folder that keeps standard error of each repetition, up to 1 MiB of it, as
///   in `2.err`, or `2b.err` for the second command, warm-ups as in `warmup-1.err`; absent when
///   only its end is kept with the measurement
public record ExecStreams(@Nullable Path input, Output output, @Nullable Path logs) {
  /// Nothing to read, nothing kept.
  public static final ExecStreams NONE = new ExecStreams(null, new Output.Discarded(), null);

  /// Where standard output goes.
  public sealed interface Output {
    /// To `/dev/null`.
    record Discarded() implements Output {}

    /// Into a pipe that is read and dropped.
    record Pipe() implements Output {}

    /// Into a file that each repetition writes anew, so the last one's stays. Passing the output
    /// limit ends the repetition.
    record ToFile(Path file) implements Output {}

    /// As people write it.
    default String text() {
      return switch (this) {
        case Discarded _ -> "null";
        case Pipe _ -> "pipe";
        case ToFile(Path file) -> file.toString();
      };
    }
  }
}
