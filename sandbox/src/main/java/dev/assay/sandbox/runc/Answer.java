package dev.assay.sandbox.runc;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;

/// What the launcher says; launcher.c describes each line.
sealed interface Answer {
  record Hello(int version) implements Answer {}

  /// A process can be forked into its control group.
  record Ready() implements Answer {}

  /// It was, is in its group in every hierarchy, and goes on.
  record Joined() implements Answer {}

  /// It was, and waits to be put into its group.
  record Forked() implements Answer {}

  /// @param exitCode meaningful unless `signal` is above 0
  /// @param signal 0 when the first process exited
  /// @param voluntarySwitches of all processes that somebody waited for
  record Ended(
      long wallNanos,
      int exitCode,
      int signal,
      int leftBehind,
      long voluntarySwitches,
      long involuntarySwitches)
      implements Answer {}

  /// @param step what was refused; `execute` when the command itself could not be executed
  record Failed(String step, int errno) implements Answer {}

  record Stuck() implements Answer {}

  /// Its end of the channel is closed, so it is dead.
  record Gone() implements Answer {}

  /// Reads one line, without its line feed.
  static Answer parse(String line) {
    String[] words = line.split(" ", -1);
    try {
      return switch (words[0]) {
        case "hello" -> new Hello(Integer.parseInt(words[1]));
        case "ready" -> new Ready();
        case "joined" -> new Joined();
        case "forked" -> new Forked();
        case "ended" -> ended(words);
        case "failed" -> new Failed(words[1], Integer.parseInt(words[2]));
        case "stuck" -> new Stuck();
        default -> throw malformed(line);
      };
    } catch (IndexOutOfBoundsException | NumberFormatException unreadable) {
      throw malformed(line);
    }
  }

  private static Ended ended(String[] words) {
    int number = Integer.parseInt(words[3]);
    boolean exited = words[2].equals("exit");
    return new Ended(
        Long.parseLong(words[1]),
        exited ? number : 0,
        exited ? 0 : number,
        Integer.parseInt(words[4]),
        Long.parseLong(words[5]),
        Long.parseLong(words[6]));
  }

  private static AssayException malformed(String line) {
    return new AssayException(
        ErrorCode.SANDBOX_FAILED,
        "the launcher answered what it never should: '%s'".formatted(line));
  }
}
