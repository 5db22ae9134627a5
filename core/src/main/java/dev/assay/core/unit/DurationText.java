package dev.assay.core.unit;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations as manifests write them (an integer with ms, s, m or h) and as people read them.
public final class DurationText {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12})\\s?(ms|s|m|h)");

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private DurationText() {}

  /// Reads a duration; empty when `text` has another form, or is longer than 63 bits of nanoseconds
  /// hold (292 years).
  public static Optional<Duration> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(matcher.group(1));
    Duration duration =
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofSeconds(number);
        };
    return duration.compareTo(LONGEST) > 0 ? Optional.empty() : Optional.of(duration);
  }

  /// Seconds for people: three significant digits with ns, µs, ms, s, min or h.
  public static String ofSeconds(double seconds) {
    if (Double.isNaN(seconds)) {
      return "–";
    }
    double magnitude = Math.abs(seconds);
    if (magnitude == 0) {
      return "0 s";
    }
    if (magnitude < 0.9995e-6) {
      return digits(seconds * 1e9) + " ns";
    }
    if (magnitude < 0.9995e-3) {
      return digits(seconds * 1e6) + " µs";
    }
    if (magnitude < 0.9995) {
      return digits(seconds * 1e3) + " ms";
    }
    if (magnitude < 119.95) {
      return digits(seconds) + " s";
    }
    return magnitude < 7199.5 ? digits(seconds / 60) + " min" : digits(seconds / 3600) + " h";
  }

  /// A duration as `ofSeconds` writes it.
  public static String of(Duration duration) {
    return ofSeconds(duration.toNanos() / 1e9);
  }

  private static String digits(double value) {
    double magnitude = Math.abs(value);
    String form = magnitude >= 99.95 ? "%.0f" : magnitude >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, value);
  }
}
