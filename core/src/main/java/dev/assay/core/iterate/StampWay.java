package dev.assay.core.iterate;

import java.util.Arrays;
import java.util.Optional;

/// How a program leaves a stamp before its first iteration and after each.
public enum StampWay {
  /// It writes a line with the stamp's number into a pipe; the runner's monotonic clock is read as
  /// the line arrives.
  PIPE("pipe"),
  /// It makes a file that is named by the stamp's number; the kernel's clock of files is what
  /// counts.
  FILES("files");

  private final String text;

  StampWay(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  /// Empty when there is none of that name.
  public static Optional<StampWay> find(String text) {
    return Arrays.stream(values()).filter(way -> way.text.equals(text)).findFirst();
  }
}
