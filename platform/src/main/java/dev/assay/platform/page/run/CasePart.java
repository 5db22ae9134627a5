package dev.assay.platform.page.run;

import dev.assay.core.run.CaseResult;
import dev.assay.platform.report.CaseTable;
import java.util.List;

/// Some of a point's cases, as many as a page takes.
///
/// @param table its `leftOut` are those that follow
/// @param from place of the first, from 0
record CasePart(CaseTable table, int from, int all) {
  /// Cases that a page has at most.
  static final int MOST = 100;

  /// @param weight bytes of HTML that its rows may have, about
  static CasePart of(List<CaseResult> cases, int from, int weight) {
    int first = Math.min(from, cases.size());
    int count = 0;
    int sum = 0;
    while (first + count < cases.size() && count < MOST) {
      sum += CaseTable.weight(cases.get(first + count));
      if (sum > weight && count > 0) {
        break;
      }
      count++;
    }
    return new CasePart(CaseTable.of(cases, first, count), first, cases.size());
  }

  int next() {
    return from + table.rows().size();
  }

  boolean hasMore() {
    return next() < all;
  }
}
