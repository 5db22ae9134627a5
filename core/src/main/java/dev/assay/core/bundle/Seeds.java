package dev.assay.core.bundle;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Seeds in ascending order, each once. Written `1,4,7-20`.
///
/// @param values integers from 0 to 2^53-1, at most 10,000
public record Seeds(List<Long> values) {
  /// The largest seed, 2^53-1, so that every language's numbers hold it exactly.
  public static final long MAX = (1L << 53) - 1;

  /// The most seeds that a sample may have.
  public static final int MAX_COUNT = 10_000;

  private static final Pattern PART = Pattern.compile("(\\d{1,16})(?:-(\\d{1,16}))?");

  public Seeds {
    values = List.copyOf(values);
    if (values.size() > MAX_COUNT) {
      throw new IllegalArgumentException(
          "%d seeds, at most %d are allowed".formatted(values.size(), MAX_COUNT));
    }
    long last = -1;
    for (long seed : values) {
      if (seed < 0 || seed > MAX) {
        throw new IllegalArgumentException(
            "seed %d is out of range; seeds are from 0 to 2^53-1".formatted(seed));
      }
      if (seed <= last) {
        throw new IllegalArgumentException(
            "seed %d after %d: seeds are ascending, each once".formatted(seed, last));
      }
      last = seed;
    }
  }

  /// Reads the written form.
  ///
  /// @throws IllegalArgumentException with a sentence that says what is wrong
  public static Seeds parse(String text) {
    var seeds = new ArrayList<Long>();
    for (String part : text.split(",", -1)) {
      var matcher = PART.matcher(part.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'%s' is no seed and no range of seeds; seeds are written 1,4,7-20"
                .formatted(part.strip()));
      }
      long first = Long.parseLong(matcher.group(1));
      long last = matcher.group(2) == null ? first : Long.parseLong(matcher.group(2));
      if (last < first) {
        throw new IllegalArgumentException("the range %s runs backwards".formatted(part.strip()));
      }
      if (last - first >= MAX_COUNT || seeds.size() + (last - first + 1) > MAX_COUNT) {
        throw new IllegalArgumentException("more than %d seeds".formatted(MAX_COUNT));
      }
      for (long seed = first; seed <= last; seed++) {
        seeds.add(seed);
      }
    }
    return new Seeds(seeds);
  }

  /// The shortest written form, as in `1,4,7-20`.
  public String toText() {
    var text = new StringBuilder();
    int start = 0;
    while (start < values.size()) {
      int end = start;
      while (end + 1 < values.size() && values.get(end + 1) == values.get(end) + 1) {
        end++;
      }
      text.append(text.isEmpty() ? "" : ",").append(values.get(start));
      if (end > start) {
        text.append(end == start + 1 ? "," : "-").append(values.get(end));
      }
      start = end + 1;
    }
    return text.toString();
  }

  public int count() {
    return values.size();
  }
}
