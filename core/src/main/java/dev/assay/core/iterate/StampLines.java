package dev.assay.core.iterate;

import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes lines from a pipe as they come: `0` before the first iteration, and the number of each
/// iteration after it. Stops at the first that is none of these; lines that arrived together are
/// kept, and a fault. Used by one thread.
public final class StampLines {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final int MOST_SHOWN = 40;

  private final int iterations;
  private final List<Long> nanos = new ArrayList<>();
  private @Nullable String fault;
  private @Nullable String together;

  /// @param iterations that are due
  public StampLines(int iterations) {
    this.iterations = iterations;
  }

  /// @param atNanos when it arrived
  /// @return whether more may come
  public boolean take(String line, long atNanos) {
    fault = fault == null ? faultOf(line) : fault;
    if (fault == null) {
      compare(atNanos);
      nanos.add(atNanos);
    }
    return fault == null;
  }

  /// What came was no line.
  public void refuse(String reason) {
    fault = "have %s after %d lines".formatted(reason, nanos.size());
  }

  private @Nullable String faultOf(String line) {
    int due = nanos.size();
    if (!NUMBER.matcher(line).matches()) {
      return "have the line '%s' where %d was due"
          .formatted(SafeText.oneLine(line, MOST_SHOWN), due);
    }
    if (due > iterations) {
      return "are more than the %d that were due".formatted(iterations + 1);
    }
    if (Integer.parseInt(line) != due) {
      return "are out of order: %s came where %d was due".formatted(line, due);
    }
    return null;
  }

  private void compare(long atNanos) {
    int number = nanos.size();
    if (together == null && number > 0 && atNanos <= nanos.getLast()) {
      together =
          "%d and %d arrived together: iterations are too short to be told apart, or the machine was too busy to look"
              .formatted(number - 1, number);
    }
  }

  /// What came so far; that too little came is a fault.
  public Stamps end() {
    @Nullable String missing =
        nanos.size() <= iterations
            ? "are %d, and %d were due".formatted(nanos.size(), iterations + 1)
            : null;
    @Nullable String late = missing == null ? together : missing;
    return new Stamps(nanos, fault == null ? late : fault);
  }

  /// Whether something came that is no stamp, or one stamp too much.
  public boolean isFaulty() {
    return fault != null;
  }
}
