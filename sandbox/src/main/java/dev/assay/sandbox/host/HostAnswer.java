package dev.assay.sandbox.host;

/// What a program of the host answered. A program that fails is an answer too.
///
/// @param exitCode 128 plus the signal when one ended it
/// @param timedOut whether it was ended since it took longer than it may
/// @param output the first 16 MiB of standard output
/// @param errors the last 64 KiB of standard error
public record HostAnswer(int exitCode, boolean timedOut, String output, String errors) {
  public boolean succeeded() {
    return exitCode == 0 && !timedOut;
  }

  /// The last line that is not blank of its errors, else of its output, for a message.
  public String lastLine() {
    String text = errors.isBlank() ? output : errors;
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((first, second) -> second)
        .orElse("it said nothing");
  }

  /// How it ended, for a message.
  public String ending() {
    return timedOut ? "took too long and was ended" : "ended with exit code " + exitCode;
  }
}
