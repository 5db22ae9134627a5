package dev.assay.platform.run;

import dev.assay.core.run.Run;
import java.util.List;

/// A point of a run with all its cases, and the run that it belongs to.
///
/// @param run as its runner wrote it, without points
/// @param place of the point in the plan, from 0
/// @param files of the whole run
public record PointReading(
    RunSummary summary,
    Run run,
    boolean isClosed,
    PointView view,
    int place,
    List<RunView.FileView> files) {
  public PointReading {
    files = List.copyOf(files);
  }
}
