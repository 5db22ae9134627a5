package dev.assay.core.unit;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A number of bytes, from 0. Written as an integer with B, KB, MB, GB (powers of 1000) or KiB,
/// MiB, GiB (powers of 1024).
public record DataSize(long bytes) implements Comparable<DataSize> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,19})\\s?(B|KB|MB|GB|KiB|MiB|GiB)");

  public DataSize {
    if (bytes < 0) {
      throw new IllegalArgumentException("negative size: %d B".formatted(bytes));
    }
  }

  public static DataSize ofBytes(long bytes) {
    return new DataSize(bytes);
  }

  public static DataSize ofKibibytes(long kibibytes) {
    return new DataSize(Math.multiplyExact(kibibytes, 1L << 10));
  }

  public static DataSize ofMebibytes(long mebibytes) {
    return new DataSize(Math.multiplyExact(mebibytes, 1L << 20));
  }

  public static DataSize ofGibibytes(long gibibytes) {
    return new DataSize(Math.multiplyExact(gibibytes, 1L << 30));
  }

  /// Reads a size; empty when `text` has another form or does not fit 63 bits.
  public static Optional<DataSize> parse(String text) {
    var matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      long number = Long.parseLong(matcher.group(1));
      return Optional.of(new DataSize(Math.multiplyExact(number, unit(matcher.group(2)))));
    } catch (ArithmeticException | NumberFormatException overflow) {
      return Optional.empty();
    }
  }

  private static long unit(String name) {
    return switch (name) {
      case "KB" -> 1_000L;
      case "MB" -> 1_000_000L;
      case "GB" -> 1_000_000_000L;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      default -> 1L;
    };
  }

  /// The size for people: three significant digits and a binary unit, as in `64 MiB` or `1.43 GiB`.
  public String toText() {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes;
    String unit = "B";
    for (String next : new String[] {"KiB", "MiB", "GiB", "TiB"}) {
      if (value < 1023.5) {
        break;
      }
      value /= 1024;
      unit = next;
    }
    return "%s %s".formatted(threeDigits(value), unit);
  }

  private static String threeDigits(double value) {
    if (value == Math.rint(value) || value >= 99.95) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, value >= 9.995 ? "%.1f" : "%.2f", value);
  }

  @Override
  public int compareTo(DataSize other) {
    return Long.compare(bytes, other.bytes);
  }

  @Override
  public String toString() {
    return toText();
  }
}
