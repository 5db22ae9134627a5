package dev.assay.platform.queue;

/// Text of others, as it is stored: one line, without control characters, so long at most.
final class Sentence {
  private static final int MOST_CHARACTERS = 500;

  private Sentence() {}

  static String of(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ").strip();
    return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS - 1) + "…";
  }
}
