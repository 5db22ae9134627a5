package dev.assay.platform.page.operate;

import dev.assay.core.protocol.Progress;
import dev.assay.platform.http.Page;
import dev.assay.platform.page.Frame;
import dev.assay.platform.queue.QueueBoard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What waits, what is measured and what ended last.
///
/// @param list `waiting`, `running` or `ended` when only one of them is shown; empty for all
/// @param self address of this very view
/// @param nextWaiting address of more; absent at the end
record QueueView(
    String list,
    String self,
    QueueBoard.Counts counts,
    List<QueueBoard.Waiting> waiting,
    @Nullable String nextWaiting,
    Page<QueueBoard.Measured> running,
    @Nullable String nextRunning,
    List<QueueBoard.Ended> ended,
    @Nullable String nextEnded) {
  boolean shows(String one) {
    return list.isEmpty() || list.equals(one);
  }

  /// Those that could take a job, as in `a, b or one of 3 more`.
  static String names(Frame frame, QueueBoard.Chances chances) {
    int all = chances.free() > 0 ? chances.free() : chances.able();
    int others = all - chances.named().size();
    String named = String.join(", ", chances.named());
    return others > 0 ? frame.text("operate.chance.or", named, Integer.toString(others)) : named;
  }

  /// Share of a job that is measured, in percent.
  static int percent(Progress progress) {
    if (progress.points() == 0 || progress.pointNumber() == 0) {
      return 0;
    }
    double point = progress.of() == 0 ? 0 : Math.min(1.0, (double) progress.done() / progress.of());
    double share = (progress.pointNumber() - 1 + point) / progress.points();
    return (int) Math.clamp(Math.round(100 * share), 0L, 100L);
  }
}
