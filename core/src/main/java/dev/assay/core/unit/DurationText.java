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

  /// From one number of seconds to a larger one, with one unit and as many digits as tell the two
  /// apart, as in `12.4–13.5 µs`.
  public static String ofRange(double low, double high) {
    String to = ofSeconds(high);
    int space = to.indexOf(' ');
    if (space < 0 || low < 0) {
      return "%s to %s".formatted(ofSeconds(low), to);
    }
    double unit = high == 0 ? 1 : secondsOf(to.substring(space + 1));
    int point = to.indexOf('.');
    int decimals = point < 0 ? 0 : space - point - 1;
    String from = decimal(low / unit, decimals);
    String upTo = decimal(high / unit, decimals);
    for (int more = 1; low < high && from.equals(upTo) && more <= 3; more++) {
      from = decimal(low / unit, decimals + more);
      upTo = decimal(high / unit, decimals + more);
    }
    return "%s–%s%s".formatted(from, upTo, to.substring(space));
  }

  private static double secondsOf(String unit) {
    return switch (unit) {
      case "ns" -> 1e-9;
      case "µs" -> 1e-6;
      case "ms" -> 1e-3;
      case "min" -> 60;
      case "h" -> 3600;
      default -> 1;
    };
  }

  private static String decimal(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
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
