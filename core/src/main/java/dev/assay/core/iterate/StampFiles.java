package dev.assay.core.iterate;

import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads stamps from files that a process left: `0` before the first iteration, and one named by
/// the number of each iteration after it.
public final class StampFiles {
  private static final int MOST_SHOWN = 40;

  private StampFiles() {}

  /// A file that was left.
  ///
  /// @param modifiedNanos its modification time
  /// @param changedNanos when the kernel last changed what it knows of the file, which no program
  ///   can set
  /// @param isRegular whether it is a plain file
  public record Left(String name, long modifiedNanos, long changedNanos, boolean isRegular) {}

  /// Those in order, and what is wrong with the rest.
  ///
  /// @param iterations that were due
  public static Stamps of(int iterations, List<Left> files) {
    Map<Integer, Left> byNumber = new TreeMap<>();
    String fault = null;
    for (Left file : files) {
      String wrong = faultOf(file, iterations);
      fault = fault == null ? wrong : fault;
      if (wrong == null) {
        byNumber.put(Integer.valueOf(file.name()), file);
      }
    }
    return inOrder(iterations, byNumber, fault);
  }

  private static @Nullable String faultOf(Left file, int iterations) {
    String shown = SafeText.oneLine(file.name(), MOST_SHOWN);
    if (!file.name().matches("0|[1-9][0-9]{0,8}") || Integer.parseInt(file.name()) > iterations) {
      return "have the file '%s', and those from 0 to %d were due".formatted(shown, iterations);
    }
    if (!file.isRegular()) {
      return "have '%s', which is no plain file".formatted(shown);
    }
    return file.modifiedNanos() == file.changedNanos()
        ? null
        : "have the file '%s', whose modification time was set by hand".formatted(shown);
  }

  private static Stamps inOrder(
      int iterations, Map<Integer, Left> byNumber, @Nullable String first) {
    var nanos = new ArrayList<Long>();
    String fault = first;
    for (int i = 0; i <= iterations; i++) {
      Left file = byNumber.get(i);
      if (file == null) {
        String missing =
            "are %d, and %d were due; %d is missing".formatted(byNumber.size(), iterations + 1, i);
        return new Stamps(nanos, fault == null ? missing : fault);
      }
      if (i > 0 && file.modifiedNanos() <= nanos.getLast()) {
        return new Stamps(nanos, fault == null ? disorder(i, file, nanos.getLast()) : fault);
      }
      nanos.add(file.modifiedNanos());
    }
    return new Stamps(nanos, fault);
  }

  private static String disorder(int number, Left file, long before) {
    return file.modifiedNanos() == before
        ? "%d and %d have one time: iterations are shorter than a step of the clock of files"
            .formatted(number - 1, number)
        : "are out of order: %d is older than %d".formatted(number, number - 1);
  }
}
