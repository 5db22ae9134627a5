package dev.assay.runner.point;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a harness may say while a case is due (DESIGN section 4).
sealed interface HarnessLine {
  /// The longest reason, in characters.
  int MAX_REASON = 200;

  /// The most clocks and meters of a line.
  int MAX_CLOCKS = 16;

  /// The case was run.
  ///
  /// @param clocks further clocks and meters, in the order of the line
  record Done(long nanos, Map<String, BigDecimal> clocks) implements HarnessLine {
    public Done {
      clocks = Collections.unmodifiableMap(new LinkedHashMap<>(clocks));
    }
  }

  /// The case failed inside a living harness.
  record Failed(String reason) implements HarnessLine {}

  /// Not due or not well formed.
  record Wrong(String why) implements HarnessLine {}

  /// Reads a line that came while the case `index` was due.
  ///
  /// @param withClocks whether it may say more than the window
  static HarnessLine parse(String line, int index, boolean withClocks) {
    var done = Patterns.DONE.matcher(line);
    if (done.matches() && (withClocks || done.group(3).isEmpty())) {
      if (!done.group(1).equals(Integer.toString(index))) {
        return new Wrong("said '%s' while case %d was due".formatted(shorten(line), index));
      }
      Optional<Map<String, BigDecimal>> clocks = clocks(done.group(3));
      if (clocks.isEmpty()) {
        return new Wrong("said '%s', whose clocks cannot be read".formatted(shorten(line)));
      }
      try {
        return new Done(Long.parseLong(done.group(2)), clocks.get());
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

  /// The clocks of a `ready`; empty when the line is not one, or they cannot be read.
  static Optional<Map<String, BigDecimal>> ready(String line, boolean withClocks) {
    if (line.equals("ready")) {
      return Optional.of(Map.of());
    }
    return withClocks && line.startsWith("ready ") ? clocks(line.substring(5)) : Optional.empty();
  }

  /// @param text nothing, or ` key=value` again and again
  private static Optional<Map<String, BigDecimal>> clocks(String text) {
    var found = new LinkedHashMap<String, BigDecimal>();
    if (!text.isEmpty()) {
      for (String pair : text.substring(1).split(" ", -1)) {
        var clock = Patterns.CLOCK.matcher(pair);
        if (!clock.matches()
            || found.put(clock.group(1), new BigDecimal(clock.group(2))) != null
            || found.size() > MAX_CLOCKS) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(found);
  }

  private static String shorten(String line) {
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }

  /// Nested since an interface has no private fields.
  final class Patterns {
    private static final Pattern DONE = Pattern.compile("done (\\d{1,9}) (-?\\d{1,19})(| .*)");
    private static final Pattern CLOCK =
        Pattern.compile("([a-z_]{1,32})=(-?\\d{1,19}(?:\\.\\d{1,19})?)");
    private static final Pattern FAILED = Pattern.compile("failed (\\d{1,9}) (.*)");

    private Patterns() {}
  }
}
