package dev.assay.runner.point;

import java.util.regex.Pattern;

/// What a harness may say while a case is due (DESIGN section 4).
sealed interface HarnessLine {
  /// The longest reason, in characters.
  int MAX_REASON = 200;

  /// The case was run.
  record Done(long nanos) implements HarnessLine {}

  /// The case failed inside a living harness.
  record Failed(String reason) implements HarnessLine {}

  /// Not due or not well formed.
  record Wrong(String why) implements HarnessLine {}

  /// Reads a line that came while the case `index` was due.
  static HarnessLine parse(String line, int index) {
    var done = Patterns.DONE.matcher(line);
    if (done.matches()) {
      if (!done.group(1).equals(Integer.toString(index))) {
        return new Wrong("said '%s' while case %d was due".formatted(shorten(line), index));
      }
      try {
        return new Done(Long.parseLong(done.group(2)));
      } catch (NumberFormatException tooLarge) {
        return new Wrong("said '%s', which is no time".formatted(shorten(line)));
      }
    }
    var failed = Patterns.FAILED.matcher(line);
    if (failed.matches() && failed.group(1).equals(Integer.toString(index))) {
      return failed.group(2).length() <= MAX_REASON
          ? new Failed(failed.group(2))
          : new Wrong(
              "gave a reason of %d characters, at most %d are allowed"
                  .formatted(failed.group(2).length(), MAX_REASON));
    }
    return new Wrong("said '%s' while case %d was due".formatted(shorten(line), index));
  }

  private static String shorten(String line) {
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }

  /// Nested since an interface has no private fields.
  final class Patterns {
    private static final Pattern DONE = Pattern.compile("done (\\d{1,9}) (-?\\d{1,19})");
    private static final Pattern FAILED = Pattern.compile("failed (\\d{1,9}) (.*)");

    private Patterns() {}
  }
}
