package dev.assay.core.game;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// In which order the measurements of several programs are made.
public enum MeasuringOrder {
  /// One program after the other.
  SEQUENTIAL,
  /// Every program at every workload first, then the repeats in rounds: one of each program, again
  /// and again, so that what changes in the machine over hours does not meet one program alone.
  INTERLEAVED;

  /// As people write it.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Empty when there is none of that name.
  public static Optional<MeasuringOrder> find(String text) {
    return Arrays.stream(values()).filter(order -> order.text().equals(text)).findFirst();
  }
}
