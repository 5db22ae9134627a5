package dev.assay.platform.report;

import java.util.ArrayList;
import java.util.List;

/// How many points pass, in a sentence.
public final class Headline {
  private Headline() {}

  public static String of(List<VerdictView> verdicts) {
    if (verdicts.isEmpty()) {
      return "The plan has no points.";
    }
    int all = verdicts.size();
    long pass = count(verdicts, "pass");
    if (pass == all) {
      return all == 1 ? "The point passes." : "All %d points pass.".formatted(all);
    }
    long fail = count(verdicts, "fail");
    long open = all - pass - fail;
    var parts = new ArrayList<String>();
    parts.add("%d of %d %s".formatted(pass, all, all == 1 ? "point passes" : "points pass"));
    if (fail > 0) {
      parts.add("%d %s".formatted(fail, fail == 1 ? "fails" : "fail"));
    }
    if (open > 0) {
      parts.add("%d %s not judged".formatted(open, open == 1 ? "is" : "are"));
    }
    return String.join(", ", parts) + ".";
  }

  private static long count(List<VerdictView> verdicts, String style) {
    return verdicts.stream().filter(verdict -> verdict.style().equals(style)).count();
  }
}
