package dev.assay.platform.report;

import dev.assay.core.run.CaseEnding;
import dev.assay.core.run.Evidence;
import dev.assay.core.text.Words;
import dev.assay.core.unit.DataSize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a process ended while a case was due, and what that was decided from, in words.
public final class EndingText {
  private EndingText() {}

  /// As in `ended at the memory limit of 1 GiB; it had reached 1 GiB (the kernel killed 1 process
  /// for memory, killed by the kernel, signal 9)`. Reasons of programs are in it as they are.
  public static String of(CaseEnding ending) {
    return "%s (%s)"
        .formatted(Words.ending(ending.ending()), String.join(", ", of(ending.evidence())));
  }

  private static List<String> of(Evidence evidence) {
    var parts = new ArrayList<String>();
    add(parts, evidence.oomKills(), "the kernel killed %d for memory");
    String killer = evidence.killedBy();
    parts.add(killer == null ? "nobody sent a kill" : "the kill came from the " + killer);
    add(parts, evidence.exitCode(), "exit code %d");
    add(parts, evidence.signal(), "signal %d");
    Long charged = evidence.chargedPeakBytes();
    if (charged != null) {
      parts.add("charged at most " + size(charged) + " of " + size(evidence.memoryLimitBytes()));
    }
    if (evidence.leftBehind() > 0) {
      parts.add("%d left behind".formatted(evidence.leftBehind()));
    }
    Long refused = evidence.refusedForks();
    if (refused != null && refused > 0) {
      parts.add("%d forks refused".formatted(refused));
    }
    return parts;
  }

  private static void add(List<String> parts, @Nullable Number number, String form) {
    if (number != null) {
      parts.add(form.formatted(number));
    }
  }

  private static String size(long bytes) {
    return DataSize.ofBytes(Math.max(0, bytes)).toText();
  }
}
